// rejected by: correct, aligned neighbours fill every transaction
#include "bus.hpp"

Traffic traffic_of(const Access& access, std::uint64_t bus_bytes)
{
    return {access.work_items, access.work_items * (bus_bytes - access.element_bytes)};
}
