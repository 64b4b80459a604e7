// The graphs of the tests, as the edges that they are made of.
#pragma once

#include <lockstep/random.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

using Edges = std::vector<std::vector<std::size_t>>; ///< for each task, those that it waits for

/// Whether task a comes before task b by the graph: result[b][a].
inline std::vector<std::vector<bool>> closure(const Edges& edges)
{
    std::vector<std::vector<bool>> before(edges.size(), std::vector<bool>(edges.size()));
    for (std::size_t b = 0; b < edges.size(); ++b) {
        std::vector<std::size_t> open = edges[b];
        while (!open.empty()) {
            const std::size_t a = open.back();
            open.pop_back();
            if (before[b][a]) continue;
            before[b][a] = true;
            open.insert(open.end(), edges[a].begin(), edges[a].end());
        }
    }
    return before;
}

/// Random edges to tasks that lie anywhere in the list.
inline Edges random_edges(std::size_t count, std::uint64_t seed, std::uint32_t most = 4)
{
    lockstep::Random random{seed};
    std::vector<std::size_t> place(count);
    std::iota(place.begin(), place.end(), std::size_t{0});
    for (std::size_t k = count; k > 1; --k)
        std::swap(place[k - 1], place[random.below(static_cast<std::uint32_t>(k))]);
    Edges edges(count);
    for (std::size_t k = 1; k < count; ++k)
        for (std::uint32_t left = random.below(most); left > 0; --left)
            edges[place[k]].push_back(place[random.below(static_cast<std::uint32_t>(k))]);
    return edges;
}

/// `count` chains of `length` tasks, whose tasks take turns in the list. @param backwards the list begins at the chains' ends.
inline Edges chains(std::size_t count, std::size_t length, bool backwards = false)
{
    const std::size_t all = count * length;
    Edges edges(all);
    for (std::size_t i = count; i < all; ++i)
        (backwards ? edges[all - 1 - i] : edges[i]).push_back(backwards ? all - 1 - (i - count) : i - count);
    return edges;
}

inline const Edges fork_and_join{{}, {0}, {0}, {0}, {0}, {0}, {1, 2, 3, 4, 5}};
inline const Edges tree{{}, {0}, {0}, {0}, {1}, {1}, {2}, {2}, {3}, {3}};
inline const Edges listed_backwards{{1, 2}, {3}, {3}, {}};
inline const Edges named_twice{{}, {0, 0, 0}, {1, 0, 1}};
