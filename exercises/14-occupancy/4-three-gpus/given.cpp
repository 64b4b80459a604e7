// The function fit, which plan.cpp and its tests call.
#include "plan.hpp"

#include <algorithm>
#include <cstdint>

Fit fit(const Unit& unit, const Kernel& kernel)
{
    const auto portions = [](std::uint64_t value, std::uint64_t portion) {
        return (value + portion - 1) / portion * portion;
    };
    const unsigned of_group = (kernel.group_size + unit.sub_group_size - 1) / unit.sub_group_size;
    const std::uint64_t registers =
        portions(std::uint64_t{kernel.registers} * unit.sub_group_size, unit.register_portion);
    const std::uint64_t local_bytes =
        portions(std::uint64_t{kernel.local_bytes} + unit.local_reserved, unit.local_portion);
    std::uint64_t groups = std::min(unit.groups, unit.sub_groups / of_group);
    if (registers > 0)
        groups = std::min(groups, unit.registers / unit.simds / registers * unit.simds / of_group);
    if (local_bytes > 0) groups = std::min(groups, unit.local_bytes / local_bytes);
    return {static_cast<unsigned>(groups), static_cast<unsigned>(groups * of_group)};
}
