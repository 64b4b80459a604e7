// Several climbs as one result: medians, spreads, and what is refused. Nothing is timed.
#include "repeats.hpp"
#include "sizes.hpp"

#include <doctest/doctest.h>

using namespace lockstep;
using namespace lockstep::bench;
using formats::Spread;

namespace
{

/// A climb with one rung and one peer.
formats::LadderResult climb(double figure, double limit, double peer, double drift = 0)
{
    formats::LadderResult ladder;
    ladder.limits.emplace().copy_gbps = limit;
    formats::RungResult& rung = ladder.rungs.emplace_back();
    rung.name = "fast";
    rung.verified = true;
    formats::RungFigures& figures = rung.figures.emplace();
    figures.median = figure;
    figures.best = figure + 1;
    figures.runs = 3;
    figures.of_limit = figure / limit;
    figures.of_peer = {{"copy", figure / peer}};
    if (drift > 0) figures.drift = drift;
    formats::PeerResult& other = ladder.peers.emplace_back();
    other.name = "copy";
    other.median = peer;
    other.best = peer;
    other.of_limit = peer / limit;
    return ladder;
}

formats::LadderResult refused(const char* why, bool verified)
{
    formats::LadderResult ladder = climb(1, 1, 1);
    ladder.rungs.front().figures.reset();
    ladder.rungs.front().refused = why;
    ladder.rungs.front().verified = verified;
    return ladder;
}

} // namespace

TEST_SUITE_BEGIN("repeats");

TEST_CASE("a figure of several climbs is their median, from the lowest to the highest")
{
    const auto result = combined({climb(30, 40, 20), climb(10, 40, 20), climb(20, 50, 10)});
    const formats::RungFigures& figures = *result.rungs.front().figures;
    CHECK(figures.median == 20);
    CHECK(figures.spread == Spread{10, 30});
    CHECK(figures.best == 31);
    CHECK(figures.runs == 9);
    CHECK(figures.repeats == 3);
    CHECK(result.repeats() == 3);
    CHECK(result.peers.front().median == 20);
    CHECK(result.peers.front().spread == Spread{10, 20});
    CHECK(result.limits->copy_gbps == 40);
    CHECK(result.limit_spread.at("copy_gbps") == Spread{40, 50});
    CHECK_FALSE(result.limit_spread.contains("native_copy_gbps"));
}

TEST_CASE("ratios are formed within each climb: a machine that is half as fast in one changes none of them")
{
    const auto result = combined({climb(30, 40, 20), climb(15, 20, 10), climb(30, 40, 20)});
    const formats::RungFigures& figures = *result.rungs.front().figures;
    CHECK(figures.of_limit == 0.75);
    CHECK(figures.of_limit_spread == Spread{0.75, 0.75});
    CHECK(figures.of("copy") == 1.5);
    CHECK(figures.of_peer_spread.at("copy") == Spread{1.5, 1.5});
    CHECK(result.peers.front().of_limit == 0.5);
}

TEST_CASE("one climb stays as it is, without a spread")
{
    const auto result = combined({climb(30, 40, 20, 0.3)});
    CHECK(result.repeats() == 1);
    CHECK_FALSE(result.rungs.front().figures->spread);
    CHECK(result.rungs.front().figures->drift == 0.3);
    CHECK(result.limit_spread.empty());
}

TEST_CASE("a row is flagged when the limit moved in most climbs")
{
    CHECK(combined({climb(1, 1, 1, 0.3), climb(1, 1, 1, 0.2), climb(1, 1, 1)}).rungs.front().figures->drift ==
          0.2);
    CHECK_FALSE(combined({climb(1, 1, 1, 0.3), climb(1, 1, 1), climb(1, 1, 1)}).rungs.front().figures->drift);
}

TEST_CASE("a rung that was wrong once has no figure; one that was too fast once keeps the others")
{
    const auto wrong = combined({climb(1, 1, 1), refused("out[3] is 7", false), climb(1, 1, 1)});
    CHECK_FALSE(wrong.rungs.front().figures);
    CHECK(wrong.rungs.front().refused == "out[3] is 7");
    const auto fast = combined({refused("too fast", true), climb(2, 4, 1), climb(2, 4, 1)});
    REQUIRE(fast.rungs.front().figures);
    CHECK(fast.rungs.front().figures->repeats == 2);
    CHECK_FALSE(fast.rungs.front().refused);
    const auto mostly = combined({refused("too fast", true), climb(2, 4, 1), refused("too fast", true)});
    CHECK_FALSE(mostly.rungs.front().figures);
    CHECK(mostly.rungs.front().refused == "too fast");
}

TEST_CASE("a file of curves keeps those that were not measured again")
{
    const auto curves = [](const char* name, const char* chapter) {
        formats::SizeCurves made;
        formats::SizeCurve& curve = made.curves.emplace_back();
        curve.name = name;
        curve.chapter = chapter;
        return made;
    };
    const formats::Origin gpu{.device = "GPU",
                              .driver = "1",
                              .platform = "",
                              .compute_units = {},
                              .date = "2026-01-02",
                              .system = "",
                              .processor = "",
                              .command = "lockstep bench"};
    const formats::SizeCurves earlier = with_earlier(curves("reduction", "17-reduction"), gpu, {});
    CHECK(earlier.curves.front().date == "2026-01-02");
    const auto both = with_earlier(curves("scan", "19-scan"), gpu, earlier);
    REQUIRE(both.curves.size() == 2);
    CHECK(both.curves.front().name == "reduction");
}

TEST_SUITE_END();
