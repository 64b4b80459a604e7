// What the experiments share: a device with a queue, verified and repeated launches, and the file of results.
#pragma once

#include "workbench.hpp"

#include <lockstep/formats/measurements.hpp>

#include <CL/opencl.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::bench
{

/// How large and how long.
struct Scale
{
    bool quick = false;          ///< tiny sizes: to see that everything works, not to measure
    std::string profile;         ///< id of the lens's profile of the device, for its occupancy; may be empty
    double budget_seconds = 0.2; ///< of repetitions for each row
};

/// The chosen device, as ladders are climbed on it, and launches.
class Bench : public Workbench
{
public:
    explicit Bench(const Scale& wanted);

    const Scale& scale() const { return scale_; }

    /// A kernel of bench/experiments/FILE.
    cl::Kernel kernel(const std::string& file, const std::string& name, const std::string& options = "")
    {
        return Workbench::kernel("bench/experiments/" + file, name, options);
    }

    cl::Buffer buffer(std::size_t bytes) const;

    /// The first `count` elements of a buffer, from element `first` on.
    std::vector<std::uint32_t> words(const cl::Buffer& buffer, std::size_t first, std::size_t count) const;

    /// Runs once, untimed.
    void launch(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local) const;

    /// Median of the events' times in milliseconds, after a warm-up, of at least five runs.
    double median_ms(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local) const;

private:
    Scale scale_;
};

using formats::CoalescingRow;
using formats::DivergenceRow;
using formats::EventRow;
using formats::LocalMemoryRow;
using formats::MessageRow;
using formats::OccupancyRow;

/// The rows of each experiment. A row whose result is wrong throws Failure: a wrong kernel has no figure.
std::vector<CoalescingRow> measure_coalescing(Bench& bench);
std::vector<DivergenceRow> measure_divergence(Bench& bench);
std::vector<EventRow> measure_events(Bench& bench);
std::vector<LocalMemoryRow> measure_local_memory(Bench& bench);
std::vector<OccupancyRow> measure_occupancy(Bench& bench);
std::vector<MessageRow> record_trace(Bench& bench);

/// Throws Failure naming the experiment when `right` is false.
void require_right(bool right, const std::string& what);

/// Where results of an experiment come from: this machine, this device, today.
formats::Origin origin_of(Bench& bench, std::string_view experiment);

/// The hash that fills the buffers: element i holds i * 2654435761.
constexpr std::uint32_t hash(std::uint32_t i)
{
    return i * 2654435761U;
}

} // namespace lockstep::bench
