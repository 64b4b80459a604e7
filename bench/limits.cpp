// The limits of a device, each from the best of a few kernels.
#include "limits.hpp"

#include "peers/native.hpp"

#include <lockstep/error.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>

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
    double work = 0; ///< bytes or operations
};

double rate(const cl::CommandQueue& queue, const Variant& variant)
{
    cl::Event event;
    queue.enqueueNDRangeKernel(variant.kernel, cl::NullRange, cl::NDRange(variant.work_items),
                               cl::NDRange(variant.work_group), nullptr, &event);
    return variant.work / (1e6 * elapsed(event).count());
}

/// A shared machine has fast moments and slow ones: the median of `times` looks.
double median_rate(const cl::CommandQueue& queue, const Variant& variant, std::size_t times)
{
    std::vector<double> rates;
    while (rates.size() < times) rates.push_back(rate(queue, variant));
    std::ranges::sort(rates);
    return rates[times / 2];
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
    std::ranges::sort(rates);
    return rates[2];
}

/// What native C++ reaches on a CPU.
struct NativeFigures
{
    double copy = 0;
    double streaming = 0;
    double read = 0;
    double fma = 0;
};

double to_a_tenth(double figure)
{
    return std::round(10 * figure) / 10;
}

} // namespace

struct DeviceLimits::State
{
    cl::CommandQueue queue;
    Guarded from;
    Guarded to;
    std::map<LimitKind, Variant> chosen;
    std::map<LimitKind, double> highest;
    std::optional<NativeFigures> native;
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
    cl::Kernel read = kernel("limit_read", false);
    set_arguments(read, state_->from, state_->to, static_cast<cl_ulong>(vectors));
    if (cpu)
        for (const std::size_t items : {units, 8 * units})
            variants[LimitKind::read].push_back({read, items, 1, moved});
    else
        for (const std::size_t groups : {4U, 8U, 32U, 256U}) // of a compute unit
            variants[LimitKind::read].push_back({read, units * groups * 256, 256, moved});
    for (Variant& variant : variants[LimitKind::read]) { // what the loop leaves out is not counted
        const std::size_t per_item = vectors / variant.work_items / 4 * 4;
        variant.work = static_cast<double>(per_item * variant.work_items * lanes * 4);
    }
    const std::size_t fma_items = cpu ? units : units * 2048 * 4;
    const cl_uint rounds = cpu ? quick ? 1U << 16U : 1U << 20U : 1U << 12U;
    cl::Kernel fma = workbench.kernel(
        file, "limit_fma",
        fmt::format("-D VECTOR={} -D LANES=1 -D CHUNKS=0 -D PAST_CACHES=0", cpu ? type : "float"));
    set_arguments(fma, state_->to, 0.5F, 1.0F, rounds);
    variants[LimitKind::fma].push_back(
        {fma, fma_items, cpu ? 1U : 256U,
         2.0 * 12 * rounds * static_cast<double>(fma_items) * (cpu ? 16.0 : 1.0)});

    state_->queue.enqueueFillBuffer(state_->from.buffer(), 1.0F, 0, state_->from.bytes());
    state_->queue.enqueueFillBuffer(state_->to.buffer(), 0.0F, 0, state_->to.bytes());
    for (const auto& [limit, of_limit] : variants) {
        double best = 0;
        for (const Variant& variant : of_limit) {
            rate(state_->queue, variant);
            const double now = median_rate(state_->queue, variant, 5);
            if (now > best) state_->chosen[limit] = variant;
            best = std::max(best, now);
        }
        state_->highest[limit] = best;
    }
    if (!cpu) return;
    std::vector<float> source(vectors * lanes, 1.0F);
    std::vector<float> target(source.size());
    const auto from = std::as_bytes(std::span(source));
    const auto to = std::as_writable_bytes(std::span(target));
    volatile float kept = 0; // so that the sum is wanted
    state_->native = NativeFigures{
        .copy = host_rate(2 * moved, [&] { native::copy(from, to); }),
        .streaming = host_rate(2 * moved, [&] { native::streaming_copy(from, to); }),
        .read = host_rate(moved, [&] { kept = native::sum(source); }),
        .fma = native::fma_gflops(200),
    };
}

DeviceLimits::~DeviceLimits() = default;

double DeviceLimits::measure(LimitKind limit)
{
    const double now = median_rate(state_->queue, state_->chosen.at(limit), 5);
    double& highest = state_->highest[limit];
    highest = std::max(highest, now);
    return now;
}

double DeviceLimits::highest(LimitKind limit) const
{
    return state_->highest.at(limit);
}

double DeviceLimits::highest_native(LimitKind limit) const
{
    if (!state_->native) return 0;
    return limit == LimitKind::copy   ? state_->native->streaming
           : limit == LimitKind::read ? state_->native->read
                                      : state_->native->fma;
}

formats::LimitFigures DeviceLimits::figures() const
{
    formats::LimitFigures figures;
    figures.copy_gbps = to_a_tenth(highest(LimitKind::copy));
    figures.read_gbps = to_a_tenth(highest(LimitKind::read));
    figures.fma_gflops = to_a_tenth(highest(LimitKind::fma));
    if (state_->native) {
        figures.native_copy_gbps = to_a_tenth(state_->native->copy);
        figures.native_streaming_gbps = to_a_tenth(state_->native->streaming);
        figures.native_read_gbps = to_a_tenth(state_->native->read);
        figures.native_fma_gflops = to_a_tenth(state_->native->fma);
    }
    return figures;
}

std::string unit_of(LimitKind limit)
{
    return limit == LimitKind::fma ? "GFLOP/s" : "GB/s";
}

std::string name_of(LimitKind limit)
{
    return limit == LimitKind::copy ? "copy" : limit == LimitKind::read ? "read" : "FMA";
}

} // namespace lockstep::bench
