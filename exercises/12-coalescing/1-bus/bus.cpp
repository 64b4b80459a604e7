// What a memory bus carries for a row of work-items.
#include "bus.hpp"

Traffic traffic_of(const Access& access, std::uint64_t bus_bytes)
{
    // Your code here.
    return {access.work_items, access.work_items * (bus_bytes - access.element_bytes)};
}
