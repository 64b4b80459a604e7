// What a memory bus carries for a row of work-items. bus.cpp defines the function.
#pragma once

#include <cstdint>

/// One read by each work-item: work-item i reads element_bytes bytes from address + i * stride *
/// element_bytes.
struct Access
{
    std::uint64_t address;       ///< of work-item 0's element, in bytes
    std::uint64_t element_bytes; ///< at least 1
    std::uint64_t stride;        ///< from one work-item's element to the next's, in elements; may be 0
    std::uint64_t work_items;    ///< may be 0; up to a million
};

/// What the bus does for one access.
struct Traffic
{
    std::uint64_t transactions; ///< each carries bus_bytes bytes, from a multiple of bus_bytes
    std::uint64_t wasted_bytes; ///< carried and asked for by no work-item
};

/// The fewest transactions that bring every work-item its element, and the bytes that they waste.
/// @param bus_bytes what one transaction carries, at least 1.
Traffic traffic_of(const Access& access, std::uint64_t bus_bytes);
