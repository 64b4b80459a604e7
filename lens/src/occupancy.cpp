// How many work-groups of a kernel fit on one compute unit: the least of what each resource allows.
#include "lockstep/lens/occupancy.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace lockstep::lens
{

namespace
{

constexpr unsigned round_up(unsigned value, unsigned multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

constexpr unsigned sub_groups_of(const Profile& profile, const KernelResources& kernel)
{
    return (kernel.group_size + profile.sub_group_size - 1) / profile.sub_group_size;
}

/// Why the kernel cannot be launched, or an empty text.
std::string refusal(const Profile& profile, const KernelResources& kernel)
{
    const UnitLimits& unit = profile.unit;
    if (!profile.tells_occupancy()) return profile.no_occupancy;
    if (kernel.group_size == 0) return "a work-group needs at least one work-item";
    if (kernel.group_size > unit.max_group_size)
        return "a work-group may have " + std::to_string(unit.max_group_size) + " work-items, not " +
               std::to_string(kernel.group_size);
    if (kernel.local_bytes > unit.max_local_bytes_per_group)
        return "a work-group may have " + std::to_string(unit.max_local_bytes_per_group) +
               " bytes of local memory, not " + std::to_string(kernel.local_bytes);
    if (kernel.registers_per_item > unit.max_registers_per_item)
        return "a work-item may have " + std::to_string(unit.max_registers_per_item) + " registers, not " +
               std::to_string(kernel.registers_per_item) + ": the compiler would spill the rest to memory";
    return "";
}

/// Registers are dealt out per work-group on the oldest GPUs, later per sub-group and from the SIMD it runs on.
ResourceLimit register_limit(const Profile& profile, const KernelResources& kernel)
{
    const UnitLimits& unit = profile.unit;
    const unsigned sub_groups = round_up(sub_groups_of(profile, kernel), unit.sub_group_granularity);
    const unsigned available = unit.registers - unit.registers_reserved;
    const unsigned per_sub_group = kernel.registers_per_item * profile.sub_group_size;
    if (unit.registers_given_to_group) {
        const unsigned per_group = round_up(per_sub_group * sub_groups, unit.register_granularity);
        return {"registers", per_group, available, available / per_group};
    }
    const unsigned given = round_up(per_sub_group, unit.register_granularity);
    const unsigned held = available / unit.simds / given * unit.simds;
    return {"registers", given * sub_groups, available, held / sub_groups};
}

ResourceLimit local_limit(const UnitLimits& unit, const KernelResources& kernel)
{
    unsigned taken = round_up(kernel.local_bytes + unit.local_reserved_bytes, unit.local_granularity_bytes);
    if (unit.local_power_of_two) taken = std::bit_ceil(taken);
    const std::vector<unsigned>& sizes = unit.local_sizes_bytes;
    if (const auto size = std::ranges::lower_bound(sizes, taken); size != sizes.end()) taken = *size;
    return {"local memory", taken, unit.local_bytes, unit.local_bytes / taken};
}

} // namespace

Occupancy occupancy(const Profile& profile, const KernelResources& kernel)
{
    Occupancy found;
    found.refusal = refusal(profile, kernel);
    if (!found.refusal.empty()) return found;

    const UnitLimits& unit = profile.unit;
    const unsigned sub_groups = sub_groups_of(profile, kernel);
    found.limits.push_back({"sub-groups", sub_groups, unit.max_sub_groups, unit.max_sub_groups / sub_groups});
    if (sub_groups > 1 || unit.single_sub_group_counts)
        found.limits.push_back({"groups", 1, unit.max_groups, unit.max_groups});
    if (kernel.registers_per_item > 0) found.limits.push_back(register_limit(profile, kernel));
    if (kernel.local_bytes + unit.local_reserved_bytes > 0) found.limits.push_back(local_limit(unit, kernel));

    const auto least = std::min_element(found.limits.begin(), found.limits.end(),
                                        [](const auto& a, const auto& b) { return a.groups < b.groups; });
    found.groups = least->groups;
    for (const ResourceLimit& limit : found.limits)
        if (limit.groups == found.groups) found.limit += (found.limit.empty() ? "" : ", ") + limit.resource;
    if (found.groups == 0) {
        found.refusal = "one work-group needs " + std::to_string(least->per_group) + " of " +
                        least->resource + ", and a compute unit has " + std::to_string(least->available);
        return found;
    }
    found.sub_groups = found.groups * sub_groups;
    found.fraction = static_cast<double>(found.sub_groups) / unit.max_sub_groups;
    return found;
}

} // namespace lockstep::lens
