// Graphs for the tests of exercises, as compressed rows.
#pragma once

#include <CL/opencl.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep
{

/// What a vertex is said to be in that a search has not reached.
constexpr cl_uint unreached = 0xFFFF'FFFF;

/// Two vertices, by their numbers.
struct Edge
{
    cl_uint from;
    cl_uint to;
};

/// The neighbours of vertex v are columns[row_begins[v]] to columns[row_begins[v + 1] - 1].
struct Graph
{
    std::vector<cl_uint> row_begins{0};
    std::vector<cl_uint> columns;

    std::size_t vertices() const { return row_begins.size() - 1; }
    std::span<const cl_uint> neighbours(std::size_t v) const
    {
        return std::span{columns}.subspan(row_begins[v], row_begins[v + 1] - row_begins[v]);
    }
};

/// Each edge in both directions.
Graph graph_of(std::size_t vertices, const std::vector<Edge>& edges);

/// Each edge from its first vertex to its second alone.
Graph directed_graph_of(std::size_t vertices, const std::vector<Edge>& edges);

/// Up to so many edges between vertices that are drawn: no vertex with itself, and no two more than once. At least two vertices.
std::vector<Edge> random_edges(std::size_t vertices, std::size_t edges, std::uint64_t seed);

/// All vertices in one line, whose order is far from that of their numbers.
std::vector<Edge> line_of_edges(std::size_t vertices);

/// For each vertex the smallest number of all vertices that it is connected with, itself included.
std::vector<cl_uint> smallest_connected(const Graph& graph);

} // namespace lockstep
