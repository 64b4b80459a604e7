// Dividing a number of things: in proportion to speeds, or piece by piece to whoever is
// free.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <mutex>
#include <numeric>
#include <optional>
#include <vector>

struct Range
{
    std::size_t first, count;
};

//! [shares]
// As many things for each as its speed is worth. All are rounded down first; what is left is
// given away one by one, to those that lost most.
inline std::vector<Range> shares(std::size_t total, const std::vector<double>& speeds)
{
    const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    std::vector<std::size_t> counts, order(speeds.size());
    std::vector<double> lost;
    for (const double speed : speeds) {
        const double exact = static_cast<double>(total) * speed / all;
        counts.push_back(static_cast<std::size_t>(exact));
        lost.push_back(exact - std::floor(exact));
    }
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return lost[i]; });
    std::size_t left =
        total - std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    for (std::size_t i = 0; left > 0; ++i, --left) ++counts[order[i % order.size()]];
    std::vector<Range> result;
    std::size_t first = 0;
    for (const std::size_t count : counts) {
        result.push_back({first, count});
        first += count;
    }
    return result;
}
//! [shares]

//! [pieces]
// Hands out pieces from the front to each worker that asks, until nothing is left.
class Pieces
{
public:
    Pieces(std::size_t total, std::size_t piece) : total_{total}, piece_{piece} {}

    std::optional<Range> next()
    {
        const std::lock_guard lock{mutex_};
        if (first_ == total_) return std::nullopt;
        const Range range{first_, std::min(piece_, total_ - first_)};
        first_ += range.count;
        return range;
    }

private:
    std::mutex mutex_;
    std::size_t first_ = 0, total_, piece_;
};
//! [pieces]

// What the team could reach at most, over what it did: 1 if none of them waited and nothing was
// lost.
inline double efficiency(const std::vector<double>& alone_ms, double together_ms)
{
    double ideal = 0;
    for (const double ms : alone_ms) ideal += 1 / ms;
    return 1 / (together_ms * ideal);
}
