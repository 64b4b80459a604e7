// The graphs of this chapter, in CSR form: people, a map, and what a file holds.
#pragma once

#include <lockstep/failure.hpp>
#include <lockstep/random.hpp>

#include <CL/opencl.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace graphs
{

constexpr cl_uint none = ~0U; // the level of a vertex that cannot be reached

using Words = std::vector<cl_uint>;
using Edges = std::vector<std::pair<cl_uint, cl_uint>>;

struct Graph
{
    Words row_begins, columns;
    cl_uint vertices() const { return static_cast<cl_uint>(row_begins.size() - 1); }
};

// Each edge in the rows of both of its ends.
inline Graph graph_of(cl_uint vertices, const Edges& edges)
{
    Graph graph{Words(vertices + 1), Words(2 * edges.size())};
    for (const auto& [a, b] : edges) {
        if (std::max(a, b) >= vertices)
            throw lockstep::Failure(
                "An edge leads from vertex " + std::to_string(a) + " to vertex " +
                    std::to_string(b) + ", but there are only " + std::to_string(vertices) +
                    " vertices.",
                "number the vertices from 0 to " + std::to_string(vertices - 1));
        ++graph.row_begins[a + 1], ++graph.row_begins[b + 1];
    }
    std::partial_sum(graph.row_begins.begin(), graph.row_begins.end(),
                     graph.row_begins.begin());
    Words next = graph.row_begins;
    for (const auto& [a, b] : edges)
        graph.columns[next[a]++] = b, graph.columns[next[b]++] = a;
    return graph;
}

// Everyone draws eight others, and is drawn by about as many.
inline Graph people(cl_uint count)
{
    lockstep::Random random{31};
    Edges edges;
    for (cl_uint i = 0; i < 8 * count; ++i) edges.emplace_back(i / 8, random.below(count));
    return graph_of(count, edges);
}

// Crossings in rows and columns, each joined to the next one of both.
inline Graph map_of(cl_uint side)
{
    Edges edges;
    for (cl_uint i = 0; i < side * side; ++i) {
        if ((i + 1) % side != 0) edges.emplace_back(i, i + 1);
        if (i + side < side * side) edges.emplace_back(i, i + side);
    }
    return graph_of(side * side, edges);
}

// The number of vertices, and pairs of them. Paths begin at the chapter's folder.
inline Graph graph_in(const std::string& path)
{
    std::ifstream file(std::filesystem::path(CHAPTER_DIR) / path);
    cl_uint vertices = 0, a = 0, b = 0;
    if (!(file >> vertices) || vertices == 0)
        throw lockstep::Failure(
            path + " does not begin with a number of vertices.",
            "write it first, and then a pair of vertices for each edge");
    Edges edges;
    while (file >> a >> b) edges.emplace_back(a, b);
    return graph_of(vertices, edges);
}

} // namespace graphs
