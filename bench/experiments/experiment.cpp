// The device, the launches and the file of results of the experiments.
#include "experiment.hpp"

#include <lockstep/error.hpp>
#include <lockstep/program.hpp>
#include <lockstep/timing.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>

namespace lockstep::bench
{
namespace
{

std::string system_name()
{
    std::ifstream file{"/etc/os-release"};
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("PRETTY_NAME=\"")) return line.substr(13, line.size() - 14);
    return "an unnamed system";
}

} // namespace

Bench::Bench(const Scale& wanted)
    : scale_(wanted), device_(choose_device()), context_(device_),
      queue_(context_, device_, CL_QUEUE_PROFILING_ENABLE)
{
}

cl::Kernel Bench::kernel(const std::string& file, const std::string& name, const std::string& options) const
{
    const auto folder = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "bench" / "experiments";
    return find_kernel(build_program(context_, device_, folder / file, options), name);
}

cl::Buffer Bench::buffer(std::size_t bytes) const
{
    return {context_, CL_MEM_READ_WRITE, bytes};
}

std::vector<std::uint32_t> Bench::words(const cl::Buffer& buffer, std::size_t first, std::size_t count) const
{
    std::vector<std::uint32_t> result(count);
    queue_.enqueueReadBuffer(buffer, CL_TRUE, first * sizeof(std::uint32_t), count * sizeof(std::uint32_t),
                             result.data());
    return result;
}

void Bench::launch(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local) const
{
    queue_.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue_.finish();
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
        queue_.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, &event);
        times.push_back(elapsed(event).count());
    }
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

void require_right(bool right, const std::string& what)
{
    if (!right)
        throw Failure(fmt::format("The result of {} is wrong, so it has no figure.", what),
                      "LOCKSTEP_DEVICE=pocl and the same command, to see whether the device is to blame");
}

void write_results(const Bench& bench, const std::filesystem::path& file, const std::string& experiment,
                   const Rows& rows)
{
    const Rows results = {{"experiment", experiment},
                          {"device", bench.device().getInfo<CL_DEVICE_NAME>().c_str()},
                          {"driver", bench.device().getInfo<CL_DRIVER_VERSION>().c_str()},
                          {"date", fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))},
                          {"system", system_name()}};
    // One row a line, so that a new measurement can be compared with the old one.
    std::string text = results.dump(1);
    text.resize(text.rfind("\n}"));
    text += ",\n \"rows\": [";
    for (const Rows& row : rows)
        text += fmt::format("{}\n  {}", &row == &rows.front() ? "" : ",", row.dump());
    text += "\n ]\n}\n";
    std::filesystem::create_directories(file.parent_path());
    if (std::ofstream stream{file}; !(stream << text))
        throw Failure(fmt::format("{} cannot be written.", file.string()));
    fmt::print("{}: {} rows\n", file.string(), rows.size());
}

} // namespace lockstep::bench
