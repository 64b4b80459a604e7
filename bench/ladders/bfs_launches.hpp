// The launches of the rungs of breadth-first search: which kernels, and who says that a search is at its end.
#pragma once

#include "bfs_graphs.hpp"
#include "ladder.hpp"

#include <cstddef>
#include <utility>

namespace lockstep::bench::bfs
{

/// A graph, on the host and on the device.
class Data : public Problem
{
public:
    Data(Workbench& workbench, Graph of)
        : Problem(workbench), graph(std::move(of)), row_begins(workbench.input(graph.row_begins)),
          columns(workbench.input(graph.columns.empty() ? Words{0} : graph.columns))
    {
    }

    const Graph graph;
    const Guarded row_begins;
    const Guarded columns;
};

/// Bytes of device memory that a search takes at most, the graph included.
std::size_t bytes_needed(std::size_t vertices, std::size_t edges);

// Searches: from the first launch to the end, which the host waits for. They leave levels and parents.

/// The host launches a level and waits for the word that says whether there is another one.
void every_vertex(Plan& plan, const Data& data);
/// The same with a queue, whose end the host reads after each level.
void by_queue(Plan& plan, const Data& data);
/// The device knows where a search is; the host launches some steps at a time, and reads whether they were enough.
void by_levels(Plan& plan, const Data& data);
/// The same with steps from both ends of the edges, whose queue has an entry for each CHUNK of a row.
void by_steps(Plan& plan, const Data& data);
/// All steps in one launch, where groups may wait for each other.
void by_resident_steps(Plan& plan, const Data& data);
/// Steps of work-items that draw strips of the frontier.
void by_strips(Plan& plan, const Data& data);

} // namespace lockstep::bench::bfs
