// What would let more work-groups of a kernel be resident: the model is tried with a little less of each resource.
#include "lockstep/lens/occupancy_advice.hpp"

#include <cmath>
#include <optional>

namespace lockstep::lens
{

namespace
{

std::string percent(double fraction)
{
    return std::to_string(std::lround(100 * fraction)) + " %";
}

/// A kernel near the one asked about, and what fits of it.
struct Nearby
{
    KernelResources kernel;
    Occupancy fits;
};

/// The first of the kernels that `shrink` makes, one after the other, of which more sub-groups fit than `now`.
template <typename Shrink>
std::optional<Nearby> first_better(const Profile& profile, const Occupancy& now, KernelResources kernel,
                                   Shrink shrink)
{
    while (shrink(kernel)) {
        const Occupancy fits = occupancy(profile, kernel);
        if (fits.refusal.empty() && fits.sub_groups > now.sub_groups) return Nearby{kernel, fits};
    }
    return std::nullopt;
}

std::optional<Nearby> with_fewer_registers(const Profile& profile, const Occupancy& now,
                                           const KernelResources& kernel)
{
    return first_better(profile, now, kernel, [](KernelResources& tried) {
        return tried.registers_per_item > 0 && --tried.registers_per_item > 0;
    });
}

std::optional<Nearby> with_less_local_memory(const Profile& profile, const Occupancy& now,
                                             const KernelResources& kernel)
{
    return first_better(profile, now, kernel, [](KernelResources& tried) {
        if (tried.local_bytes == 0) return false;
        --tried.local_bytes;
        return true;
    });
}

/// The group size, a whole number of sub-groups, of which the most sub-groups fit; the nearest among equals.
std::optional<Nearby> with_another_group(const Profile& profile, const Occupancy& now,
                                         const KernelResources& kernel)
{
    std::optional<Nearby> best;
    const auto distance = [&](unsigned size) {
        return size > kernel.group_size ? size - kernel.group_size : kernel.group_size - size;
    };
    for (unsigned size = profile.sub_group_size; size <= profile.unit.max_group_size;
         size += profile.sub_group_size) {
        KernelResources tried = kernel;
        tried.group_size = size;
        const Occupancy fits = occupancy(profile, tried);
        const unsigned most = best ? best->fits.sub_groups : now.sub_groups;
        const bool nearer =
            best && fits.sub_groups == most && distance(size) < distance(best->kernel.group_size);
        if (fits.sub_groups > most || nearer) best = Nearby{tried, fits};
    }
    return best;
}

std::string gain(const Nearby& nearby)
{
    return std::to_string(nearby.fits.groups) +
           (nearby.fits.groups == 1 ? " group fits (" : " groups fit (") + percent(nearby.fits.fraction) +
           ").";
}

} // namespace

std::string occupancy_advice(const Profile& profile, const KernelResources& kernel)
{
    const Occupancy now = occupancy(profile, kernel);
    if (!now.refusal.empty() && now.limits.empty())
        return "No such kernel can be launched: " + now.refusal + ".";
    if (now.sub_groups == profile.unit.max_sub_groups)
        return "Every place for a sub-group is taken; more occupancy is not to be had.";
    if (now.limit.find("registers") != std::string::npos)
        if (const auto better = with_fewer_registers(profile, now, kernel))
            return "With " + std::to_string(better->kernel.registers_per_item) + " registers instead of " +
                   std::to_string(kernel.registers_per_item) + ", " + gain(*better);
    if (now.limit.find("local memory") != std::string::npos)
        if (const auto better = with_less_local_memory(profile, now, kernel))
            return "With " + std::to_string(better->kernel.local_bytes) +
                   " bytes of local memory instead of " + std::to_string(kernel.local_bytes) + ", " +
                   gain(*better);
    if (const auto better = with_another_group(profile, now, kernel))
        return "With work-groups of " + std::to_string(better->kernel.group_size) + " instead of " +
               std::to_string(kernel.group_size) + ", " + gain(*better);
    return "No single change helps: " + now.limit + " limit it together.";
}

} // namespace lockstep::lens
