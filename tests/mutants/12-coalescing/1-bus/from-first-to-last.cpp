// rejected by: correct, a stride skips transactions that nobody needs
#include "bus.hpp"

Traffic traffic_of(const Access& access, std::uint64_t bus_bytes)
{
    if (access.work_items == 0) return {0, 0};
    const std::uint64_t last =
        access.address + (access.work_items - 1) * access.stride * access.element_bytes;
    const std::uint64_t transactions =
        (last + access.element_bytes - 1) / bus_bytes - access.address / bus_bytes + 1;
    const std::uint64_t distinct = access.stride == 0 ? 1 : access.work_items;
    return {transactions, transactions * bus_bytes - distinct * access.element_bytes};
}
