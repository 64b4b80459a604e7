// The ladders' results from JSON and to JSON.
#include "lockstep/formats/ladder_results.hpp"

#include "results_text.hpp"
#include "spread_fields.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep::formats
{

LOCKSTEP_FIELDS(LimitFigures, clock_mhz, copy_gbps, fma_gflops, matrix_fma_gflops, native_copy_gbps,
                native_fma_gflops, native_read_gbps, native_streaming_gbps, read_gbps)
LOCKSTEP_FIELDS(TriedCandidate, parameters, best, refused)

inline void read_value(const JsonReader& from, std::vector<PeerRatio>& to)
{
    for (const auto& [peer, ratio] : from.members()) to.push_back({peer, ratio.number()});
}

inline Json written(const std::vector<PeerRatio>& ratios)
{
    Json json = Json::object();
    for (const PeerRatio& ratio : ratios) json[ratio.peer] = ratio.ratio;
    return json;
}

inline void read_value(const JsonReader& from, ResultExtent& to)
{
    const std::vector<JsonReader> extents = from.list();
    if (extents.size() != 2) from.refuse("must be a list of columns and rows");
    to = {extents[0].count(), extents[1].count()};
}

inline Json written(const ResultExtent& extent)
{
    return Json::array({extent.columns, extent.rows});
}

template <FieldsOf<RungFigures> Any, typename Visitor>
void visit_fields(Any& figures, Visitor& visit)
{
    LOCKSTEP_VISIT(figures, median, best, runs, repeats, spread, of_limit, of_limit_spread, limit_times)
    LOCKSTEP_VISIT_UNLESS_DEFAULT(figures, of_peer, of_peer_spread)
    LOCKSTEP_VISIT(figures, error, extent, drift)
}

template <FieldsOf<RungResult> Any, typename Visitor>
void visit_fields(Any& rung, Visitor& visit)
{
    LOCKSTEP_VISIT(rung, name, idea)
    visit.unless_default("tried", rung.tried);
    LOCKSTEP_VISIT(rung, parameters, verified, refused)
    visit.inlined("median", rung.figures);
}

template <FieldsOf<PeerResult> Any, typename Visitor>
void visit_fields(Any& peer, Visitor& visit)
{
    visit("name", peer.name);
    visit.unless_default("version", peer.version);
    LOCKSTEP_VISIT(peer, median, best, repeats, spread, of_limit, of_limit_spread, threads)
}

LOCKSTEP_FIELDS(Machine, processor, system, opencl)

template <FieldsOf<LadderResult> Any, typename Visitor>
void visit_fields(Any& ladder, Visitor& visit)
{
    LOCKSTEP_VISIT(ladder, name, chapter, title)
    visit("case", ladder.input);
    visit.unless_default("chart", ladder.chart);
    LOCKSTEP_VISIT(ladder, unit, limit, limits)
    visit.unless_default("limit_spread", ladder.limit_spread);
    LOCKSTEP_VISIT(ladder, machine, columns, rows, rungs, peers)
    LOCKSTEP_VISIT_UNLESS_DEFAULT(ladder, command, date)
}

template <FieldsOf<DeviceResults> Any, typename Visitor>
void visit_fields(Any& results, Visitor& visit)
{
    visit_fields(results.origin, visit);
    LOCKSTEP_VISIT(results, limits, ladders)
}

namespace
{

/// Looks a limit up by its name.
struct LimitFinder
{
    std::string_view wanted;
    std::optional<double> found{};

    void operator()(std::string_view name, const std::optional<double>& limit)
    {
        if (name == wanted) found = limit;
    }
};

/// A rung without figures must say why.
void require_reasons(const DeviceResults& results, const JsonReader& reader)
{
    const std::vector<JsonReader> ladders = reader.at("ladders").list();
    for (std::size_t l = 0; l < ladders.size(); ++l) {
        const std::vector<RungResult>& rungs = results.ladders[l].rungs;
        for (std::size_t r = 0; r < rungs.size(); ++r)
            if (!rungs[r].figures && !rungs[r].refused)
                ladders[l].at("rungs").list()[r].refuse(
                    "must have a \"median\" or say why it was \"refused\"");
    }
}

} // namespace

std::optional<double> RungFigures::of(std::string_view peer) const
{
    const auto found = std::ranges::find(of_peer, peer, &PeerRatio::peer);
    return found == of_peer.end() ? std::nullopt : std::optional{found->ratio};
}

const RungResult* LadderResult::find_rung(std::string_view rung) const
{
    const auto found = std::ranges::find(rungs, rung, &RungResult::name);
    return found == rungs.end() ? nullptr : &*found;
}

const LadderResult* DeviceResults::find_ladder(std::string_view name, std::string_view input) const
{
    const auto found = std::ranges::find_if(ladders, [&](const LadderResult& ladder) {
        return ladder.name == name && (input.empty() || ladder.input == input);
    });
    return found == ladders.end() ? nullptr : &*found;
}

std::uint64_t LadderResult::repeats() const
{
    std::uint64_t most = 1;
    for (const RungResult& rung : rungs)
        if (rung.figures) most = std::max(most, rung.figures->repeats.value_or(1));
    return most;
}

const LimitFigures* limits_of(const DeviceResults& results, const LadderResult& ladder)
{
    if (ladder.limits) return &*ladder.limits;
    return results.limits ? &*results.limits : nullptr;
}

Origin origin_of(const DeviceResults& results, const LadderResult& ladder)
{
    Origin origin = results.origin;
    if (!ladder.command.empty()) origin.command = ladder.command;
    if (!ladder.date.empty()) origin.date = ladder.date;
    return origin;
}

bool is_of_same_machine(double limit, double other)
{
    return std::abs(limit - other) <= same_machine * other;
}

std::optional<double> middle_limit(const DeviceResults& results, std::string_view name)
{
    std::vector<double> limits;
    for (const LadderResult& ladder : results.ladders)
        if (const LimitFigures* of_ladder = limits_of(results, ladder))
            if (const auto limit = limit_named(*of_ladder, name)) limits.push_back(*limit);
    if (limits.empty()) return std::nullopt;
    std::ranges::sort(limits);
    return limits[limits.size() / 2];
}

std::string limit_key(std::string_view name)
{
    std::string key = replace_all(lower(name), " ", "_");
    return key + (key.ends_with("fma") ? "_gflops" : "_gbps");
}

std::optional<double> limit_named(const LimitFigures& limits, std::string_view name)
{
    const std::string key = limit_key(name);
    LimitFinder finder{key};
    visit_fields(limits, finder);
    return finder.found;
}

DeviceResults parse_device_results(std::string_view text, const std::string& name)
{
    const JsonReader reader = JsonReader::parse(
        text, name, "LOCKSTEP_DEVICE=DEVICE ./lockstep bench measure --json FILE, into a new file");
    DeviceResults results;
    read_value(reader, results);
    require_reasons(results, reader);
    return results;
}

DeviceResults read_device_results(const std::filesystem::path& folder, const std::string& device)
{
    const std::filesystem::path file = folder / (device + "-ladders.json");
    if (!std::filesystem::exists(file))
        throw Failure(
            fmt::format("There are no results {}.", file.string()),
            fmt::format(
                "LOCKSTEP_DEVICE=DEVICE ./lockstep bench measure --json bench/results/{}-ladders.json",
                device));
    return parse_device_results(read_text(file), file.string());
}

std::string text_of(const DeviceResults& results)
{
    return results_text(written(results));
}

} // namespace lockstep::formats
