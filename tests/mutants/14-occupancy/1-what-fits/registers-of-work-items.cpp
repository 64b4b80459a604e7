// rejected by: correct, a group that does not fill its last sub-group takes the whole of it
#include "fit.hpp"

#include <algorithm>

namespace
{

unsigned round_up(unsigned value, unsigned multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

} // namespace

Fit fit(const Unit& unit, const Kernel& kernel)
{
    const unsigned sub_groups = (kernel.group_size + unit.sub_group_size - 1) / unit.sub_group_size;
    unsigned groups = std::min(unit.groups, unit.sub_groups / sub_groups);

    const unsigned registers = round_up(kernel.registers * unit.sub_group_size, unit.register_portion);
    if (registers > 0) {
        groups = std::min(groups, unit.registers /
                                      round_up(kernel.registers * kernel.group_size, unit.register_portion));
    }

    const unsigned local_bytes = round_up(kernel.local_bytes + unit.local_reserved, unit.local_portion);
    if (local_bytes > 0) groups = std::min(groups, unit.local_bytes / local_bytes);

    return {groups, groups * sub_groups};
}
