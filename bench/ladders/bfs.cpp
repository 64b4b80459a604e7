// The ladder of breadth-first searches: from a look at every vertex in each level to steps from both ends of the edges.
#include "ladder.hpp"
#include "ladders/bfs_graphs.hpp"
#include "ladders/bfs_launches.hpp"
#include "peers/searches.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep::bench
{
namespace ladder_bfs
{

using namespace bfs;

/// By which graphs and the host's searches are tried.
constexpr const char* how_to_test_graphs =
    "cmake --build build --target bench-graphs && ctest --test-dir build -R bench.graphs --output-on-failure";

bool has_room(const Workbench& workbench, std::size_t vertices, std::size_t edges)
{
    const cl::Device& device = workbench.device();
    return sizeof(cl_uint) * std::max(edges, 2 * vertices) <=
               device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() &&
           bytes_needed(vertices, edges) <= device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
}

/// Before a graph is made: numbers of edges are words of 32 bits, and all of it has to fit.
void require_room(const Workbench& workbench, const std::string& input, std::size_t vertices)
{
    const std::size_t edges = edges_of(input, vertices);
    if (edges >= none)
        throw Failure(fmt::format("{} edges are more than a word of 32 bits counts.", edges),
                      fmt::format("--extent {} 1, or fewer", vertices / 2));
    if (has_room(workbench, vertices, edges) || workbench.is_simulator()) return;
    const cl::Device& device = workbench.device();
    throw Failure(
        fmt::format("A graph of {} vertices and {} edges takes {} MiB of device memory. {} has {} MiB, and "
                    "gives {} at a time.",
                    vertices, edges, bytes_needed(vertices, edges) >> 20U, device.getInfo<CL_DEVICE_NAME>(),
                    device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() >> 20U,
                    device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() >> 20U),
        fmt::format("--extent {} 1, or fewer", vertices / 2));
}

/// What every search has to move at least: each edge of the vertices that are reached, and of each vertex where its row
/// begins, its level and its parent. Words of 4 bytes.
double bytes_searched(const Graph& graph, const Words& levels)
{
    std::size_t edges = 0;
    for (std::size_t v = 0; v < graph.vertices(); ++v)
        if (levels[v] != none) edges += graph.row(v).size();
    return 4 * static_cast<double>(edges + 3 * graph.vertices());
}

/// A graph, and the levels of its vertices.
class SearchProblem : public Data
{
public:
    SearchProblem(Workbench& workbench, Graph of)
        : Data(workbench, checked(std::move(of))), expected_(levels_of(graph)),
          work_(bytes_searched(graph, expected_))
    {
    }

    SearchProblem(Workbench& workbench, const std::string& input, std::size_t vertices)
        : SearchProblem(workbench, graph_named(input, vertices))
    {
        if (workbench.is_simulator() || vertices < 64 || vertices > 1000) return;
        for (Graph& awkward : awkward_graphs(vertices))
            awkward_.push_back(std::make_unique<SearchProblem>(workbench, std::move(awkward)));
    }

    double work() const override { return work_; }

    Verdict judge(const Plan& plan) const override
    {
        return {bfs::why_wrong(graph, expected_, plan.out[0].read<cl_uint>(), plan.out[1].read<cl_uint>())};
    }

private:
    static Graph checked(Graph graph)
    {
        if (const std::string why = why_no_graph(graph); !why.empty())
            throw Failure(fmt::format("The graph '{}' is none. {}", graph.name, why), how_to_test_graphs);
        return graph;
    }

    Words expected_;
    double work_;
};

class Searches : public Ladder
{
public:
    std::string name() const override { return "bfs"; }
    std::string chapter() const override { return "31-graphs"; }
    std::string title() const override { return "Breadth-first search: levels and parents"; }
    LimitKind limit() const override { return LimitKind::copy; }
    std::vector<std::string> cases() const override { return {"kronecker", "random", "grid"}; }
    std::string chart(const std::string& input) const override
    {
        return input == "kronecker" ? "breadth-first searches" : "";
    }

    std::vector<Rung> rungs(const Workbench& workbench) const override;

    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override
    {
        std::size_t vertices = std::size_t{1}
                               << (workbench.is_cpu() ? (quick ? 14U : 19U) : (quick ? 18U : 22U));
        while (!has_room(workbench, vertices, edges_of(input, vertices))) vertices /= 2;
        return {vertices};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        if (workbench.is_simulator()) return {{1}, {70}, {600}};
        return {{1}, {2}, {31}, {32}, {255}, {1000}, {4097}, {70001}};
    }

    Extent counted_extent() const override { return {2048}; }

    /// The number of the launches grows with the levels of a graph.
    std::optional<Growth> growth(const Extent&) const override { return std::nullopt; }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (workbench.is_cpu()) return {"local_queue", "strips", "strips_both"};
        return {"local_queue", "on_device", "resident"};
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string& input,
                                     Extent extent) const override
    {
        require_room(workbench, input, extent.columns);
        return std::make_unique<SearchProblem>(workbench, input, extent.columns);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string& input, Extent extent) const override;
};

/// The host's own searches, on a CPU alone: there is none for a GPU on the machines that this was recorded on.
std::vector<Peer> Searches::peers(Workbench& workbench, const std::string& input, Extent extent) const
{
    if (!workbench.is_cpu()) return {};
    const auto graph = std::make_shared<const Graph>(graph_named(input, extent.columns));
    const Words expected = levels_of(*graph);
    std::vector<Peer> peers;
    for (const host_searches::HostSearch& search : host_searches::all()) {
        const auto levels = std::make_shared<Words>(), parents = std::make_shared<Words>();
        Peer peer{search.name,
                  [=] {
                      const Stopwatch watch;
                      search.run(graph->row_begins, graph->columns, graph->source, *levels, *parents);
                      return watch.elapsed().count();
                  },
                  bytes_searched(*graph, expected), search.threads};
        peer.run_ms();
        if (const std::string why = bfs::why_wrong(*graph, expected, *levels, *parents); !why.empty())
            throw Failure(fmt::format("The peer '{}' is wrong: {}", search.name, why), how_to_test_graphs);
        peers.push_back(std::move(peer));
    }
    return peers;
}

/// Every choice of the parameters' values, each with each.
std::vector<Parameters> choices(const std::vector<std::pair<std::string, std::vector<int>>>& values)
{
    std::vector<Parameters> all{{}};
    for (const auto& [name, each] : values) {
        std::vector<Parameters> more;
        for (const Parameters& before : all)
            for (const int value : each) {
                more.push_back(before);
                more.back()[name] = value;
            }
        all = std::move(more);
    }
    return all;
}

std::vector<Rung> Searches::rungs(const Workbench& workbench) const
{
    const bool cpu = workbench.is_cpu() && !workbench.is_simulator();
    using Values = std::vector<int>;
    const std::string by_host = "kernels/bfs.cl", by_steps = "kernels/bfs_steps.cl",
                      by_strips = "kernels/bfs_strips.cl";
    const Values each = workbench.is_simulator() ? Values{1} : cpu ? Values{4} : Values{4, 8, 2, 1};
    const Values resident = workbench.is_simulator() ? Values{1}
                            : cpu                    ? Values{4}
                                  : Values{4, 2, 1}; // no more than are on the device at the same time
    const auto steps = [&](int ends, const Values& groups) {
        return choices({{"GROUP", {256}},
                        {"ENDS", {ends}},
                        {"EACH", groups},
                        {"CHUNK", cpu ? Values{256} : Values{256, 64}}});
    };
    std::vector<Rung> rungs{
        {"every_vertex",
         "each level, every vertex is looked at",
         by_host,
         {"start_search", "look_at_all"},
         every_vertex,
         choices({{"GROUP", {256}}})},
        {"queue",
         "the frontier in a queue, an atomic a vertex",
         by_host,
         {"start_search", "walk_queue"},
         by_queue,
         choices({{"GROUP", {256}}})},
        {"local_queue",
         "each group has a queue in local memory",
         by_host,
         {"start_search", "walk_in_groups"},
         by_queue,
         choices({{"GROUP", cpu ? Values{256} : Values{256, 64}}, {"LOCAL_QUEUE", {1024}}})},
        {"on_device",
         "the end is detected on the device",
         by_host,
         {"start_search", "walk_level"},
         by_levels,
         choices({{"GROUP", cpu ? Values{256} : Values{256, 64}}, {"EACH", each}})},
        {"pieces",
         "a group shares its edges, and hubs are cut",
         by_steps,
         {"start_steps", "make_step"},
         bfs::by_steps,
         steps(1, each)},
        {"bottom_up",
         "vertices not yet found look for a parent",
         by_steps,
         {"start_steps", "make_step"},
         bfs::by_steps,
         steps(2, each)},
        {"both_ends",
         "the device chooses the direction",
         by_steps,
         {"start_steps", "make_step"},
         bfs::by_steps,
         steps(3, each)},
        {"resident",
         "all levels in one launch",
         by_steps,
         {"start_steps", "make_steps"},
         by_resident_steps,
         steps(3, resident)},
    };
    if (!workbench.is_cpu()) return rungs;
    const Values draws = workbench.is_simulator() ? Values{1} : Values{1, 2};
    rungs.push_back({"strips",
                     "few work-items draw strips of the frontier",
                     by_strips,
                     {"start_strips", "step_in_strips"},
                     bfs::by_strips,
                     choices({{"ENDS", {1}}, {"EACH", draws}, {"STRIP", {256, 64}}})});
    rungs.push_back({"strips_both",
                     "the same from both ends",
                     by_strips,
                     {"start_strips", "step_in_strips"},
                     bfs::by_strips,
                     choices({{"ENDS", {3}}, {"EACH", draws}, {"STRIP", {256, 64}}})});
    return rungs;
}

const Registered registered{std::make_unique<Searches>()};

} // namespace ladder_bfs
} // namespace lockstep::bench
