// Dividing a number of things in proportion to speeds.
#include "shares.hpp"

#include <cmath>
#include <numeric>

std::vector<std::size_t> shares(std::size_t total, std::span<const double> speeds)
{
    const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    std::vector<std::size_t> result;
    double sum = 0;        // of the speeds so far
    std::size_t first = 0; // of the things that are not given away yet
    for (const double speed : speeds) {
        sum += speed;
        const auto end = static_cast<std::size_t>(std::llround(static_cast<double>(total) * (sum / all)));
        result.push_back(end - first);
        first = end;
    }
    return result;
}
