// Dividing a number of things: in proportion to speeds, or piece by piece to whoever is
// free.
#pragma once

#include <cmath>
#include <cstddef>
#include <mutex>
#include <numeric>
#include <optional>
#include <vector>

struct Range
{
    std::size_t first, count;
};

// As many things for each as its speed is worth. Each boundary is rounded by itself, and a
// share is what lies between two of them, so all shares together are `total`.
inline std::vector<Range> shares(std::size_t total, const std::vector<double>& speeds)
{
    const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    std::vector<Range> result;
    double sum = 0;
    std::size_t first = 0;
    for (const double speed : speeds) {
        sum += speed;
        const auto end = static_cast<std::size_t>(
            std::llround(static_cast<double>(total) * std::min(1.0, sum / all)));
        result.push_back({first, end - first});
        first = end;
    }
    result.back().count += total - first;
    return result;
}

//! [pieces]
// Hands out pieces from the front to whoever asks, until nothing is left.
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

// What the team could reach at most, over what it did: 1 if nobody waited and nothing was
// lost.
inline double efficiency(const std::vector<double>& alone_ms, double together_ms)
{
    double ideal = 0;
    for (const double ms : alone_ms) ideal += 1 / ms;
    return 1 / (together_ms * ideal);
}
