// The launches of the rungs of breadth-first search: which kernels, and who says that a search is at its end.
#pragma once

#include "bfs_graphs.hpp"
#include "ladder.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace lockstep::bench::bfs
{

/// A graph on the device.
struct DeviceGraph
{
    DeviceGraph(Workbench& on, const Graph& graph)
        : workbench(on), vertices(graph.vertices()), edges(graph.edges()), source(graph.source),
          row_begins(on.input(graph.row_begins)),
          columns(on.input(graph.columns.empty() ? Words{0} : graph.columns))
    {
    }

    Workbench& workbench;
    std::size_t vertices;
    std::size_t edges;
    std::uint32_t source;
    Guarded row_begins;
    Guarded columns;
};

/// Bytes of device memory that a search takes at most, the graph included.
std::size_t bytes_needed(std::size_t vertices, std::size_t edges);

/// A search of one rung.
class Search
{
public:
    Search(const DeviceGraph& graph, Rung rung, Parameters parameters);
    virtual ~Search() = default;

    /// From the first launch to the end of the search, which the host waits for.
    Job::Span enqueue();
    const Guarded& levels() const { return levels_; }
    const Guarded& parents() const { return parents_; }

protected:
    virtual void search() = 0;

    cl::Kernel kernel(std::size_t index) const;
    void launch(const cl::Kernel& kernel, std::size_t groups);
    /// The first `count` words of the state from `first` on, when all that was enqueued is done.
    Words state(std::size_t first, std::size_t count);
    Guarded words(std::size_t count) const;
    std::size_t parameter(const std::string& name) const
    {
        return static_cast<std::size_t>(parameters_.at(name));
    }
    std::size_t group() const { return parameters_.contains("GROUP") ? parameter("GROUP") : 1; }
    std::size_t groups_of(std::size_t count) const { return divide_up(count, group()); }
    /// As many as the device runs at a time, by the rung's choice for each of its units.
    std::size_t resident_groups() const;

    const DeviceGraph& graph_;

private:
    Rung rung_;
    Parameters parameters_;

protected:
    Guarded levels_, parents_, state_;

private:
    cl::Event first_, last_;
};

/// The search that the rung's kernels make.
std::unique_ptr<Search> search_of(const DeviceGraph& graph, const Rung& rung, const Parameters& parameters);

} // namespace lockstep::bench::bfs
