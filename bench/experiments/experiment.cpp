// The device, the launches and the file of results of the experiments.
#include "experiment.hpp"

#include "results.hpp"
#include "statistics.hpp"

#include "base/paths.hpp"

#include <lockstep/error.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <cstdlib>

namespace lockstep::bench
{

Bench::Bench(const Scale& wanted) : Workbench(tool::source_dir()), scale_(wanted) {}

cl::Buffer Bench::buffer(std::size_t bytes) const
{
    return {context(), CL_MEM_READ_WRITE, bytes};
}

std::vector<std::uint32_t> Bench::words(const cl::Buffer& buffer, std::size_t first, std::size_t count) const
{
    std::vector<std::uint32_t> result(count);
    queue().enqueueReadBuffer(buffer, CL_TRUE, first * sizeof(std::uint32_t), count * sizeof(std::uint32_t),
                              result.data());
    return result;
}

void Bench::launch(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local) const
{
    queue().enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue().finish();
}

double Bench::median_ms(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local) const
{
    constexpr std::size_t fewest = 5;
    constexpr std::size_t most = 101;
    launch(kernel, global, local);
    std::vector<double> times;
    const Stopwatch watch;
    while (times.size() < (scale_.quick ? 1 : fewest) ||
           (!scale_.quick && times.size() < most && watch.elapsed().count() < 1e3 * scale_.budget_seconds)) {
        cl::Event event;
        queue().enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, &event);
        times.push_back(elapsed(event).count());
    }
    return median_of(times);
}

void require_right(bool right, const std::string& what)
{
    if (!right)
        throw Failure(fmt::format("The result of {} is wrong, so it has no figure.", what),
                      "LOCKSTEP_DEVICE=pocl and the same command, to see whether the device is to blame");
}

formats::Origin origin_of(Bench& bench, std::string_view experiment)
{
    const char* threads =
        std::getenv("POCL_MAX_PTHREAD_COUNT"); // more groups under way than there are processors
    return origin_of(bench.device(),
                     fmt::format("{}lockstep-experiments {}",
                                 threads == nullptr ? "" : fmt::format("POCL_MAX_PTHREAD_COUNT={} ", threads),
                                 experiment));
}

} // namespace lockstep::bench
