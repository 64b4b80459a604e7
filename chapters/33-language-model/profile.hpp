// Where the time of a training step goes: each kernel beside the time that the device needs
// at least for its operations, or for its bytes.
#pragma once

#include "training.hpp"

#include <cstdio>

namespace language_model
{

// GPT-2's small size, with the vocabulary that it has.
const Shape gpt2{12, 12, 768, 1024, 50257};

struct Limits
{
    double copy_gbps, product_tflops; // of the units, 0 where there are none
};

// What the device does at most: a copy of 256 MiB, and products on its units for matrices
// that read nothing.
inline Limits limits_of(const lockstep::Lab& lab)
{
    constexpr std::size_t bytes = std::size_t{256} << 20U;
    const cl::Buffer from = lab.output<char>(bytes), to = lab.output<char>(bytes);
    lab.queue.enqueueFillBuffer(from, 1.0F, 0, bytes);
    Limits limits{2e-6 * bytes / lab.best_ms([&](cl::Event& event) {
                      lab.queue.enqueueCopyBuffer(from, to, 0, 0, bytes, nullptr, &event);
                  }),
                  0};
    const int units = lockstep::matrix_units(lab.device);
    if (units == 0) return limits;
    constexpr cl_uint rounds = 4096;
    const bool wide = units >= 90; // products of 128 × 256 × 64, or 32 of 16 × 16 × 16
    const std::size_t groups =
        (wide ? 1 : 8) * lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    const std::size_t items = wide ? 256 : 128;
    const cl::Program program = lab.program("../../bench/limits_matrix.cl",
                                            "-D MATRIX_UNITS=" + std::to_string(units));
    const double ms = lab.best_ms(cl::Kernel{program, "limit_matrix_fma"}, {groups * items},
                                  {items}, to, rounds);
    limits.product_tflops = 2e-9 * (wide ? 128 * 256 * 64 : 32 * 16 * 16 * 16) * rounds *
                            static_cast<double>(groups) / ms;
    return limits;
}

// Of a launch's buffers its kernel moves a part, and what it writes so often again.
inline double bytes_of(const Launch& launch)
{
    struct Moves
    {
        double part, again;
    };
    static const std::map<std::string, Moves> others{
        {"embed", {0, 3}}, // and of tokens and positions a row each
        {"embed_tokens_backward", {1, 1}},
        {"normalise_backward", {1, 1}},
        {"cross_entropy", {1, 1}},
        {"gelu_backward", {1, 1}},
        {"causal_softmax", {0.5, 0}},
        {"softmax_backward", {0.5, 0.5}},
        {"adamw", {1, 3}}};
    const auto found = others.find(launch.kernel);
    const Moves moves = found == others.end() ? Moves{1, 0} : found->second;
    return moves.part * launch.bytes +
           moves.again * static_cast<double>(launch.written.getInfo<CL_MEM_SIZE>());
}

//! [profile_steps]
// Trains some steps, and tells what became of their time.
inline void profile(const lockstep::Lab& lab, const Shape& shape, const Plan& plan,
                    const Tokens& text)
{
    Trainer trainer{lab, shape, plan};
    const double gib = 1 << 30U;
    std::printf("%zu parameters, %u tokens a step, %.1f of %.1f GiB of memory\n",
                parameters_of(shape), trainer.model.rows,
                static_cast<double>(trainer.model.launcher.memory.bytes_taken()) / gib,
                static_cast<double>(lab.device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>()) / gib);
    std::fflush(stdout);
    const Limits limits = limits_of(lab);
    std::printf("the device copies %.0f GB/s", limits.copy_gbps);
    if (limits.product_tflops > 0)
        std::printf(", and its units make %.0f TFLOP/s", limits.product_tflops);
    std::printf("\n");
    std::fflush(stdout);
    for (int warming = 0; warming < 2; ++warming) trainer.step(text);

    std::vector<Launch> launches;
    trainer.model.launcher.watch = [&](const Launch& launch) {
        launches.push_back(launch);
    };
    std::vector<double> times;
    double loss = 0;
    while (trainer.steps_done < plan.steps) {
        lab.queue.finish();
        const lockstep::Stopwatch watch;
        loss = trainer.step(text);
        lab.queue.finish();
        times.push_back(watch.elapsed().count());
    }
    struct Sum
    {
        std::string what;
        double count = 0, ms = 0, operations = 0, bytes = 0, least_ms = 0;
    };
    std::vector<Sum> sums;
    Sum all;
    for (const Launch& launch : launches) {
        const std::string what = launch.kernel + launch.shape;
        auto sum = std::ranges::find(sums, what, &Sum::what);
        if (sum == sums.end()) sum = sums.insert(sum, {what});
        const double bytes = bytes_of(launch), of_bytes = bytes / limits.copy_gbps / 1e6,
                     of_operations = limits.product_tflops > 0
                                         ? launch.operations / limits.product_tflops / 1e9
                                         : 0;
        for (Sum* to : {&*sum, &all}) {
            to->count += 1, to->ms += lockstep::elapsed(launch.event).count();
            to->operations += launch.operations, to->bytes += bytes;
            to->least_ms += std::max(of_bytes, of_operations);
        }
    }
    std::ranges::sort(sums, std::greater{}, &Sum::ms);
    all.what = "all";
    sums.push_back(all);
    const double steps = static_cast<double>(times.size());
    std::printf("  %-44s %4s %9s %7s %8s %7s %9s\n", "of a step", "×", "ms", "%", "TFLOP/s",
                "GB/s", "of limit");
    for (const Sum& sum : sums)
        std::printf("  %-44s %4.0f %9.3f %6.1f%% %8.1f %7.0f %8.0f%%\n", sum.what.c_str(),
                    sum.count / steps, sum.ms / steps, 100 * sum.ms / all.ms,
                    sum.operations / sum.ms / 1e9, sum.bytes / sum.ms / 1e6,
                    100 * sum.least_ms / sum.ms);
    const double median = lockstep::median(times);
    std::printf(
        "a step by the clock: %.1f ms, median of %zu (%.1f to %.1f), a loss of %.2f; "
        "%.0f tokens/s\n",
        median, times.size(), *std::ranges::min_element(times),
        *std::ranges::max_element(times), loss, 1000.0 * trainer.model.rows / median);
}
//! [profile_steps]

} // namespace language_model
