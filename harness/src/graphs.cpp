// Making graphs for the tests of exercises.
#include "lockstep/graphs.hpp"

#include "lockstep/random.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace lockstep
{

Graph directed_graph_of(std::size_t vertices, const std::vector<Edge>& edges)
{
    Graph graph{.row_begins = std::vector<cl_uint>(vertices + 1),
                .columns = std::vector<cl_uint>(edges.size())};
    for (const auto& [from, to] : edges) ++graph.row_begins[from + 1];
    std::partial_sum(graph.row_begins.begin(), graph.row_begins.end(), graph.row_begins.begin());
    std::vector<cl_uint> place(graph.row_begins.begin(), graph.row_begins.end() - 1);
    for (const auto& [from, to] : edges) graph.columns[place[from]++] = to;
    return graph;
}

Graph graph_of(std::size_t vertices, const std::vector<Edge>& edges)
{
    std::vector<Edge> both = edges;
    for (const auto& [from, to] : edges) both.push_back({to, from});
    return directed_graph_of(vertices, both);
}

std::vector<Edge> random_edges(std::size_t vertices, std::size_t edges, std::uint64_t seed)
{
    Random random{seed};
    const auto all = static_cast<cl_uint>(vertices);
    std::set<std::pair<cl_uint, cl_uint>> known;
    std::vector<Edge> drawn;
    for (std::size_t i = 0; i < edges; ++i) {
        const cl_uint from = random.below(all), to = (from + 1 + random.below(all - 1)) % all;
        if (known.insert(std::minmax(from, to)).second) drawn.push_back({from, to});
    }
    return drawn;
}

std::vector<Edge> line_of_edges(std::size_t vertices)
{
    std::vector<cl_uint> order(vertices);
    std::iota(order.begin(), order.end(), 0U);
    Random random{31};
    for (std::size_t i = vertices; i > 1; --i)
        std::swap(order[i - 1], order[random.below(static_cast<cl_uint>(i))]);
    std::vector<Edge> edges;
    for (std::size_t i = 1; i < vertices; ++i) edges.push_back({order[i - 1], order[i]});
    return edges;
}

std::vector<cl_uint> smallest_connected(const Graph& graph)
{
    std::vector<cl_uint> smallest(graph.vertices(), unreached), waiting;
    for (cl_uint first = 0; first < smallest.size(); ++first) {
        if (smallest[first] != unreached) continue;
        smallest[first] = first;
        for (waiting = {first}; !waiting.empty();) {
            const cl_uint v = waiting.back();
            waiting.pop_back();
            for (const cl_uint u : graph.neighbours(v))
                if (std::exchange(smallest[u], first) == unreached) waiting.push_back(u);
        }
    }
    return smallest;
}

} // namespace lockstep
