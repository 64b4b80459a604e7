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

template <FieldsOf<LimitFigures> Any, typename Visitor>
void visit_fields(Any& limits, Visitor& visit)
{
    visit("clock_mhz", limits.clock_mhz);
    visit("copy_gbps", limits.copy_gbps);
    visit("fma_gflops", limits.fma_gflops);
    visit("native_copy_gbps", limits.native_copy_gbps);
    visit("native_fma_gflops", limits.native_fma_gflops);
    visit("native_read_gbps", limits.native_read_gbps);
    visit("native_streaming_gbps", limits.native_streaming_gbps);
    visit("read_gbps", limits.read_gbps);
}

template <FieldsOf<TriedCandidate> Any, typename Visitor>
void visit_fields(Any& candidate, Visitor& visit)
{
    visit("parameters", candidate.parameters);
    visit("best", candidate.best);
    visit("refused", candidate.refused);
}

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
    visit("median", figures.median);
    visit("best", figures.best);
    visit("runs", figures.runs);
    visit("repeats", figures.repeats);
    visit("spread", figures.spread);
    visit("of_limit", figures.of_limit);
    visit("of_limit_spread", figures.of_limit_spread);
    visit("limit_times", figures.limit_times);
    visit.unless_empty("of_peer", figures.of_peer);
    visit.unless_empty("of_peer_spread", figures.of_peer_spread);
    visit("error", figures.error);
    visit("extent", figures.extent);
    visit("drift", figures.drift);
}

template <FieldsOf<RungResult> Any, typename Visitor>
void visit_fields(Any& rung, Visitor& visit)
{
    visit("name", rung.name);
    visit("idea", rung.idea);
    visit.unless_empty("tried", rung.tried);
    visit("parameters", rung.parameters);
    visit("verified", rung.verified);
    visit("refused", rung.refused);
    visit.inlined("median", rung.figures);
}

template <FieldsOf<PeerResult> Any, typename Visitor>
void visit_fields(Any& peer, Visitor& visit)
{
    visit("name", peer.name);
    visit.unless_empty("version", peer.version);
    visit("median", peer.median);
    visit("best", peer.best);
    visit("repeats", peer.repeats);
    visit("spread", peer.spread);
    visit("of_limit", peer.of_limit);
    visit("of_limit_spread", peer.of_limit_spread);
    visit("threads", peer.threads);
}

template <FieldsOf<Machine> Any, typename Visitor>
void visit_fields(Any& machine, Visitor& visit)
{
    visit("processor", machine.processor);
    visit("system", machine.system);
    visit("opencl", machine.opencl);
}

template <FieldsOf<LadderResult> Any, typename Visitor>
void visit_fields(Any& ladder, Visitor& visit)
{
    visit("name", ladder.name);
    visit("chapter", ladder.chapter);
    visit("title", ladder.title);
    visit("case", ladder.input);
    visit("unit", ladder.unit);
    visit("limit", ladder.limit);
    visit("limits", ladder.limits);
    visit.unless_empty("limit_spread", ladder.limit_spread);
    visit("machine", ladder.machine);
    visit("columns", ladder.columns);
    visit("rows", ladder.rows);
    visit("rungs", ladder.rungs);
    visit("peers", ladder.peers);
    visit.unless_empty("command", ladder.command);
    visit.unless_empty("date", ladder.date);
}

template <FieldsOf<DeviceResults> Any, typename Visitor>
void visit_fields(Any& results, Visitor& visit)
{
    visit_fields(results.origin, visit);
    visit("limits", results.limits);
    visit("ladders", results.ladders);
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
