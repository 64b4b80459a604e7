// The graphs that breadth-first searches are tried on.
#include "bfs_graphs.hpp"

#include "peers/native.hpp"

#include <lockstep/random.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <thread>

#include <fmt/format.h>

namespace lockstep::bench::bfs
{
namespace
{

using Edge = std::array<std::uint32_t, 2>;

constexpr std::size_t edge_factor = 16; // edges drawn for each vertex, as in Graph 500

/// Runs part(first, last) for as many strips of [0, count) as the processor has threads.
void in_strips(std::size_t count, const std::function<void(std::size_t, std::size_t)>& part)
{
    const std::size_t parts = std::min<std::size_t>(native::threads(), count / 4096 + 1);
    const auto begin = [&](std::size_t t) { return count * t / parts; };
    std::vector<std::jthread> workers;
    for (std::size_t t = 1; t < parts; ++t) workers.emplace_back([&, t] { part(begin(t), begin(t + 1)); });
    part(0, begin(1));
}

/// Random bits for number i, whoever asks for it and when: the finaliser of SplitMix64.
std::uint64_t bits_of(std::uint64_t i)
{
    i = (i + 1) * 0x9E3779B97F4A7C15ULL;
    i = (i ^ (i >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    i = (i ^ (i >> 27U)) * 0x94D049BB133111EBULL;
    return i ^ (i >> 31U);
}

/// Each edge in the rows of both of its ends, in the order of the edges. A thread looks at all edges, for some of the rows.
Graph graph_of(std::string name, std::size_t vertices, const std::vector<Edge>& edges)
{
    Graph graph{std::move(name), Words(vertices + 1), Words(2 * edges.size())};
    Words next(vertices);
    const auto each_end = [&](std::size_t first, std::size_t last, const auto& with) {
        for (const auto& [a, b] : edges) {
            if (a >= first && a < last) with(a, b);
            if (b >= first && b < last) with(b, a);
        }
    };
    in_strips(vertices, [&](std::size_t first, std::size_t last) {
        each_end(first, last, [&](std::uint32_t from, std::uint32_t) { ++graph.row_begins[from + 1]; });
    });
    std::partial_sum(graph.row_begins.begin(), graph.row_begins.end(), graph.row_begins.begin());
    std::copy(graph.row_begins.begin(), graph.row_begins.end() - 1, next.begin());
    in_strips(vertices, [&](std::size_t first, std::size_t last) {
        each_end(first, last,
                 [&](std::uint32_t from, std::uint32_t to) { graph.columns[next[from]++] = to; });
    });
    return graph;
}

std::size_t side_of(std::size_t vertices)
{
    return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(vertices))));
}

std::vector<Edge> edges_of_grid(std::size_t vertices)
{
    const auto side = static_cast<std::uint32_t>(side_of(vertices));
    std::vector<Edge> edges;
    edges.reserve(2 * vertices);
    for (std::uint32_t v = 0; v < vertices; ++v) {
        if ((v + 1) % side != 0 && v + 1 < vertices) edges.push_back({v, v + 1});
        if (v + side < vertices) edges.push_back({v, v + side});
    }
    return edges;
}

std::vector<Edge> random_edges(std::size_t vertices)
{
    std::vector<Edge> edges(edge_factor * vertices);
    in_strips(edges.size(), [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
            edges[i] = {static_cast<std::uint32_t>(bits_of(2 * i) % vertices),
                        static_cast<std::uint32_t>(bits_of(2 * i + 1) % vertices)};
    });
    return edges;
}

/// One edge of a Kronecker graph: at each scale one of the four quarters of the matrix, of which the first has 57 of 100
/// edges, and the two beside it 19 each (Graph 500, "Benchmark Specification"). Sixteen bits decide a scale.
Edge kronecker_edge(std::size_t number, std::uint32_t scales)
{
    constexpr std::uint64_t a = 37356, b = 49807, c = 62259; // 57, 76 and 95 hundredths of 65536
    Edge edge{0, 0};
    std::uint64_t bits = 0;
    for (std::uint32_t scale = 0; scale < scales; ++scale, bits >>= 16U) {
        if (scale % 4 == 0) bits = bits_of(8 * number + scale / 4);
        const std::uint64_t draw = bits & 0xffffU;
        edge[0] = 2 * edge[0] + (draw >= b ? 1 : 0);
        edge[1] = 2 * edge[1] + ((draw >= a && draw < b) || draw >= c ? 1 : 0);
    }
    return edge;
}

/// Numbers of vertices in any order, so that a vertex' number says nothing of how many edges it has.
Words shuffled(std::size_t count)
{
    Words numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0U);
    Random random{31};
    for (std::size_t i = count; i > 1; --i)
        std::swap(numbers[i - 1], numbers[random.below(static_cast<std::uint32_t>(i))]);
    return numbers;
}

std::vector<Edge> kronecker_edges(std::size_t vertices)
{
    const auto scales = static_cast<std::uint32_t>(std::bit_width(vertices - 1));
    const Words numbers = shuffled(vertices);
    std::vector<Edge> edges(edge_factor * vertices);
    in_strips(edges.size(), [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const auto [from, to] = kronecker_edge(i, scales);
            edges[i] = {numbers[from % vertices], numbers[to % vertices]};
        }
    });
    return edges;
}

} // namespace

