// Time of branches against the number of neighbours that agree, and of loops with unequal trips.
#include "experiment.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace lockstep::bench
{
namespace
{

constexpr std::uint32_t group = 256;
constexpr std::uint32_t checked = 4096;

struct Sides
{
    std::string name;
    std::uint32_t steps;   ///< fused multiply-adds of each side
    std::uint32_t repeats; ///< of the whole branch
};

float chain(float x, std::uint32_t steps, float a, float b)
{
    for (std::uint32_t k = 0; k < steps; ++k) x = std::fma(x, a, b);
    return x;
}

bool same(std::uint32_t bits, float expected)
{
    return std::bit_cast<float>(bits) == expected;
}

DivergenceRow measure_branch(Bench& bench, const Sides& sides, std::uint32_t shift, std::uint32_t items)
{
    const cl::Buffer out = bench.buffer(items * sizeof(float));
    cl::Kernel kernel = bench.kernel("divergence.cl", "branches", fmt::format("-D STEPS={}", sides.steps));
    set_arguments(kernel, out, shift, sides.repeats);
    const double ms = bench.median_ms(kernel, {items}, {group});
    const auto got = bench.words(out, 0, checked);
    bool right = true;
    for (std::uint32_t i = 0; i < checked; ++i) {
        const bool left = ((i >> shift) & 1U) == 0;
        const float start = static_cast<float>(i & 1023U) * 0.001F;
        right = right && same(got[i], chain(start, sides.steps * sides.repeats, left ? 0.75F : 0.5F,
                                            left ? 0.125F : 0.375F));
    }
    require_right(right, fmt::format("{} branches that agree in {}", sides.name, 1U << shift));
    return {.vary = "granularity",
            .sides = sides.name,
            .steps = sides.steps,
            .granularity = 1U << shift,
            .pattern = {},
            .ms = ms};
}

DivergenceRow measure_trips(Bench& bench, std::uint32_t pattern, const std::string& name, std::uint32_t items)
{
    const cl::Buffer out = bench.buffer(items * sizeof(float));
    cl::Kernel kernel = bench.kernel("divergence.cl", "trips", "-D STEPS=1");
    set_arguments(kernel, out, pattern);
    const double ms = bench.median_ms(kernel, {items}, {group});
    const auto got = bench.words(out, 0, checked);
    bool right = true;
    for (std::uint32_t i = 0; i < checked; ++i) {
        const std::uint32_t place = i & 1023U;
        const std::uint32_t count = pattern == 0   ? 496
                                    : pattern == 1 ? (place & 31U) * 32
                                                   : (place >> 5U) * 32;
        right = right && same(got[i], chain(static_cast<float>(place) * 0.001F, count, 0.75F, 0.125F));
    }
    require_right(right, "the loops with unequal trips");
    return {.vary = "trips", .sides = {}, .steps = {}, .granularity = {}, .pattern = name, .ms = ms};
}

} // namespace

std::vector<DivergenceRow> measure_divergence(Bench& bench)
{
    const std::uint32_t items = bench.scale().quick ? 1U << 13U : 1U << 22U;
    const std::vector<Sides> cases{{"long", 256, 8}, {"medium", 16, 64}, {"short", 2, 256}};
    std::vector<DivergenceRow> rows;
    for (const Sides& sides : cases)
        for (std::uint32_t shift = 0; shift <= 8; ++shift)
            rows.push_back(measure_branch(bench, sides, shift, items));
    rows.push_back(measure_trips(bench, 0, "equal", items));
    rows.push_back(measure_trips(bench, 1, "neighbours differ", items));
    rows.push_back(measure_trips(bench, 2, "sorted", items));
    return rows;
}

} // namespace lockstep::bench
