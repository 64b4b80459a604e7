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

std::string options_of(const Parameters& parameters)
{
    std::string options;
    for (const auto& [name, value] : parameters)
        options += fmt::format("{}-D {}={}", options.empty() ? "" : " ", name, value);
    return options;
}

} // namespace lockstep::bench
