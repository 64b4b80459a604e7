// rejected by: correct, a misaligned start takes one transaction more
#include "bus.hpp"

Traffic traffic_of(const Access& access, std::uint64_t bus_bytes)
{
    if (access.work_items == 0) return {0, 0};
    std::uint64_t transactions = 0;
    std::uint64_t not_yet_counted = 0;
    for (std::uint64_t i = 0; i < access.work_items; ++i) {
        const std::uint64_t begin = i * access.stride * access.element_bytes;
        const std::uint64_t end = (begin + access.element_bytes - 1) / bus_bytes + 1;
        const std::uint64_t first = begin / bus_bytes < not_yet_counted ? not_yet_counted : begin / bus_bytes;
        if (first < end) {
            transactions += end - first;
            not_yet_counted = end;
        }
    }
    const std::uint64_t distinct = access.stride == 0 ? 1 : access.work_items;
    return {transactions, transactions * bus_bytes - distinct * access.element_bytes};
}
