// Cases whose results are the lens's: occupancy.
#include "cases.hpp"

#include "lockstep/lens/occupancy.hpp"

namespace lockstep::explore
{

namespace
{

Case case_of(const lens::Profile& profile, nlohmann::json state, nlohmann::json expected)
{
    return {{"device", profile.id}, {"state", std::move(state)}, {"expected", std::move(expected)}};
}

} // namespace

Case occupancy_case(const lens::Profile& profile, Draw& draw)
{
    // Beyond the limits as well: what cannot run must be refused by both.
    const unsigned group = draw.whole(1, profile.unit.max_group_size + 64);
    const unsigned registers = draw.whole(0, profile.unit.max_registers_per_item + 2);
    const unsigned local =
        draw.whole(0, 3) == 0
            ? 0
            : draw.whole(0, profile.unit.max_local_bytes_per_group / draw.whole(1, 16) + 512);
    const lens::Occupancy found = lens::occupancy(profile, {group, registers, local});
    nlohmann::json limits = nlohmann::json::array();
    for (const lens::ResourceLimit& limit : found.limits)
        limits.push_back({{"resource", limit.resource},
                          {"perGroup", limit.per_group},
                          {"available", limit.available},
                          {"groups", limit.groups}});
    return case_of(profile, {{"group", group}, {"registers", registers}, {"local", local}},
                   {{"groups", found.groups},
                    {"subGroups", found.sub_groups},
                    {"fraction", found.fraction},
                    {"limit", found.limit},
                    {"runs", found.refusal.empty()},
                    {"limits", limits}});
}

} // namespace lockstep::explore
