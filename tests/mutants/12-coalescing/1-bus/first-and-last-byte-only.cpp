// rejected by: correct, an element may be wider than the bus
#include "bus.hpp"

#include <algorithm>

Traffic traffic_of(const Access& access, std::uint64_t bus_bytes)
{
    std::uint64_t transactions = 0;
    std::uint64_t not_yet_counted = 0; // every transaction below this one is counted or not needed
    for (std::uint64_t i = 0; i < access.work_items; ++i) {
        const std::uint64_t begin = access.address + i * access.stride * access.element_bytes;
        const std::uint64_t first = std::max(begin / bus_bytes, not_yet_counted);
        const std::uint64_t end = (begin + access.element_bytes - 1) / bus_bytes + 1;
        if (first < end) {
            transactions += end - first > 1 ? 2 : 1;
            not_yet_counted = end;
        }
    }
    const std::uint64_t distinct =
        access.stride == 0 ? std::min<std::uint64_t>(access.work_items, 1) : access.work_items;
    return {transactions, transactions * bus_bytes - distinct * access.element_bytes};
}
