// The metrics of the lens by name, for exercises' targets and for numbers in the text.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::formats
{

/// What a metric is about.
enum class MetricSubject
{
    global_load,
    global_store,
    local_load,
    local_store,
    atomics,
    image_read,
    image_write,
    control,
    local_memory,
    occupancy,
    caches,
    forecast,
    launches
};

/// One figure of a kernel's entry.
struct LensMetric
{
    std::string_view name; ///< "global_load.sectors"
    MetricSubject subject;
    bool is_ratio; ///< from 0 to 1; otherwise a count
    double (*of_kernel)(const LensKernel&);
    double (*of_counts)(const LensCounts&); ///< null: only a kernel's entry has it

    /// @throws Failure when the entry lacks it, as one without the tool's occupancy does.
    double of(const LensKernel& kernel) const { return of_kernel(kernel); }
    /// Of a rung of a ladder. @throws Failure for what is not recorded of rungs.
    double of(const LensCounts& counts) const;
};

/// Every metric there is.
std::span<const LensMetric> lens_metrics();

/// The metric of a name. @throws Failure listing the names.
const LensMetric& lens_metric(std::string_view name);

bool is_lens_metric(std::string_view name);
std::vector<std::string> lens_metric_names();

} // namespace lockstep::formats
