// The graphs that breadth-first searches are tried on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lockstep::bench::bfs
{

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t none = ~0U; ///< the level and the parent of a vertex that cannot be reached

/// In CSR form, every edge in both of its rows.
struct Graph
{
    std::string name;
    Words row_begins; ///< one more than there are vertices
    Words columns;
    std::uint32_t source = 0; ///< where the search begins

    std::size_t vertices() const { return row_begins.size() - 1; }
    std::size_t edges() const { return columns.size(); } ///< in one direction: twice as many as were drawn
    std::span<const std::uint32_t> row(std::size_t vertex) const
    {
        return std::span(columns).subspan(row_begins[vertex], row_begins[vertex + 1] - row_begins[vertex]);
    }
};

/// Edges in one direction of the graph of that name, at most.
std::size_t edges_of(const std::string& name, std::size_t vertices);

/// "grid": a square, each cell beside its neighbours in four directions; the last row may be incomplete. "random": both ends of
/// each edge are any vertices. "kronecker": the graph of Graph 500, with few vertices of many edges. The same on every machine.
Graph graph_named(const std::string& name, std::size_t vertices);

/// Where a search is most likely to be wrong: one vertex, no edges, a path, a star, loops, double edges, two parts.
std::vector<Graph> awkward_graphs(std::size_t vertices);

/// What makes it no graph, in a sentence: an edge to nowhere, rows out of order. Empty when it is one.
std::string why_no_graph(const Graph& graph);

/// Steps from the source to each vertex, by a queue.
Words levels_of(const Graph& graph);

/// What is wrong with the result of a search, in a sentence; empty when it is right.
/// @param expected what levels_of() gave
std::string why_wrong(const Graph& graph, const Words& expected, const Words& levels, const Words& parents);

} // namespace lockstep::bench::bfs
