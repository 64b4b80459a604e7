// The launches of the sort ladder's rungs.
#include "sort_launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace lockstep::bench::sorts
{
namespace
{

cl_uint word(std::size_t count)
{
    return static_cast<cl_uint>(count);
}

Elements elements(Plan& plan, const Data& data)
{
    const Guarded keys = plan.words(data.count);
    return {keys, data.pairs ? plan.words(data.count) : keys};
}

Elements out_of(const Plan& plan)
{
    return {plan.out[0], plan.out[1]};
}

void begin(Plan& plan, const Data& data)
{
    plan.options = fmt::format("-D PAIRS={}", data.pairs ? 1 : 0);
    const auto [keys, values] = elements(plan, data);
    plan.out = {keys, values};
}

/// Where each of so many rounds writes: two places in turn, the last of them the result.
std::vector<Elements> targets(Plan& plan, const Data& data, std::size_t rounds)
{
    const Elements other = elements(plan, data);
    std::vector<Elements> all;
    for (std::size_t left = rounds; left-- > 0;) all.push_back(left % 2 == 0 ? out_of(plan) : other);
    return all;
}

std::size_t groups_on_units(const Plan& plan, std::size_t each)
{
    return each * plan.workbench().spread_over(2);
}

/// @param piece what a strip is a whole number of.
void by_strips(Plan& plan, const Data& data, std::size_t bits, std::size_t piece, std::size_t group)
{
    begin(plan, data);
    const std::size_t strip =
        rounded_up(divide_up(data.count, groups_on_units(plan, plan.parameter("STRIPS"))), piece);
    const std::size_t strips = divide_up(data.count, strip);
    const Guarded counts = plan.words(strips << bits);
    const cl_uint n = word(data.count);
    Elements from = data.in;
    cl_uint shift = 0;
    for (const Elements& to : targets(plan, data, divide_up(32, bits))) {
        plan.launch_groups(plan.kernel(0), strips, group, from.keys, counts, n, word(strip), shift);
        plan.launch_groups(plan.kernel(1), 1, group, counts, word(strips));
        plan.launch_groups(plan.kernel(2), strips, group, from.keys, from.values, to.keys, to.values, counts,
                           n, word(strip), shift);
        from = to;
        shift += word(bits);
    }
}

} // namespace

void by_network(Plan& plan, const Data& data)
{
    begin(plan, data);
    const std::size_t block = plan.parameter("BLOCK"), group = plan.parameter("GROUP"),
                      blocks = divide_up(data.count, block);
    const Elements out = out_of(plan);
    const cl_uint n = word(data.count);
    std::size_t places = block;
    while (places < data.count) places *= 2;
    // Half of the places, of which those beyond the last key are not looked at: the halves of the last runs may be there in part only.
    const auto step = [&](std::size_t half, std::size_t across) {
        plan.launch_groups(plan.kernel(1), divide_up(places / 2, group), group, out.keys, out.values, n,
                           word(half), word(across));
    };
    plan.launch_groups(plan.kernel(0), blocks, group, data.in.keys, data.in.values, out.keys, out.values, n);
    for (std::size_t run = block; run < data.count; run *= 2) {
        step(run, 2 * run - 1);
        for (std::size_t half = run / 2; half >= block; half /= 2) step(half, half);
        plan.launch_groups(plan.kernel(2), blocks, group, out.keys, out.values, n); // the end of a merge
    }
}

void by_merges(Plan& plan, const Data& data)
{
    begin(plan, data);
    const std::size_t block = plan.parameter("BLOCK"), group = plan.parameter("GROUP"),
                      blocks = divide_up(data.count, block);
    const cl_uint n = word(data.count);
    std::vector<std::size_t> runs;
    for (std::size_t run = block; run < data.count; run *= 2) runs.push_back(run);
    const std::vector<Elements> to = targets(plan, data, 1 + runs.size());
    plan.launch_groups(plan.kernel(0), blocks, group, data.in.keys, data.in.values, to[0].keys, to[0].values,
                       n);
    for (std::size_t round = 0; round < runs.size(); ++round)
        plan.launch_groups(plan.kernel(1), blocks, group, to[round].keys, to[round].values,
                           to[round + 1].keys, to[round + 1].values, n, word(runs[round]));
}

void in_strips_of_tiles(Plan& plan, const Data& data)
{
    const std::size_t group = plan.parameter("GROUP");
    by_strips(plan, data, 8, group * plan.parameter("ROWS"), group);
}

void in_strips(Plan& plan, const Data& data)
{
    by_strips(plan, data, plan.parameter("BITS"), 16, 1);
}

void in_one_pass(Plan& plan, const Data& data)
{
    begin(plan, data);
    constexpr std::size_t passes = 4, digits = 256;
    const std::size_t group = plan.parameter("GROUP"),
                      tiles = divide_up(data.count, group * plan.parameter("ROWS"));
    const Guarded states = plan.words(passes * digits * (2 + tiles));
    const cl_uint n = word(data.count);
    plan.launch_groups(plan.kernel(0), passes * (2 + tiles), digits, states);
    plan.launch_groups(plan.kernel(1), std::min(divide_up(data.count, 4 * group), groups_on_units(plan, 4)),
                       group, data.in.keys, states, n, word(tiles));
    plan.launch_groups(plan.kernel(2), passes, group, states, word(tiles));
    Elements from = data.in;
    cl_uint pass = 0;
    for (const Elements& to : targets(plan, data, passes)) {
        plan.launch_groups(plan.kernel(3), tiles, group, from.keys, from.values, to.keys, to.values, states,
                           n, word(tiles), pass++);
        from = to;
    }
}

} // namespace lockstep::bench::sorts
