// What is counted of requests.
#pragma once

#include "footprint.hpp"
#include "lockstep/lens/memory_model.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace lockstep::lens
{

using Size = std::array<std::size_t, 3>; ///< x, y, z

/// One whole request, to be drawn.
struct Sample
{
    Size group{};
    std::size_t sub_group = 0;
    std::vector<LaneAccess> lanes;
};

/// So many times as much: of some groups' counts those of all.
struct Scale
{
    std::uint64_t all = 1;
    std::uint64_t part = 1; ///< none: as `all`, 1

    /// Rounded; exact where `count` is a multiple of `part`.
    std::uint64_t of(std::uint64_t count) const;
};

/// The requests of one instruction or one source line, or of a whole kernel.
struct AccessCounts
{
    std::uint64_t requests = 0;
    std::uint64_t cost = 0;  ///< sectors, or wavefronts; 0 of images
    std::uint64_t ideal = 0; ///< the least there could have been
    std::uint64_t bytes = 0;
    std::uint64_t distinct_bytes = 0; ///< images: those of each request, summed
    std::uint64_t lanes = 0;
    std::uint64_t same_address = 0; ///< atomics: lanes beyond the first that hit an address of their request
    std::uint64_t worst = 0;        ///< cost of the sample
    Sample sample;

    void add(const AccessCounts& other);
    /// The sums keep their ratios to the requests.
    void scale(const Scale& by);
};

/// What of its requests to global memory a launch repeats, on one device.
struct ReuseCounts
{
    std::uint64_t lines = 0;               ///< cache lines of each request, summed
    std::uint64_t sectors_by_groups = 0;   ///< sectors of loads, each once in a work-group
    std::uint64_t global_atomic_lanes = 0; ///< work-items of atomics in global memory, summed
    std::uint64_t local_atomic_passes = 0;
    Footprint read;         ///< sectors
    Footprint written;      ///< sectors, those of atomics included
    Footprint atomic_lines; ///< cache lines that atomics change

    void add(const ReuseCounts& other);
};

/// Memory that was accessed and is not counted.
struct Uncounted
{
    bool constant_memory = false;
    bool private_memory = false;

    void add(const Uncounted& other)
    {
        constant_memory = constant_memory || other.constant_memory;
        private_memory = private_memory || other.private_memory;
    }
};

} // namespace lockstep::lens
