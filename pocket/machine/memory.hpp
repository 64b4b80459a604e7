// Memory that knows what was written to it, by whom, and when.
#pragma once

#include "machine/code.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::pocket
{

/// Who accessed a place last, to find two work-items that nothing orders.
struct Access
{
    std::uint32_t writer = 0;  ///< number of the work-item + 1; 0: nobody in this launch
    std::uint32_t written = 0; ///< when: barriers that the writer's group had passed
    std::uint32_t reader = 0;
    std::uint32_t read = 0;
    std::uint16_t write_step = 0; ///< sub-group barriers that the writer had passed
    std::uint16_t read_step = 0;
    std::uint32_t write_at = 0; ///< the number of its instruction
    std::uint32_t read_at = 0;
    bool write_atomic = false;
    bool several_readers = false; ///< of one group
    bool read_atomic = false;
    bool several_groups = false;
};

/// Who accessed the units of an object. Most are accessed by the work-items of a sub-group side by side, and nobody else: that is kept once for
/// `together` of them, and unit by unit only where something else happens.
class History
{
public:
    static constexpr std::size_t together = 32;

    History() = default;
    History(History&&) noexcept = default;
    History& operator=(History&&) noexcept = default;
    History(const History&) = delete;
    History& operator=(const History&) = delete;
    ~History() = default;

    bool empty() const { return units_ == 0; }
    std::size_t size() const { return units_; }
    void assign(std::size_t units);
    /// One unit's, to be changed.
    Access& operator[](std::size_t unit);
    Access at(std::size_t unit) const;
    /// The first of `together` units whose others were accessed by the work-items behind its own; null: they are kept one by one.
    Access* first_of(std::size_t block);
    /// As many units, of half the size.
    void halve();

private:
    struct Block
    {
        Access first;
        std::unique_ptr<Access[]> each; ///< kept for the next launch or group
        bool apart = false;             ///< each is true, and first is not
    };
    std::vector<Block> blocks_;
    std::size_t units_ = 0;
};

/// A piece of memory that pointers point into.
struct Object
{
    std::string name; ///< as the kernel calls it
    Space space = Space::global;
    std::byte* data = nullptr;
    std::size_t size = 0;
    std::uint64_t address = 0; ///< of a buffer: where it is on the device, for who counts
    std::size_t alignment = 1;
    bool is_read_only = false;
    std::uint8_t* written = nullptr; ///< a byte for each byte: 0 while nobody wrote it; null: all is written
    History accesses = {};           ///< of each `unit` bytes; empty: nobody looks for races
    std::size_t unit = 4;
    Object* whole = nullptr; ///< what this is a part of; null: of nothing
    std::size_t origin = 0;  ///< where it begins there, in bytes

    /// Makes the units of accesses as small as that.
    void refine(std::size_t bytes);
};

enum class Fault : std::uint8_t
{
    outside,   ///< of a buffer, an array, local memory
    unknown,   ///< a pointer that points nowhere: null, or a number
    unwritten, ///< what nobody wrote decides, is an address, or is written on
    race,
    barrier, ///< that not all work-items reach
    misaligned,
    read_only,
    by_zero,
    endless,
    group_size ///< against reqd_work_group_size, and the like
};

/// The other one of a race.
struct OtherAccess
{
    std::size_t item[3] = {0, 0, 0};
    Place place = {};
    std::uint32_t at = 0; ///< its instruction
    bool writes = false;
};

/// What a kernel did wrong, where, and who.
struct Finding
{
    Fault fault = Fault::outside;
    Place place;
    std::string kernel = {};
    std::size_t item[3] = {0, 0, 0}; ///< global id
    std::size_t group[3] = {0, 0, 0};
    std::string object = {};               ///< the argument's or variable's name
    long long index = 0;                   ///< in elements
    std::string sentence = {};             ///< what happened, in words
    std::vector<Place> lines = {};         ///< other lines that have a part in it
    std::vector<std::string> why = {};     ///< sentences on how it comes about, and on what to write
    std::size_t count = 1;                 ///< how often at this place
    std::optional<OtherAccess> other = {}; ///< of a race
};

} // namespace lockstep::pocket
