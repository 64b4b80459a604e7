// Several climbs as one: medians and spreads.
#include "repeats.hpp"

#include "statistics.hpp"

#include <map>
#include <optional>

namespace lockstep::bench
{
namespace
{

using formats::LadderResult;
using formats::LimitFigures;
using formats::PeerResult;
using formats::RungFigures;
using formats::RungResult;

template <typename Part, typename Value>
std::vector<double> each(const std::vector<Part>& parts, Value value)
{
    std::vector<double> values;
    for (const Part& part : parts) values.push_back(value(part));
    return values;
}

void combine_peer_ratios(const std::vector<RungFigures>& climbs, RungFigures& result)
{
    for (formats::PeerRatio& peer : result.of_peer) {
        std::vector<double> ratios;
        for (const RungFigures& climb : climbs)
            if (const auto ratio = climb.of(peer.peer)) ratios.push_back(*ratio);
        peer.ratio = to_thousandths(median_of(ratios));
        result.of_peer_spread[peer.peer] = spread_of(ratios);
    }
}

RungFigures combined_figures(const std::vector<RungFigures>& climbs)
{
    RungFigures result = climbs.front(); // its extent, too, is the same in all
    const auto medians = each(climbs, [](const RungFigures& climb) { return climb.median; });
    const auto parts = each(climbs, [](const RungFigures& climb) { return climb.of_limit; });
    const auto drifts = each(climbs, [](const RungFigures& climb) { return climb.drift.value_or(0); });
    result.median = to_four_digits(median_of(medians));
    result.spread = spread_of(medians);
    result.of_limit = to_thousandths(median_of(parts));
    result.of_limit_spread = spread_of(parts);
    result.best = std::ranges::max(climbs, {}, &RungFigures::best).best;
    result.error = std::ranges::max(climbs, {}, &RungFigures::error).error;
    result.repeats = climbs.size();
    result.runs = 0;
    for (const RungFigures& climb : climbs) result.runs += climb.runs;
    result.drift.reset();
    if (const double drift = median_of(drifts); drift > most_drift) result.drift = to_thousandths(drift);
    combine_peer_ratios(climbs, result);
    return result;
}

RungResult combined_rung(const std::vector<RungResult>& climbs)
{
    RungResult result = climbs.front();
    std::vector<RungFigures> figures;
    for (const RungResult& climb : climbs) {
        if (climb.figures) figures.push_back(*climb.figures);
        if (climb.verified == false && climb.refused) { // once is enough
            result.verified = false;
            result.refused = climb.refused;
            result.figures.reset();
            return result;
        }
    }
    if (2 * figures.size() > climbs.size()) {
        result.refused.reset();
        result.figures = combined_figures(figures);
    } else {
        result.figures.reset();
        for (const RungResult& climb : climbs)
            if (climb.refused) result.refused = climb.refused;
    }
    return result;
}

PeerResult combined_peer(const std::vector<PeerResult>& climbs)
{
    PeerResult result = climbs.front();
    const auto medians = each(climbs, [](const PeerResult& climb) { return climb.median; });
    const auto parts = each(climbs, [](const PeerResult& climb) { return climb.of_limit.value_or(0); });
    result.median = to_four_digits(median_of(medians));
    result.spread = spread_of(medians);
    result.best = std::ranges::max(climbs, {}, &PeerResult::best).best;
    result.repeats = climbs.size();
    if (!result.of_limit) return result;
    result.of_limit = to_thousandths(median_of(parts));
    result.of_limit_spread = spread_of(parts);
    return result;
}

/// One limit, which a CPU alone may have.
template <typename Member>
void combine_limit(const std::vector<LadderResult>& climbs, const char* name, Member member,
                   LadderResult& result)
{
    std::vector<double> looks;
    for (const LadderResult& climb : climbs)
        if (climb.limits)
            if (const std::optional<double> look = (*climb.limits).*member) looks.push_back(*look);
    if (looks.empty()) return;
    (*result.limits).*member = to_four_digits(median_of(looks));
    result.limit_spread[name] = spread_of(looks);
}

template <typename Part>
std::vector<Part> at(const std::vector<LadderResult>& climbs, std::vector<Part> LadderResult::*parts,
                     std::size_t index)
{
    std::vector<Part> same;
    for (const LadderResult& climb : climbs) same.push_back((climb.*parts).at(index));
    return same;
}

} // namespace

LadderResult combined(const std::vector<LadderResult>& climbs)
{
    LadderResult result = climbs.front();
    if (climbs.size() == 1) return result;
    for (std::size_t r = 0; r < result.rungs.size(); ++r)
        result.rungs[r] = combined_rung(at(climbs, &LadderResult::rungs, r));
    for (std::size_t p = 0; p < result.peers.size(); ++p)
        result.peers[p] = combined_peer(at(climbs, &LadderResult::peers, p));
    combine_limit(climbs, "clock_mhz", &LimitFigures::clock_mhz, result);
    combine_limit(climbs, "copy_gbps", &LimitFigures::copy_gbps, result);
    combine_limit(climbs, "fma_gflops", &LimitFigures::fma_gflops, result);
    combine_limit(climbs, "matrix_fma_gflops", &LimitFigures::matrix_fma_gflops, result);
    combine_limit(climbs, "native_copy_gbps", &LimitFigures::native_copy_gbps, result);
    combine_limit(climbs, "native_fma_gflops", &LimitFigures::native_fma_gflops, result);
    combine_limit(climbs, "native_read_gbps", &LimitFigures::native_read_gbps, result);
    combine_limit(climbs, "native_streaming_gbps", &LimitFigures::native_streaming_gbps, result);
    combine_limit(climbs, "read_gbps", &LimitFigures::read_gbps, result);
    return result;
}

} // namespace lockstep::bench
