// The names of what the lens counts.
#include "lockstep/formats/lens_metrics.hpp"

#include <algorithm>

namespace lockstep::formats
{

std::vector<std::string> lens_metrics()
{
    std::vector<std::string> metrics;
    const auto add_all = [&](const std::string& path, std::initializer_list<const char*> counts) {
        for (const char* count : counts) metrics.push_back(path + "." + count);
    };
    for (const char* path : {"global_load", "global_store"})
        add_all(path, {"requests", "sectors", "ideal_sectors", "bytes", "efficiency"});
    for (const char* path : {"local_load", "local_store"})
        add_all(path, {"requests", "wavefronts", "conflicts", "bytes", "efficiency"});
    add_all("atomics", {"requests", "lanes", "same_address", "conflicts"});
    metrics.insert(metrics.end(), {"simd_efficiency", "instructions", "branches", "divergent_branches",
                                   "launches", "work_groups", "local_bytes", "occupancy.groups",
                                   "occupancy.waves", "occupancy.fraction"});
    return metrics;
}

bool is_lens_metric(std::string_view metric)
{
    const std::vector<std::string> metrics = lens_metrics();
    return std::find(metrics.begin(), metrics.end(), metric) != metrics.end();
}

} // namespace lockstep::formats
