// Executes a kernel: sub-groups in lockstep, work-groups in slices.
#pragma once

#include "machine/code.hpp"
#include "machine/memory.hpp"
#include "machine/watcher.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::pocket
{

/// An image, as a kernel reads and writes it.
struct Picture
{
    std::size_t columns = 1, rows = 1, slices = 1; ///< of an array the last is its length
    std::size_t row_pitch = 0, slice_pitch = 0;    ///< bytes
    unsigned dimensions = 2;                       ///< of a place: 1, 2 or 3, without the array's
    bool is_array = false;
    std::uint32_t order = 0x10B5, type = 0x10D2; ///< CL_RGBA, CL_UNORM_INT8
    std::byte* data = nullptr;
};

/// Pixels of an image, from `low` to before `high`.
struct PixelBox
{
    std::array<std::size_t, 3> low{0, 0, 0}, high{0, 0, 0};

    void add(const std::array<std::size_t, 3>& pixel);
};

/// What a launch gives for an argument.
struct Argument
{
    enum class Is : std::uint8_t
    {
        value,
        buffer,
        local,
        image,
        sampler
    } is = Is::value;
    std::vector<std::byte> bytes = {}; ///< a value's
    Object* buffer = nullptr;          ///< null: a null pointer
    std::size_t local_bytes = 0;
    Picture* image = nullptr;
    std::uint32_t sampler = 0;
    PixelBox seen = {}, changed = {}; ///< of the image, by the launch
};

/// Writes a pixel as clEnqueueFillImage takes its colour: four floats, or four integers for types of whole numbers.
void put_pixel(const Picture& image, std::size_t x, std::size_t y, std::size_t z, const std::byte* colour);

struct LaunchSizes
{
    unsigned dimensions = 1;
    std::array<std::size_t, 3> offset{0, 0, 0};
    std::array<std::size_t, 3> global{1, 1, 1};
    std::array<std::size_t, 3> group{1, 1, 1};
};

struct MachineOptions
{
    unsigned lanes = 32;                                ///< of a sub-group: 4 to 64
    std::uint64_t most_steps = std::uint64_t{1} << 34U; ///< lane operations of a launch; more is endless
    std::optional<std::chrono::steady_clock::time_point> until = {}; ///< the launch is stopped then
    std::size_t most_findings = 10;
    bool stop_at_first = false;
    bool find_races = true;
    bool note_reads = false; ///< in buffers that the launch does not write, too, for who compares launches
    std::uint64_t seed = 0;  ///< of the order in which sub-groups get on; 0: their own
    unsigned groups_at_once = 16; ///< that are in flight together
    Watcher* watcher = nullptr;   ///< who is told what happens; null: nobody
};

/// What came of a launch.
struct Outcome
{
    std::vector<Finding> findings;
    std::string printed;
    std::uint64_t steps = 0;  ///< instructions of sub-groups
    bool stopped = false;     ///< before its end
    bool out_of_time = false; ///< by MachineOptions::until
};

/// Executes one launch, to its end or until it is stopped.
Outcome execute(const Code& code, const LaunchSizes& sizes, std::vector<Argument>& arguments,
                const MachineOptions& options);

} // namespace lockstep::pocket
