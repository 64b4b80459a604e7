// The launches of the rungs of breadth-first search.
#include "bfs_launches.hpp"

#include <lockstep/failure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace lockstep::bench::bfs
{
namespace
{

// As in kernels/bfs.clh and kernels/bfs_directions.clh.
enum StateWord : std::size_t
{
    state_begin = 0,
    state_end = 1,
    state_level = 2,
    state_mode = 4,
    state_tail = 32,
    state_words = 160
};
constexpr std::uint32_t mode_done = 3;
constexpr std::size_t smallest_chunk = 64;

/// Oclgrind's check for races, under which words that others may be changing are read by atomics (kernels/bfs.clh).
bool races_are_looked_for()
{
    return std::getenv("OCLGRIND_DATA_RACES") != nullptr;
}

/// The host launches a level and waits for the word that says whether there is another one.
class EveryVertex : public Search
{
public:
    EveryVertex(const DeviceGraph& graph, const Rung& rung, const Parameters& parameters)
        : Search(graph, rung, parameters), unused_(words(1)), start_(kernel(0)), look_(kernel(1))
    {
        const auto n = static_cast<cl_uint>(graph.vertices);
        set_arguments(start_, levels_, parents_, unused_, state_, n, graph.source);
        set_arguments(look_, graph.row_begins, graph.columns, levels_, parents_, state_, n);
    }

private:
    void search() override
    {
        launch(start_, groups_of(std::max<std::size_t>(graph_.vertices, state_words)));
        for (cl_uint level = 0; state(state_level, 1).front() == level; ++level) {
            look_.setArg(6, level);
            launch(look_, groups_of(graph_.vertices));
        }
    }

    Guarded unused_; // the queue, which takes the source
    cl::Kernel start_, look_;
};

/// The same with a queue, whose end the host reads after each level.
class Queue : public Search
{
public:
    Queue(const DeviceGraph& graph, const Rung& rung, const Parameters& parameters)
        : Search(graph, rung, parameters), queue_(words(graph.vertices)), start_(kernel(0)), walk_(kernel(1))
    {
        set_arguments(start_, levels_, parents_, queue_, state_, static_cast<cl_uint>(graph.vertices),
                      graph.source);
        set_arguments(walk_, graph.row_begins, graph.columns, levels_, parents_, queue_, state_);
    }

private:
    void search() override
    {
        launch(start_, groups_of(std::max<std::size_t>(graph_.vertices, state_words)));
        cl_uint begin = 0;
        for (cl_uint level = 0;; ++level) {
            const cl_uint end = state(state_tail, 1).front();
            if (begin == end) break;
            walk_.setArg(6, begin);
            walk_.setArg(7, end);
            walk_.setArg(8, level);
            launch(walk_, groups_of(end - begin));
            begin = end;
        }
    }

    Guarded queue_;
    cl::Kernel start_, walk_;
};

/// The device knows where a search is; the host launches some steps at a time, and reads whether they were enough.
class Steps : public Search
{
public:
    /// @param entry words of an entry of the queue. @param entries of the queue. @param bits whether vertices have some.
    Steps(const DeviceGraph& graph, const Rung& rung, const Parameters& parameters, std::size_t entry,
          std::size_t entries, bool bits)
        : Search(graph, rung, parameters), queue_(words(entry * entries)),
          seen_(words(bits ? 2 * divide_up(graph.vertices, 32) : 1)), start_(kernel(0)), step_(kernel(1)),
          has_modes_(bits), is_one_launch_(graph.workbench.is_nvidia() && rung.kernels[1] == "make_steps")
    {
        const auto n = static_cast<cl_uint>(graph.vertices);
        if (bits) {
            set_arguments(start_, graph.row_begins, levels_, parents_, queue_, seen_, state_, n,
                          graph.source);
            set_arguments(step_, graph.row_begins, graph.columns, levels_, parents_, queue_, seen_, state_,
                          n);
        } else {
            set_arguments(start_, levels_, parents_, queue_, state_, n, graph.source);
            set_arguments(step_, graph.row_begins, graph.columns, levels_, parents_, queue_, state_);
        }
    }

private:
    void search() override
    {
        launch(start_, divide_up(std::max<std::size_t>(graph_.vertices, state_words), group()));
        constexpr std::size_t most = 64;
        for (std::size_t steps = is_one_launch_ ? 1 : 4;; steps = std::min(2 * steps, most)) {
            for (std::size_t i = 0; i < steps; ++i) launch(step_, resident_groups());
            if (is_done()) return;
        }
    }

    bool is_done()
    {
        if (has_modes_) return state(state_mode, 1).front() == mode_done;
        const Words frontier = state(state_begin, 2);
        return frontier[0] == frontier[1];
    }

    Guarded queue_, seen_;
    cl::Kernel start_, step_;
    bool has_modes_, is_one_launch_;
};

} // namespace

std::size_t bytes_needed(std::size_t vertices, std::size_t edges)
{
    const std::size_t queue = 2 * (vertices + edges / smallest_chunk + 1);
    return sizeof(cl_uint) * (edges + 3 * vertices + queue + vertices / 16 + 64);
}

Search::Search(const DeviceGraph& graph, Rung rung, Parameters parameters)
    : graph_(graph), rung_(std::move(rung)), parameters_(std::move(parameters)),
      levels_(words(graph.vertices)), parents_(words(graph.vertices)), state_(words(state_words))
{
}

Job::Span Search::enqueue()
{
    first_ = last_ = cl::Event();
    search();
    return {first_, last_};
}

cl::Kernel Search::kernel(std::size_t index) const
{
    std::string options = options_of(parameters_);
    if (races_are_looked_for()) options += " -D ATOMIC_READS=1";
    return graph_.workbench.kernel(rung_.file, rung_.kernels.at(index), options);
}

void Search::launch(const cl::Kernel& kernel, std::size_t groups)
{
    // Of thousands of launches only the first one needs an event; the search ends with a read.
    graph_.workbench.queue().enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(groups * group()),
                                                  cl::NDRange(group()), nullptr,
                                                  first_() == nullptr ? &first_ : nullptr);
}

