// What the experiments share: a device with a queue, verified and repeated launches, and the file of results.
#pragma once

#include "workbench.hpp"

#include <lockstep/device.hpp>

#include <CL/opencl.hpp>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
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

/// The chosen device, and launches on it.
class Bench
{
public:
    explicit Bench(const Scale& wanted);

    const Scale& scale() const { return scale_; }
    const cl::Device& device() const { return device_; }
    const cl::Context& context() const { return context_; }

    /// A kernel of bench/experiments/FILE.
    cl::Kernel kernel(const std::string& file, const std::string& name,
                      const std::string& options = "") const;

    cl::Buffer buffer(std::size_t bytes) const;

    /// The first `count` elements of a buffer, from element `first` on.
    std::vector<std::uint32_t> words(const cl::Buffer& buffer, std::size_t first, std::size_t count) const;

    /// Runs once, untimed.
    void launch(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local) const;

    /// Median of the events' times in milliseconds, after a warm-up, of at least five runs.
    double median_ms(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local) const;

private:
    Scale scale_;
    cl::Device device_;
    cl::Context context_;
    cl::CommandQueue queue_;
};

/// The rows of one experiment. A row whose result is wrong throws Failure: a wrong kernel has no figure.
using Rows = nlohmann::ordered_json;

Rows measure_coalescing(const Bench& bench);
Rows measure_divergence(const Bench& bench);
Rows measure_local_memory(const Bench& bench);
Rows measure_occupancy(const Bench& bench);

/// Throws Failure naming the experiment when `right` is false.
void require_right(bool right, const std::string& what);

/// Where the results come from, "experiment" and "rows" to a file.
void write_results(const Bench& bench, const std::filesystem::path& file, const std::string& experiment,
                   const Rows& rows);

/// The hash that fills the buffers: element i holds i * 2654435761.
constexpr std::uint32_t hash(std::uint32_t i)
{
    return i * 2654435761U;
}

} // namespace lockstep::bench
