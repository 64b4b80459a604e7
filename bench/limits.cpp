// The limits of a device, each from the best of a few kernels.
#include "limits.hpp"

#include "clock.hpp"
#include "peers/native.hpp"
#include "statistics.hpp"

#include <lockstep/device.hpp>
#include <lockstep/error.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <thread>

namespace lockstep::bench
{
namespace
{

/// One kernel, ready to run, and what it does when it runs.
struct Variant
{
    cl::Kernel kernel;
    std::size_t work_items = 0;
    std::size_t work_group = 0;
    double work = 0;       ///< bytes or operations
    unsigned launches = 1; ///< of which the last is timed
};

double rate(const cl::CommandQueue& queue, const Variant& variant)
{
    cl::Event event;
    for (unsigned l = 0; l < variant.launches; ++l)
        queue.enqueueNDRangeKernel(variant.kernel, cl::NullRange, cl::NDRange(variant.work_items),
                                   cl::NDRange(variant.work_group), nullptr, &event);
    return variant.work / (1e6 * elapsed(event).count());
}

/// A shared machine has fast moments and slow ones: of each variant the median of `times` looks, taken in turn.
std::vector<double> median_rates(const cl::CommandQueue& queue, const std::vector<Variant>& variants,
                                 std::size_t times)
{
    std::vector<std::vector<double>> rates(variants.size());
    while (rates.back().size() < times)
        for (std::size_t v = 0; v < variants.size(); ++v) rates[v].push_back(rate(queue, variants[v]));
    std::vector<double> medians;
    for (const std::vector<double>& of_variant : rates) medians.push_back(median_of(of_variant));
    return medians;
}

double host_rate(double work, const std::function<void()>& job)
{
    std::vector<double> rates;
    job();
    while (rates.size() < 5) {
        const Stopwatch watch;
        job();
        rates.push_back(work / (1e6 * watch.elapsed().count()));
    }
    return median_of(rates);
}

/// What native C++ reaches on a CPU.
struct NativeFigures
{
    double copy = 0;
    double streaming = 0;
    double read = 0;
    double fma = 0;
};

/// @param floats of each of the two arrays that are moved.
NativeFigures native_figures(std::size_t floats)
{
    std::vector<float> source(floats, 1.0F);
    std::vector<float> target(floats);
    const auto from = std::as_bytes(std::span(source));
    const auto to = std::as_writable_bytes(std::span(target));
    const double moved = 4.0 * static_cast<double>(floats);
    volatile float kept = 0; // so that the sum is wanted
    return {
        .copy = host_rate(2 * moved, [&] { native::copy(from, to); }),
        .streaming = host_rate(2 * moved, [&] { native::streaming_copy(from, to); }),
        .read = host_rate(moved, [&] { kept = native::sum(source); }),
        .fma = native::fma_gflops(200),
    };
}

} // namespace

struct DeviceLimits::State
{
    cl::Device device;
    cl::CommandQueue queue;
    Guarded from;
    Guarded to;
    std::map<LimitKind, std::vector<Variant>> variants;
    std::map<LimitKind, double> highest;
    std::size_t floats = 0; ///< of each buffer
    bool is_cpu = false;
    bool is_nvidia = false;
    cl::Kernel nothing;
    NativeFigures native{}; ///< the highest seen so far, where the device is a CPU
};

DeviceLimits::DeviceLimits(Workbench& workbench, bool quick) : state_(std::make_unique<State>())
{
    constexpr const char* file = "bench/limits.cl";
    const bool cpu = workbench.is_cpu();
    const std::size_t bytes = std::size_t{cpu ? quick ? 32U : 256U : quick ? 256U : 1024U} << 20U;
    const std::size_t units = workbench.compute_units();
    const std::string type = cpu ? "float16" : "float4";
    const std::size_t lanes = cpu ? 16 : 4;
    const std::size_t vectors = bytes / (4 * lanes) / 8192 * 8192;
    state_->queue = workbench.queue();
    state_->from = workbench.output(vectors * lanes * 4);
    state_->to = workbench.output(vectors * lanes * 4);
    const auto kernel = [&](const char* name, bool stream) {
        return workbench.kernel(file, name,
                                fmt::format("-D VECTOR={} -D LANES={} -D CHUNKS={} -D PAST_CACHES={}", type,
                                            lanes, int{cpu}, int{stream}));
    };
    const double moved = static_cast<double>(vectors * lanes * 4);

    std::map<LimitKind, std::vector<Variant>> variants;
    for (const bool stream : {false, true}) {
        if (stream && !cpu) continue;
        cl::Kernel copy = kernel("limit_copy", stream);
        set_arguments(copy, state_->from, state_->to, static_cast<cl_ulong>(vectors));
        if (cpu)
            for (const std::size_t items : {units, 8 * units})
                variants[LimitKind::copy].push_back({copy, items, 1, 2 * moved});
        else
            for (const std::size_t each : {1U, 2U, 4U})
                variants[LimitKind::copy].push_back({copy, vectors / each, 256, 2 * moved});
    }
    // Where its pages lie makes one buffer faster to read than another, so that both are read; on a GPU also a part as large as
    // what the ladders read, which is timed as they are, after a launch that read the same.
    const auto add_reads = [&](const Guarded& of, const Guarded& sums, std::size_t chains,
                               std::size_t stretch) {
        cl::Kernel read = workbench.kernel(
            file, "limit_read",
            fmt::format("-D VECTOR={} -D LANES={} -D CHUNKS={} -D CHAINS={}", type, lanes, int{cpu}, chains));
        set_arguments(read, of, sums, static_cast<cl_ulong>(stretch));
        const auto add = [&](std::size_t items, std::size_t group) {
            const std::size_t each =
                stretch / items / chains * chains; // what the loop leaves out is not counted
            if (each == 0) return;
            variants[LimitKind::read].push_back(
                {read, items, group, static_cast<double>(each * items * lanes * 4), cpu ? 1U : 2U});
        };
        if (cpu)
            for (const std::size_t items : {units, 4 * units, 16 * units}) add(items, 1);
        else
            for (const auto& [groups, group] :
                 std::vector<std::pair<std::size_t, std::size_t>>{{4, 256},
                                                                  {8, 256},
                                                                  {32, 256},
                                                                  {256, 256},
                                                                  {2, 512},
                                                                  {4, 512}}) // groups of a compute unit
                add(units * groups * group, group);
    };
    const std::size_t quarter = vectors / 4;
    for (const std::size_t stretch : cpu ? std::vector{vectors} : std::vector{vectors, quarter})
        for (const std::size_t chains : {2U, 4U, 8U}) {
            add_reads(state_->from, state_->to, chains, stretch);
            add_reads(state_->to, state_->from, chains, stretch);
        }
    const std::size_t fma_items = cpu ? units : units * 2048 * 4, chains = cpu ? 12 : 8;
    const cl_uint rounds = cpu ? quick ? 1U << 16U : 1U << 20U : 1U << 10U;
    cl::Kernel fma = workbench.kernel(
        file, "limit_fma",
        fmt::format("-D VECTOR={} -D LANES={} -D CHUNKS=0 -D CHAINS={}", type, lanes, chains));
    set_arguments(fma, state_->to, 0.0F, rounds);
    variants[LimitKind::fma].push_back(
        {fma, fma_items, cpu ? 1U : 256U, 2.0 * static_cast<double>(chains * rounds * fma_items * lanes)});

    if (const int generation = matrix_units(workbench.device()); generation > 0) {
        const cl_uint times = 4096;
        cl::Kernel product = workbench.kernel("bench/limits_matrix.cl", "limit_matrix_fma",
                                              fmt::format("-D MATRIX_UNITS={}", generation));
        set_arguments(product, state_->to, times);
        const std::size_t group = generation >= 90 ? 256 : 128, groups = generation >= 90 ? units : 8 * units;
        // A round of a group: 128 × 256 × 64 products on Hopper, and 16 × 16 × 16 of 4 warps, 8 times, before.
        const double products = generation >= 90 ? 128.0 * 256 * 64 : 4 * 8 * 16.0 * 16 * 16;
        variants[LimitKind::matrix_fma].push_back(
            {product, groups * group, group, 2 * products * times * static_cast<double>(groups)});
    } else {
        variants[LimitKind::matrix_fma] = variants[LimitKind::fma];
    }

    state_->nothing = kernel("limit_launch", false);
    set_arguments(state_->nothing, state_->to);
    state_->queue.enqueueFillBuffer(state_->from.buffer(), 1.0F, 0, state_->from.bytes());
    state_->queue.enqueueFillBuffer(state_->to.buffer(), 0.0F, 0, state_->to.bytes());
    for (auto& [limit, of_limit] : variants) {
        median_rates(state_->queue, of_limit, 1); // to warm up
        const std::vector<double> medians = median_rates(state_->queue, of_limit, 5);
        const auto best = std::ranges::max_element(medians);
        state_->highest[limit] = *best;
        // Which one is best on a CPU depends on what its neighbours do to the memory, so all are asked each time.
        if (!cpu) of_limit = {of_limit[static_cast<std::size_t>(best - medians.begin())]};
    }
    state_->variants = std::move(variants);
    state_->is_cpu = cpu;
    state_->is_nvidia = workbench.is_nvidia();
    state_->device = workbench.device();
    state_->floats = vectors * lanes;
    if (cpu) state_->native = native_figures(state_->floats);
}

DeviceLimits::~DeviceLimits() = default;
DeviceLimits::DeviceLimits(DeviceLimits&&) noexcept = default;

double DeviceLimits::measure(LimitKind limit)
{
    const std::vector<Variant>& variants = state_->variants.at(limit);
    const double now = std::ranges::max(median_rates(state_->queue, variants, variants.size() > 1 ? 3 : 5));
    double& highest = state_->highest[limit];
    highest = std::max(highest, now);
    return now;
}

double DeviceLimits::launch_ms()
{
    const Stopwatch watch;
    state_->queue.enqueueNDRangeKernel(state_->nothing, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
    state_->queue.finish();
    return watch.elapsed().count();
}

std::optional<double> DeviceLimits::clock_mhz()
{
    if (state_->is_cpu) return native::clock_under_load_mhz();
    if (!state_->is_nvidia) return std::nullopt;
    const Variant& variant = state_->variants.at(LimitKind::fma).front();
    const double launch_ms = variant.work / (1e6 * measure(LimitKind::fma));
    for (double ms = 0; ms < 60; ms += launch_ms)
        state_->queue.enqueueNDRangeKernel(variant.kernel, cl::NullRange, cl::NDRange(variant.work_items),
                                           cl::NDRange(variant.work_group));
    state_->queue.flush();
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    const std::optional<double> clock = nvidia_clock_mhz(state_->device);
    state_->queue.finish();
    return clock;
}

double DeviceLimits::highest(LimitKind limit) const
{
    return state_->highest.at(limit);
}

double DeviceLimits::highest_native(LimitKind limit) const
{
    const NativeFigures& native = state_->native;
    return limit == LimitKind::copy   ? std::max(native.copy, native.streaming)
           : limit == LimitKind::read ? native.read
                                      : native.fma;
}

formats::LimitFigures DeviceLimits::look()
{
    formats::LimitFigures figures;
    figures.copy_gbps = to_four_digits(measure(LimitKind::copy));
    figures.read_gbps = to_four_digits(measure(LimitKind::read));
    figures.fma_gflops = to_four_digits(measure(LimitKind::fma));
    if (matrix_units(state_->device) > 0)
        figures.matrix_fma_gflops = to_four_digits(measure(LimitKind::matrix_fma));
    if (const auto clock = clock_mhz()) figures.clock_mhz = to_four_digits(*clock);
    if (!state_->is_cpu) return figures;
    const NativeFigures now = native_figures(state_->floats);
    figures.native_copy_gbps = to_four_digits(now.copy);
    figures.native_streaming_gbps = to_four_digits(now.streaming);
    figures.native_read_gbps = to_four_digits(now.read);
    figures.native_fma_gflops = to_four_digits(now.fma);
    NativeFigures& native = state_->native;
    native = {.copy = std::max(native.copy, now.copy),
              .streaming = std::max(native.streaming, now.streaming),
              .read = std::max(native.read, now.read),
              .fma = std::max(native.fma, now.fma)};
    return figures;
}

std::string unit_of(LimitKind limit)
{
    return limit == LimitKind::fma || limit == LimitKind::matrix_fma ? "GFLOP/s" : "GB/s";
}

std::string name_of(LimitKind limit)
{
    switch (limit) {
    case LimitKind::copy:
        return "copy";
    case LimitKind::read:
        return "read";
    case LimitKind::fma:
        return "FMA";
    case LimitKind::matrix_fma:
        return "matrix FMA";
    }
    return "";
}

} // namespace lockstep::bench
