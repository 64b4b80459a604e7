// The launches of the scan ladder's rungs.
#include "scan_launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace lockstep::bench::scans
{
namespace
{

/// How many times `count` can be halved until one is left, rounded up.
double halvings(std::size_t count)
{
    return count < 2 ? 0 : static_cast<double>(std::bit_width(count - 1));
}

cl_uint word(std::size_t count)
{
    return static_cast<cl_uint>(count);
}

void begin(Plan& plan, const Data& data)
{
    plan.options = fmt::format("-D ELEMENT={}", data.element);
    plan.out = {plan.words(data.count)};
}

/// So many strips for each compute unit, of a whole number of pieces.
std::size_t strip_on_units(const Plan& plan, const Data& data, std::size_t piece)
{
    const std::size_t strips = plan.workbench().compute_units() * plan.parameter("STRIPS");
    return rounded_up(divide_up(data.count, strips), piece);
}

/// @param depth_of_piece additions within a piece of `piece` elements.
/// @param most_groups of them; the pieces are shared out among the groups there are.
void pass(Plan& plan, const Data& data, std::size_t piece, std::size_t group, std::size_t depth_of_piece,
          std::size_t most_groups)
{
    begin(plan, data);
    constexpr std::size_t clearing_group = 64;
    const std::size_t pieces = divide_up(data.count, piece);
    const std::size_t words = 2 * (plan.parameter("WINDOW") + pieces) + 1;
    const Guarded states = plan.words(words);
    plan.launch_groups(plan.kernel(0), divide_up(words, clearing_group), clearing_group, states,
                       word(pieces));
    plan.launch_groups(plan.kernel(1), std::min(pieces, most_groups), group, data.in, plan.out[0], states,
                       word(data.count), word(pieces));
    plan.additions = static_cast<double>(pieces + depth_of_piece);
}

void pass_of_tiles(Plan& plan, const Data& data, std::size_t most_groups)
{
    const std::size_t group = plan.parameter("GROUP"), rows = plan.parameter("ROWS");
    pass(plan, data, 4 * rows * group, group, rows + group / 16 + 24, most_groups);
}

} // namespace

void in_steps(Plan& plan, const Data& data)
{
    begin(plan, data);
    constexpr std::size_t group = 256;
    const Guarded other = plan.words(data.count);
    const auto steps = std::max<std::size_t>(1, static_cast<std::size_t>(halvings(data.count)));
    Guarded from = data.in;
    for (std::size_t step = 0; step < steps; ++step) {
        // The last step writes to the result.
        const Guarded to = (steps - step) % 2 == 1 ? plan.out[0] : other;
        plan.launch_groups(plan.kernel(), divide_up(data.count, group), group, from, to, word(data.count),
                           cl_uint{1} << step);
        from = to;
    }
    plan.additions = halvings(data.count);
}

void in_blocks(Plan& plan, const Data& data)
{
    begin(plan, data);
    struct Level
    {
        Guarded scanned;
        Guarded sums;
        std::size_t elements;
        std::size_t blocks;
    };
    std::vector<Level> levels;
    const std::size_t block = plan.parameter("BLOCK"), group = plan.parameter("GROUP");
    Guarded from = data.in, to = plan.out[0];
    for (std::size_t elements = data.count, blocks = 0; blocks != 1; elements = blocks) {
        blocks = divide_up(elements, block);
        const Guarded sums = plan.words(blocks);
        plan.launch_groups(plan.kernel(0), blocks, group, from, to, sums, word(elements));
        levels.push_back({to, sums, elements, blocks});
        from = to = sums; // in place: a work-group reads its block before it writes it
    }
    for (std::size_t l = levels.size(); l-- > 0;)
        if (const auto& [scanned, sums, elements, blocks] = levels[l]; blocks > 1)
            plan.launch_groups(plan.kernel(1), blocks - 1, group, scanned, sums, word(elements));
    plan.additions = static_cast<double>(levels.size()) * (2 * halvings(block) + 4);
}

void sums_first(Plan& plan, const Data& data)
{
    begin(plan, data);
    const std::size_t group = plan.parameter("GROUP"), rows = plan.parameter("ROWS"), tile = 4 * rows * group,
                      strip = strip_on_units(plan, data, tile), strips = divide_up(data.count, strip);
    const Guarded sums = plan.words(strips);
    plan.launch_groups(plan.kernel(0), strips, group, data.in, sums, word(data.count), word(strip));
    plan.launch_groups(plan.kernel(1), 1, group, sums, word(strips));
    plan.launch_groups(plan.kernel(2), strips, group, data.in, plan.out[0], sums, word(data.count),
                       word(strip));
    const std::size_t tiles = divide_up(std::min(strip, data.count), tile),
                      in_group = 16 + group / 16 + rows + 6;
    plan.additions = static_cast<double>(tiles * (rows + 1) + strips / group + 3 * in_group);
}

void in_long_strips(Plan& plan, const Data& data)
{
    begin(plan, data);
    const std::size_t strip = strip_on_units(plan, data, 64), strips = divide_up(data.count, strip);
    const Guarded sums = plan.words(strips);
    plan.launch_groups(plan.kernel(0), strips, 1, data.in, sums, word(data.count), word(strip));
    plan.launch_groups(plan.kernel(1), strips, 1, data.in, plan.out[0], sums, word(data.count), word(strip));
    plan.additions = static_cast<double>(std::min(strip, data.count) / 16 + strips + 32);
}

void in_one_pass(Plan& plan, const Data& data)
{
    pass_of_tiles(plan, data, SIZE_MAX);
}

void with_groups_on_units(Plan& plan, const Data& data)
{
    pass_of_tiles(plan, data, plan.parameter("GROUPS") * plan.workbench().compute_units());
}

void in_cached_strips(Plan& plan, const Data& data)
{
    const std::size_t strip = plan.parameter("STRIP");
    pass(plan, data, strip, 1, strip / 16 + 32, 16 * plan.workbench().compute_units());
}

} // namespace lockstep::bench::scans
