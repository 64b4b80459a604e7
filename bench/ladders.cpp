// The ladders there are, in the order of the chapters.
#include "ladder.hpp"

#include "limits.hpp"

#include <lockstep/failure.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::bench
{
namespace
{

std::vector<std::unique_ptr<Ladder>>& registered()
{
    static std::vector<std::unique_ptr<Ladder>> all;
    return all;
}

} // namespace

Registered::Registered(std::unique_ptr<Ladder> ladder)
{
    registered().push_back(std::move(ladder));
}

std::vector<const Ladder*> ladders()
{
    std::vector<const Ladder*> all;
    for (const auto& ladder : registered()) all.push_back(ladder.get());
    std::ranges::sort(all, {}, &Ladder::chapter);
    return all;
}

const Ladder& find_ladder(const std::string& name)
{
    std::string names;
    for (const Ladder* ladder : ladders()) {
        if (ladder->name() == name) return *ladder;
        names += (names.empty() ? "" : ", ") + ladder->name();
    }
    throw Failure(fmt::format("There is no ladder '{}'.", name),
                  fmt::format("./lockstep bench NAME, one of {}", names));
}

std::string Ladder::unit() const
{
    return unit_of(limit());
}

std::vector<std::string> Ladder::curve_rungs(const Workbench& workbench) const
{
    const std::vector<Rung> all = rungs(workbench);
    std::vector<std::string> names;
    for (const std::size_t index : {std::size_t{0}, all.size() / 2, all.size() - 1})
        if (names.empty() || names.back() != all[index].name) names.push_back(all[index].name);
    return names;
}

std::vector<Extent> Ladder::curve_extents(const Workbench& workbench, const std::string& input,
                                          bool quick) const
{
    const Extent full = timed_extent(workbench, input, quick);
    std::vector<Extent> extents;
    for (std::size_t count = smallest_of_curve; count < full.columns; count *= 4)
        extents.push_back({count, full.rows});
    extents.push_back(full);
    return extents;
}

std::optional<Growth> Ladder::growth(const Extent& extent) const
{
    const auto [columns, rows] = extent;
    return Growth{.results = rows == 1 ? 1 : static_cast<double>(columns + rows), .work = elements(extent)};
}

std::optional<Extent> Ladder::extent_of(double elements) const
{
    // In a line or in a square, as they are counted.
    const bool in_line = counted_extents(cases().front(), {}).front().rows == 1;
    const auto with = [&](std::size_t side) { return Extent{side, in_line ? 1 : side}; };
    std::size_t low = 1, high = std::size_t{1} << 32U;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (this->elements(with(middle)) < elements)
            low = middle + 1;
        else
            high = middle;
    }
    if (this->elements(with(low)) != elements) return std::nullopt;
    return with(low);
}

} // namespace lockstep::bench