std::size_t edges_of(const std::string& name, std::size_t vertices)
{
    return (name == "grid" ? 4 : 2 * edge_factor) * vertices;
}

Graph graph_named(const std::string& name, std::size_t vertices)
{
    Graph graph = graph_of(name, vertices,
                           name == "grid"     ? edges_of_grid(vertices)
                           : name == "random" ? random_edges(vertices)
                                              : kronecker_edges(vertices));
    if (name == "grid") return graph;
    // One of at least as many edges as most have: it is almost surely in the part where nearly all vertices are.
    for (std::uint32_t v = 0; v < vertices && graph.row(graph.source).size() < 2 * edge_factor; ++v)
        if (graph.row(v).size() > graph.row(graph.source).size()) graph.source = v;
    return graph;
}

std::vector<Graph> awkward_graphs(std::size_t vertices)
{
    const auto n = static_cast<std::uint32_t>(std::max<std::size_t>(vertices, 8));
    const auto each = [](std::uint32_t first, std::uint32_t last, const auto& edge) {
        std::vector<Edge> edges;
        for (std::uint32_t i = first; i < last; ++i) edges.push_back(edge(i));
        return edges;
    };
    const std::uint32_t steps = std::min(n, 150U);
    std::vector<Graph> graphs{graph_of("one vertex", 1, {}),
                              graph_of("no edges", n, {}),
                              graph_of("a path", steps,
                                       each(1, steps,
                                            [](std::uint32_t i) {
                                                return Edge{i - 1, i};
                                            })),
                              graph_of("a star", n,
                                       each(1, n,
                                            [](std::uint32_t i) {
                                                return Edge{0, i};
                                            })),
                              graph_of("a star from its edge", n,
                                       each(0, n - 1,
                                            [&](std::uint32_t i) {
                                                return Edge{n - 1, i};
                                            })),
                              graph_of("loops alone", n,
                                       each(0, n,
                                            [](std::uint32_t i) {
                                                return Edge{i, i};
                                            })),
                              graph_of("double edges", n,
                                       each(0, 2 * n - 2,
                                            [](std::uint32_t i) {
                                                return Edge{i / 2 / 8, i / 2 + 1};
                                            })),
                              graph_of("two parts", n,
                                       each(2, n,
                                            [](std::uint32_t i) {
                                                return Edge{i % 2, i};
                                            })),
                              graph_of("a source without edges", n, each(2, n, [](std::uint32_t i) {
                                           return Edge{1, i};
                                       }))};
    graphs[2].source = steps / 3;
    graphs[7].source = n - 1;
    return graphs;
}

std::string why_no_graph(const Graph& graph)
{
    if (graph.row_begins.empty() || graph.row_begins.front() != 0)
        return "The row of vertex 0 does not begin at edge 0.";
    for (std::size_t v = 0; v < graph.vertices(); ++v)
        if (graph.row_begins[v] > graph.row_begins[v + 1])
            return fmt::format("The row of vertex {} begins at edge {}, and ends before that, at {}.", v,
                               graph.row_begins[v], graph.row_begins[v + 1]);
    if (graph.row_begins.back() != graph.edges())
        return fmt::format("The rows end at edge {}, but there are {} edges.", graph.row_begins.back(),
                           graph.edges());
    for (std::size_t v = 0; v < graph.vertices(); ++v)
        for (const std::uint32_t u : graph.row(v))
            if (u >= graph.vertices())
                return fmt::format("An edge of vertex {} leads to vertex {}, but the last one is {}.", v, u,
                                   graph.vertices() - 1);
    if (graph.source >= graph.vertices())
        return fmt::format("The search begins at vertex {}, but the last one is {}.", graph.source,
                           graph.vertices() - 1);
    return {};
}

Words levels_of(const Graph& graph)
{
    Words levels(graph.vertices(), none), queue{graph.source};
    queue.reserve(graph.vertices());
    levels[graph.source] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next)
        for (const std::uint32_t u : graph.row(queue[next]))
            if (levels[u] == none) {
                levels[u] = levels[queue[next]] + 1;
                queue.push_back(u);
            }
    return levels;
}

std::string why_wrong(const Graph& graph, const Words& expected, const Words& levels, const Words& parents)
{
    for (std::uint32_t v = 0; v < graph.vertices(); ++v) {
        if (levels[v] != expected[v])
            return fmt::format("vertex {} of {} ({}) has level {} instead of {}", v, graph.vertices(),
                               graph.name, levels[v], expected[v]);
        const std::uint32_t parent = parents[v];
        if (v == graph.source || levels[v] == none) {
            if (parent != (v == graph.source ? v : none))
                return fmt::format("vertex {} of {} ({}) has the parent {}, and needs none", v,
                                   graph.vertices(), graph.name, parent);
            continue;
        }
        if (std::ranges::find(graph.row(v), parent) == graph.row(v).end())
            return fmt::format("vertex {} of {} ({}) has the parent {}, which is no neighbour", v,
                               graph.vertices(), graph.name, parent);
        if (levels[parent] + 1 != levels[v])
            return fmt::format("vertex {} of {} ({}), level {}, has the parent {}, level {}", v,
                               graph.vertices(), graph.name, levels[v], parent, levels[parent]);
    }
    return {};
}

} // namespace lockstep::bench::bfs
