// How many work-groups of a kernel are resident on a compute unit.
#include "fit.hpp"

#include <algorithm>
#include <cstdint>

namespace
{

using Count = std::uint64_t; // a product of two of the numbers that come in may need more than 32 bits

Count round_up(Count value, Count multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

} // namespace

Fit fit(const Unit& unit, const Kernel& kernel)
{
    const Count sub_groups = (Count{kernel.group_size} + unit.sub_group_size - 1) / unit.sub_group_size;
    Count groups = std::min(Count{unit.groups}, unit.sub_groups / sub_groups);

    const Count registers = round_up(Count{kernel.registers} * unit.sub_group_size, unit.register_portion);
    if (registers > 0) {
        const Count held = unit.registers / unit.simds / registers * unit.simds;
        groups = std::min(groups, held / sub_groups);
    }

    const Count local_bytes = round_up(Count{kernel.local_bytes} + unit.local_reserved, unit.local_portion);
    if (local_bytes > 0) groups = std::min(groups, unit.local_bytes / local_bytes);

    return {static_cast<unsigned>(groups), static_cast<unsigned>(groups * sub_groups)};
}
