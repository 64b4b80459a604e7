// Which memories a device has, by how long its reads take.
#include "levels.hpp"

#include <algorithm>
#include <cstddef>

namespace
{

struct Plateau
{
    std::size_t first;
    std::size_t end; ///< behind the last size
    double ns;
};

/// The longest run from a size on whose times lie close together.
Plateau run_from(const std::vector<double>& times, std::size_t first)
{
    double shortest = times[first];
    double longest = times[first];
    std::size_t end = first + 1;
    for (; end < times.size(); ++end) {
        const double with_it = std::min(shortest, times[end]);
        if (std::max(longest, times[end]) > 1.15 * with_it) break;
        shortest = with_it;
        longest = std::max(longest, times[end]);
    }
    return {first, end, shortest};
}

} // namespace

std::vector<Level> levels(const std::vector<Measured>& sweep)
{
    std::vector<double> times;
    times.reserve(sweep.size());
    for (const Measured& size : sweep) times.push_back(*std::min_element(size.ns.begin(), size.ns.end()));

    std::vector<Level> found;
    for (std::size_t first = 0; first < times.size();) {
        const Plateau plateau = run_from(times, first);
        if (plateau.end - plateau.first < 3) {
            ++first;
            continue;
        }
        if (found.empty() || plateau.ns >= 1.4 * found.back().ns) found.push_back({0, plateau.ns});
        found.back().bytes = sweep[plateau.end - 1].bytes;
        first = plateau.end;
    }
    if (!found.empty()) found.back().bytes = 0;
    return found;
}