Words Search::state(std::size_t first, std::size_t count)
{
    Words read(count);
    graph_.workbench.queue().enqueueReadBuffer(state_.buffer(), CL_TRUE, sizeof(cl_uint) * first,
                                               sizeof(cl_uint) * count, read.data(), nullptr, &last_);
    return read;
}

Guarded Search::words(std::size_t count) const
{
    return graph_.workbench.output(count * sizeof(cl_uint));
}

std::size_t Search::resident_groups() const
{
    return parameter("EACH") * graph_.workbench.spread_over(2);
}

std::unique_ptr<Search> search_of(const DeviceGraph& graph, const Rung& rung, const Parameters& parameters)
{
    const std::string& step = rung.kernels.at(1);
    if (step == "look_at_all") return std::make_unique<EveryVertex>(graph, rung, parameters);
    if (step == "walk_queue" || step == "walk_in_groups")
        return std::make_unique<Queue>(graph, rung, parameters);
    if (step == "walk_level")
        return std::make_unique<Steps>(graph, rung, parameters, 1, graph.vertices, false);
    if (step == "make_step" || step == "make_steps")
        return std::make_unique<Steps>(
            graph, rung, parameters, 2,
            graph.vertices + graph.edges / static_cast<std::size_t>(parameters.at("CHUNK")) + 1, true);
    if (step == "step_in_strips")
        return std::make_unique<Steps>(graph, rung, parameters, 1, graph.vertices, true);
    throw Failure(
        fmt::format("No launches are known for the kernel '{}'.", step),
        "write them in bench/ladders/bfs_launches.cpp, then: cmake --build build --target lockstep-bench");
}

} // namespace lockstep::bench::bfs
