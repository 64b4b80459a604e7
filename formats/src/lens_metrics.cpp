// The one place that spells the metrics' names.
#include "lockstep/formats/lens_metrics.hpp"

#include "lockstep/failure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <type_traits>

namespace lockstep::formats
{

namespace
{

/// What stands at the end of a path of members, the last of which may be a function.
template <auto First, auto... Rest, typename Object>
double at_path(const Object& object)
{
    if constexpr (sizeof...(Rest) == 0)
        return static_cast<double>(std::invoke(First, object));
    else
        return at_path<Rest...>(std::invoke(First, object));
}

template <auto First, auto... Rest>
constexpr LensMetric metric(std::string_view name, MetricSubject subject, bool is_ratio = false)
{
    double (*of_counts)(const LensCounts&) = nullptr;
    if constexpr (std::is_invocable_v<decltype(First), const LensCounts&>)
        of_counts = [](const LensCounts& counts) { return at_path<First, Rest...>(counts); };
    return {name, subject, is_ratio, [](const LensKernel& kernel) { return at_path<First, Rest...>(kernel); },
            of_counts};
}

template <auto Member>
constexpr LensMetric occupancy_metric(std::string_view name, bool is_ratio = false)
{
    const auto of_kernel = [](const LensKernel& kernel) {
        if (!kernel.occupancy)
            throw Failure(
                fmt::format("The lens's report does not say how many groups of '{}' fit.", kernel.name),
                "count again with the lens");
        return static_cast<double>(std::invoke(Member, *kernel.occupancy));
    };
    return {name, MetricSubject::occupancy, is_ratio, of_kernel, nullptr};
}

template <auto Member>
constexpr LensMetric caches_metric(std::string_view name)
{
    const auto of_kernel = [](const LensKernel& kernel) {
        if (!kernel.caches)
            throw Failure(fmt::format("The caches of '{}' were not counted.", kernel.name),
                          "the same with --caches");
        return static_cast<double>(std::invoke(Member, *kernel.caches));
    };
    return {name, MetricSubject::caches, false, of_kernel, nullptr};
}

double forecast_of(const LensKernel& kernel)
{
    if (!kernel.forecast)
        throw Failure(fmt::format("There is no forecast of '{}'.", kernel.name),
                      "a device with rates, as h200, and launches that were counted whole");
    return kernel.forecast->microseconds;
}

using C = LensCounts;
using K = LensKernel;
using Global = GlobalCounts;
using Local = LocalCounts;
using Atomics = AtomicCounts;
using Image = ImageCounts;
using enum MetricSubject;

constexpr std::array metrics{
    metric<&C::global_load, &Global::requests>("global_load.requests", global_load),
    metric<&C::global_load, &Global::sectors>("global_load.sectors", global_load),
    metric<&C::global_load, &Global::ideal_sectors>("global_load.ideal_sectors", global_load),
    metric<&C::global_load, &Global::bytes>("global_load.bytes", global_load),
    metric<&C::global_load, &Global::efficiency>("global_load.efficiency", global_load, true),
    metric<&C::global_store, &Global::requests>("global_store.requests", global_store),
    metric<&C::global_store, &Global::sectors>("global_store.sectors", global_store),
    metric<&C::global_store, &Global::ideal_sectors>("global_store.ideal_sectors", global_store),
    metric<&C::global_store, &Global::bytes>("global_store.bytes", global_store),
    metric<&C::global_store, &Global::efficiency>("global_store.efficiency", global_store, true),
    metric<&C::local_load, &Local::requests>("local_load.requests", local_load),
    metric<&C::local_load, &Local::wavefronts>("local_load.wavefronts", local_load),
    metric<&C::local_load, &Local::conflicts>("local_load.conflicts", local_load),
    metric<&C::local_load, &Local::bytes>("local_load.bytes", local_load),
    metric<&C::local_load, &Local::efficiency>("local_load.efficiency", local_load, true),
    metric<&C::local_store, &Local::requests>("local_store.requests", local_store),
    metric<&C::local_store, &Local::wavefronts>("local_store.wavefronts", local_store),
    metric<&C::local_store, &Local::conflicts>("local_store.conflicts", local_store),
    metric<&C::local_store, &Local::bytes>("local_store.bytes", local_store),
    metric<&C::local_store, &Local::efficiency>("local_store.efficiency", local_store, true),
    metric<&C::atomics, &Atomics::requests>("atomics.requests", atomics),
    metric<&C::atomics, &Atomics::lanes>("atomics.lanes", atomics),
    metric<&C::atomics, &Atomics::same_address>("atomics.same_address", atomics),
    metric<&C::atomics, &Atomics::conflicts>("atomics.conflicts", atomics),
    metric<&C::image_read, &Image::requests>("image_read.requests", image_read),
    metric<&C::image_read, &Image::bytes>("image_read.bytes", image_read),
    metric<&C::image_read, &Image::distinct_bytes>("image_read.distinct_bytes", image_read),
    metric<&C::image_write, &Image::requests>("image_write.requests", image_write),
    metric<&C::image_write, &Image::bytes>("image_write.bytes", image_write),
    metric<&C::image_write, &Image::distinct_bytes>("image_write.distinct_bytes", image_write),
    metric<&C::simd_efficiency>("simd_efficiency", control, true),
    metric<&C::instructions>("instructions", launches),
    metric<&K::branches>("branches", control),
    metric<&K::divergent_branches>("divergent_branches", control),
    metric<&C::launches>("launches", launches),
    metric<&C::work_groups>("work_groups", launches),
    metric<&C::local_bytes>("local_bytes", local_memory),
    occupancy_metric<&LensOccupancy::groups>("occupancy.groups"),
    occupancy_metric<&LensOccupancy::waves>("occupancy.waves"),
    occupancy_metric<&LensOccupancy::fraction>("occupancy.fraction", true),
    caches_metric<&LensCaches::second_read>("caches.second_read"),
    caches_metric<&LensCaches::second_written>("caches.second_written"),
    caches_metric<&LensCaches::memory_read_bytes>("caches.memory_read_bytes"),
    caches_metric<&LensCaches::memory_written_bytes>("caches.memory_written_bytes"),
    LensMetric{"forecast.microseconds", MetricSubject::forecast, false, forecast_of, nullptr},
};

} // namespace

double LensMetric::of(const LensCounts& counts) const
{
    if (of_counts != nullptr) return of_counts(counts);
    std::vector<std::string_view> names;
    for (const LensMetric& other : metrics)
        if (other.of_counts != nullptr) names.push_back(other.name);
    throw Failure(fmt::format("'{}' is not recorded of a ladder's rungs.", name),
                  fmt::format("one of {}", fmt::join(names, ", ")));
}

std::span<const LensMetric> lens_metrics()
{
    return metrics;
}

const LensMetric& lens_metric(std::string_view name)
{
    const auto found = std::ranges::find(metrics, name, &LensMetric::name);
    if (found == metrics.end())
        throw Failure(fmt::format("The lens does not count '{}'.", name),
                      fmt::format("one of {}", fmt::join(lens_metric_names(), ", ")));
    return *found;
}

bool is_lens_metric(std::string_view name)
{
    return std::ranges::find(metrics, name, &LensMetric::name) != metrics.end();
}

std::vector<std::string> lens_metric_names()
{
    std::vector<std::string> names;
    names.reserve(metrics.size());
    for (const LensMetric& metric : metrics) names.emplace_back(metric.name);
    return names;
}

} // namespace lockstep::formats
