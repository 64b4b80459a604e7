// Ranking.
#include "grade/leaderboard.hpp"

#include "base/median.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lockstep::tool
{

namespace
{

using formats::BoardCounts;
using formats::BoardRow;
using formats::Figures;
using formats::MeasuredTurn;
using formats::TimedLaunch;

constexpr double most_false_orders = 0.05; // of a class
constexpr double believable = 1.05;        // times the most that the device was seen to do, as in bench

double log_choose(std::size_t of, std::size_t some)
{
    const auto log_factorial = [](std::size_t n) { return std::lgamma(static_cast<double>(n) + 1); };
    return log_factorial(of) - log_factorial(some) - log_factorial(of - some);
}

/// By how much the grader's clock says more than the device's.
std::vector<double> gaps_of(std::span<const MeasuredTurn> turns)
{
    std::vector<double> gaps;
    for (const MeasuredTurn& turn : turns)
        for (const TimedLaunch& launch : turn.launches) gaps.push_back(launch.host_ms - launch.device_ms);
    return gaps;
}

bool fewer(const BoardCounts& a, const BoardCounts& b)
{
    return std::tie(a.sectors, a.passes) < std::tie(b.sectors, b.passes);
}

/// @param before whether one is certainly before another.
template <typename Before>
formats::Places places_of(const BoardRow& row, const std::vector<const BoardRow*>& among, Before before)
{
    formats::Places places{.first = 1, .last = among.size()};
    for (const BoardRow* other : among) {
        if (before(*other, row)) ++places.first;
        if (before(row, *other)) --places.last;
    }
    return places;
}

double pairs_of(std::size_t kernels)
{
    return kernels < 2 ? 0 : static_cast<double>(kernels) * static_cast<double>(kernels - 1) / 2;
}

std::size_t cut_of(std::size_t rounds, std::size_t kernels)
{
    const double pairs = std::max(1.0, pairs_of(kernels));
    std::size_t cut = 0;
    while (2 * (cut + 1) < rounds && pairs * false_order(rounds, cut + 1) <= most_false_orders) ++cut;
    return cut;
}

} // namespace

double false_order(std::size_t rounds, std::size_t cut)
{
    // Of the lower one, rounds - cut values come before the other's value number cut + 1. Counted by how many of the
    // other's stand before the last of those.
    double sum = 0;
    for (std::size_t others = 0; others <= cut; ++others)
        sum += std::exp(log_choose(rounds - cut - 1 + others, others) +
                        log_choose(cut + rounds - others, cut) - log_choose(2 * rounds, rounds));
    return 2 * sum;
}

Figures figures_of(std::vector<double> rounds, std::size_t kernels)
{
    std::ranges::sort(rounds);
    const std::size_t cut = cut_of(rounds.size(), kernels);
    return {.median = median_of(rounds), .low = rounds[cut], .high = rounds[rounds.size() - 1 - cut]};
}

double expected_false_orders(std::size_t rounds, std::size_t kernels)
{
    return pairs_of(kernels) * false_order(rounds, cut_of(rounds, kernels));
}

double figure_of(const MeasuredTurn& turn)
{
    std::vector<double> times;
    for (const TimedLaunch& launch : turn.launches) times.push_back(launch.device_ms);
    return turn.work / (1e6 * median_of(times));
}

std::string unbelievable(std::span<const MeasuredTurn> turns, std::span<const MeasuredTurn> book,
                         double highest)
{
    std::vector<double> figures;
    std::vector<double> host;
    for (const MeasuredTurn& turn : turns) {
        figures.push_back(figure_of(turn));
        for (const TimedLaunch& launch : turn.launches) host.push_back(launch.host_ms);
    }
    const double median = median_of(figures);
    if (highest > 0 && median > believable * highest)
        return fmt::format("{:.4g} {} is more than the device can do.", median, turns.front().unit);
    const double least = std::ranges::min(gaps_of(turns));
    const double usual = std::ranges::max(gaps_of(book));
    if (least > 2 * usual + 0.05 * median_of(host))
        return fmt::format(
            "The device's clock and the grader's do not agree: every launch took at least {:.3g} ms "
            "longer than the device says, and the book's rung at most {:.3g} ms.",
            least, usual);
    return "";
}

void place(std::vector<BoardRow>& students)
{
    std::vector<const BoardRow*> all;
    std::vector<const BoardRow*> counted;
    for (const BoardRow& row : students) {
        all.push_back(&row);
        if (row.counts) counted.push_back(&row);
    }
    for (BoardRow& row : students) {
        row.places = places_of(
            row, all, [](const BoardRow& a, const BoardRow& b) { return a.figures.low > b.figures.high; });
        if (row.counts)
            row.count_places = places_of(row, counted, [](const BoardRow& a, const BoardRow& b) {
                return fewer(*a.counts, *b.counts);
            });
    }
    std::ranges::stable_sort(students, [](const BoardRow& a, const BoardRow& b) {
        return std::tuple{a.places->first, a.places->last, -a.figures.median, a.key} <
               std::tuple{b.places->first, b.places->last, -b.figures.median, b.key};
    });
}

double drift_of(const formats::Leaderboard& board)
{
    const Figures& limit = board.limit_figures;
    return limit.median > 0 ? (limit.high - limit.low) / limit.median : 0;
}

std::string places_text(const formats::Places& places)
{
    return places.first == places.last ? std::to_string(places.first)
                                       : fmt::format("{}–{}", places.first, places.last);
}

} // namespace lockstep::tool
