// The graphs of the ladder of searches: what is none is refused in a sentence, and the host's searches agree on those that are.
#include "ladders/bfs_graphs.hpp"
#include "peers/searches.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace lockstep::bench;
using namespace lockstep::bench::bfs;

namespace
{

/// 0 and 1, and between them one edge.
Graph pair()
{
    return {.name = "a pair", .row_begins = {0, 1, 2}, .columns = {1, 0}, .source = 0};
}

/// What the test of a search says of these levels and parents.
std::string verdict(const Graph& graph, const Words& levels, const Words& parents)
{
    return why_wrong(graph, levels_of(graph), levels, parents);
}

} // namespace

TEST_SUITE("graphs")
{
    TEST_CASE("a graph has nothing to be told of")
    {
        CHECK(why_no_graph(pair()).empty());
        for (const char* name : {"kronecker", "random", "grid"})
            for (const std::size_t vertices : {1, 2, 31, 500}) {
                INFO(name << " of " << vertices);
                const Graph graph = graph_named(name, vertices);
                CHECK(why_no_graph(graph).empty());
                CHECK(graph.edges() <= edges_of(name, vertices));
                CHECK(graph.columns == graph_named(name, vertices).columns);
            }
    }

    TEST_CASE("an edge to nowhere is told, with both of its ends")
    {
        Graph graph = pair();
        graph.columns[1] = 2;
        CHECK(why_no_graph(graph) == "An edge of vertex 1 leads to vertex 2, but the last one is 1.");
    }

    TEST_CASE("rows that are out of order, too few edges and a source that is none are told")
    {
        Graph graph = pair();
        graph.row_begins[1] = 3;
        CHECK(why_no_graph(graph) == "The row of vertex 1 begins at edge 3, and ends before that, at 2.");
        graph = pair();
        graph.columns.pop_back();
        CHECK(why_no_graph(graph) == "The rows end at edge 2, but there are 1 edges.");
        graph = pair();
        graph.source = 2;
        CHECK(why_no_graph(graph) == "The search begins at vertex 2, but the last one is 1.");
    }

    TEST_CASE("wrong levels and parents are told")
    {
        const Graph graph{.name = "a path", .row_begins = {0, 1, 3, 4}, .columns = {1, 0, 2, 1}, .source = 0};
        CHECK(verdict(graph, {0, 1, 2}, {0, 0, 1}).empty());
        CHECK(verdict(graph, {0, 1, 1}, {0, 0, 1}) == "vertex 2 of 3 (a path) has level 1 instead of 2");
        CHECK(verdict(graph, {0, 1, 2}, {0, 0, 0}) ==
              "vertex 2 of 3 (a path) has the parent 0, which is no neighbour");
        CHECK(verdict(graph, {0, 1, 2}, {0, 2, 1}) ==
              "vertex 1 of 3 (a path), level 1, has the parent 2, level 2");
        CHECK(verdict(graph, {0, 1, 2}, {1, 0, 1}) ==
              "vertex 0 of 3 (a path) has the parent 1, and needs none");
    }

    TEST_CASE("the host's searches find the same levels, and right parents")
    {
        std::vector<Graph> graphs = awkward_graphs(300);
        for (const char* name : {"kronecker", "random", "grid"}) graphs.push_back(graph_named(name, 3000));
        for (const Graph& graph : graphs)
            for (const host_searches::HostSearch& search : host_searches::all()) {
                INFO(search.name << ", " << graph.name);
                Words levels, parents;
                search.run(graph.row_begins, graph.columns, graph.source, levels, parents);
                CHECK(verdict(graph, levels, parents) == "");
            }
    }
}
