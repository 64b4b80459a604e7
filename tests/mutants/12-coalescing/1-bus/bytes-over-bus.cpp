// rejected by: correct, a misaligned start takes one transaction more
#include "bus.hpp"

Traffic traffic_of(const Access& access, std::uint64_t bus_bytes)
{
    const std::uint64_t asked = access.work_items * access.element_bytes;
    const std::uint64_t transactions = (asked + bus_bytes - 1) / bus_bytes;
    return {transactions, transactions * bus_bytes - asked};
}
