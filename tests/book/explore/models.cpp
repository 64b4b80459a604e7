// Cases whose results are the lens's: occupancy, sectors, passes, rooflines, masks.
#include "cases.hpp"

#include "lockstep/lens/forecast.hpp"
#include "lockstep/lens/memory_model.hpp"
#include "lockstep/lens/occupancy.hpp"
#include "order.hpp"
#include "replay.hpp"

#include <algorithm>
#include <array>

namespace lockstep::explore
{

namespace
{

Case case_of(const lens::Profile& profile, nlohmann::json state, nlohmann::json expected)
{
    return {{"device", profile.id}, {"state", std::move(state)}, {"expected", std::move(expected)}};
}

/// Adds up what a replay issues, of segments with so many instructions each.
struct Issue : lens::ReplaySink
{
    explicit Issue(const std::array<unsigned, 4>& of_segment) : instructions(of_segment) {}

    void issued(std::uint32_t segment, unsigned lanes, std::uint64_t times, std::uint64_t diverged) override
    {
        issued_count += instructions[segment] * times;
        active += instructions[segment] * times * lanes;
        divergent += diverged;
    }

    void request(std::uint32_t, const lens::Access&, std::span<const lens::LaneAccess>) override {}

    std::array<unsigned, 4> instructions;
    std::uint64_t issued_count = 0;
    std::uint64_t active = 0;
    std::uint64_t divergent = 0;
};

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

Case coalescing_case(const lens::Profile& profile, Draw& draw)
{
    const bool is_load = draw.whole(0, 1) == 0;
    const unsigned type = draw.one_of<unsigned>({1, 2, 4, 8});
    const unsigned vector = draw.one_of<unsigned>({1, 2, 4});
    const std::string layout = draw.one_of<std::string>({"stride", "stride", "structures", "arrays"});
    const unsigned stride = draw.whole(0, 33);
    const unsigned offset = draw.whole(0, 32);
    const unsigned fields = draw.whole(2, 16);
    const unsigned field = draw.whole(0, fields - 1);
    const unsigned bytes = type * vector;
    std::vector<lens::LaneAccess> lanes;
    for (unsigned lane = 0; lane < profile.sub_group_size; ++lane) {
        const unsigned element = layout == "structures" ? lane * fields + field
                                 : layout == "arrays"   ? lane + offset
                                                        : lane * stride + offset;
        lanes.push_back({lane, std::uint64_t{element} * bytes, bytes});
    }
    const lens::GlobalCost cost = lens::global_cost(profile, lanes, is_load);
    return case_of(
        profile,
        {{"access", is_load ? "load" : "store"},
         {"type", type},
         {"vector", vector},
         {"layout", layout},
         {"stride", stride},
         {"offset", offset},
         {"fields", fields},
         {"field", field}},
        {{"sectors", cost.sectors}, {"ideal", cost.ideal}, {"bytes", cost.bytes}, {"lines", cost.lines}});
}

Case banks_case(const lens::Profile& profile, Draw& draw)
{
    constexpr unsigned columns = 32; // of the tile
    const bool is_load = draw.whole(0, 1) == 0;
    const unsigned vector = draw.one_of<unsigned>({1, 2, 4});
    const std::string pattern = draw.one_of<std::string>({"stride", "column", "row"});
    const bool swizzles = draw.whole(0, 1) == 0;
    const unsigned stride = draw.whole(0, 64);
    const unsigned padding = draw.whole(0, 8);
    const unsigned line = draw.whole(0, columns - 1);
    std::vector<lens::LaneAccess> lanes;
    for (unsigned lane = 0; lane < profile.sub_group_size; ++lane) {
        const unsigned row = pattern == "row" ? line : lane;
        const unsigned column = pattern == "row" ? lane % columns : line;
        const unsigned stored = swizzles ? column ^ (row % columns) : column;
        const unsigned element = pattern == "stride" ? lane * stride : row * (columns + padding) + stored;
        lanes.push_back({lane, std::uint64_t{element} * 4 * vector, 4 * vector});
    }
    const lens::LocalCost cost = lens::local_cost(profile, lanes, is_load);
    return case_of(profile,
                   {{"access", is_load ? "load" : "store"},
                    {"vector", vector},
                    {"pattern", pattern},
                    {"swizzle", swizzles ? "on" : "off"},
                    {"stride", stride},
                    {"padding", padding},
                    {"line", line}},
                   {{"wavefronts", cost.wavefronts}, {"ideal", cost.ideal}, {"bytes", cost.bytes}});
}

/// The lens's forecast of a launch of 2^24 elements that only moves and computes, on a GPU that reaches its data sheet's figures.
Case roofline_case(const lens::Profile& profile, Draw& draw)
{
    constexpr double elements = 1U << 24U;
    const double bytes = draw.whole(1, 256) / 4.0;
    const double operations = draw.whole(1, 1U << draw.whole(0, 13));
    lens::Profile ideal = profile;
    ideal.rates = {.clock_ghz = 1,
                   .slots_per_clock = profile.peak_gflops / profile.compute_units, // operations as slots
                   .lines_per_clock = 1,
                   .passes_per_clock = 1,
                   .memory_gbps = profile.peak_gbps,
                   .second_gbps = 1,
                   .atomics_per_ns = 1,
                   .line_atomics_per_ns = 1,
                   .step_clocks = 1,
                   .local_ns = 1,
                   .first_ns = 1,
                   .second_ns = 1,
                   .memory_ns = 1};
    lens::LaunchWork work;
    work.issue_slots = operations * elements;
    work.sectors_read = bytes * elements / profile.global.sector_bytes();
    const lens::Forecast forecast = lens::forecast(ideal, work, {});
    const auto term = [&](lens::Bound bound) { return forecast.terms_ns[static_cast<std::size_t>(bound)]; };
    const double memory = term(lens::Bound::memory);
    const double arithmetic = term(lens::Bound::instructions);
    const double gflops = operations * elements / std::max(memory, arithmetic);
    return case_of(profile, {{"bytes", bytes}, {"operations", operations}},
                   {{"memoryNs", memory},
                    {"arithmeticNs", arithmetic},
                    {"gflops", gflops},
                    {"part", gflops / profile.peak_gflops},
                    {"bound", forecast.bound == lens::Bound::memory ? "memory" : "arithmetic"}});
}

/// A group of 64 work-items at an `if`, replayed by the lens sub-group by sub-group.
Case divergence_case(const lens::Profile& profile, Draw& draw)
{
    constexpr unsigned group = 64;
    const unsigned left = draw.whole(1, 8);
    const unsigned right = draw.whole(0, 8);
    const unsigned period = draw.whole(1, group); // neighbours that agree
    std::string taken;
    for (unsigned i = 0; i < group; ++i)
        taken += i % period == 0 ? (draw.whole(0, 1) == 0 ? '0' : '1') : taken.back();

    const std::vector<std::vector<std::size_t>> graph{{1, 2}, {3}, {3}, {}}; // the test, its sides, behind it
    const std::vector<unsigned> order = lens::reconvergence_order(graph);
    std::vector<lens::SegmentShape> shapes;
    for (std::size_t i = 0; i < graph.size(); ++i)
        shapes.push_back({order[i], i == 0 ? lens::SegmentEnd::branch : lens::SegmentEnd::plain, {}});
    Issue issue({1, left, right, 1});
    lens::Replay replay;
    for (unsigned first = 0; first < group; first += profile.sub_group_size) {
        std::vector<lens::LaneTrace> traces(profile.sub_group_size);
        for (unsigned lane = 0; lane < profile.sub_group_size; ++lane)
            for (const std::uint32_t segment : {0U, taken[first + lane] == '1' ? 1U : 2U, 3U})
                traces[lane].steps.push_back({segment, 0, 1});
        replay.run(traces, shapes, issue);
    }
    return case_of(profile, {{"taken", taken}, {"left", left}, {"right", right}},
                   {{"issued", issue.issued_count},
                    {"active", issue.active},
                    {"efficiency", static_cast<double>(issue.active) /
                                       static_cast<double>(issue.issued_count * profile.sub_group_size)},
                    {"divergent", issue.divergent}});
}

} // namespace lockstep::explore
