// The launches of the rungs of breadth-first search.
#include "bfs_launches.hpp"

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

/// Where Oclgrind or Pocket looks for races, words that others may be changing are read by atomics (kernels/bfs.clh).
bool races_are_looked_for()
{
    return std::getenv("OCLGRIND_DATA_RACES") != nullptr || std::getenv("POCKET_FINDINGS") != nullptr;
}

cl_uint word(std::size_t count)
{
    return static_cast<cl_uint>(count);
}

/// What a search works on, and how it launches and asks.
class Search
{
public:
    Search(Plan& plan, const Data& data)
        : queue_(plan.workbench().queue()), group_(plan.parameter("GROUP", 1)),
          vertices_(data.graph.vertices()), state(plan.words(state_words))
    {
        plan.out = {plan.words(vertices_), plan.words(vertices_)};
        if (races_are_looked_for()) plan.options = "-D ATOMIC_READS=1";
    }

    std::size_t groups_of(std::size_t count) const { return divide_up(count, group_); }
    /// A kernel that looks at every vertex, and at every word of the state.
    std::size_t groups_to_start() const { return groups_of(std::max<std::size_t>(vertices_, state_words)); }

    void launch(const cl::Kernel& kernel, std::size_t groups, cl::Event* event = nullptr) const
    {
        queue_.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(groups * group_), cl::NDRange(group_),
                                    nullptr, event);
    }

    /// `count` words of the state from `first` on, when all that was enqueued is done.
    Words read(std::size_t first, std::size_t count, cl::Event& event) const
    {
        Words read(count);
        queue_.enqueueReadBuffer(state.buffer(), CL_TRUE, sizeof(cl_uint) * first, sizeof(cl_uint) * count,
                                 read.data(), nullptr, &event);
        return read;
    }

private:
    cl::CommandQueue queue_;
    std::size_t group_, vertices_;

public:
    const Guarded state;
};

/// Adds to the plan: `start`, and what goes on from there. Of thousands of launches only the first one needs an event; the search
/// ends with a read, whose event is the last.
/// @param go_on a function of the last event.
template <typename GoOn>
void begin(Plan& plan, const Search& search, const cl::Kernel& start, GoOn go_on)
{
    plan.run([search, start, go_on = std::move(go_on)](Plan::Events& events) mutable {
        cl::Event last;
        search.launch(start, search.groups_to_start(), &events.emplace_back());
        go_on(last);
        events.push_back(last);
    });
}

/// How the steps of a search are made.
struct Steps
{
    std::size_t entry;       ///< words of an entry of the queue
    std::size_t entries;     ///< of the queue
    bool has_modes;          ///< and bits for vertices
    std::size_t at_once = 4; ///< at first; soon twice as many
};

void by_steps(Plan& plan, const Data& data, const Steps& steps)
{
    const Search search(plan, data);
    const std::size_t vertices = data.graph.vertices();
    const Guarded queue = plan.words(steps.entry * steps.entries),
                  seen = plan.words(steps.has_modes ? 2 * divide_up(vertices, 32) : 1);
    cl::Kernel start = plan.kernel(0), step = plan.kernel(1);
    const Guarded &levels = plan.out[0], &parents = plan.out[1];
    if (steps.has_modes) {
        set_arguments(start, data.row_begins, levels, parents, queue, seen, search.state, word(vertices),
                      data.graph.source);
        set_arguments(step, data.row_begins, data.columns, levels, parents, queue, seen, search.state,
                      word(vertices));
    } else {
        set_arguments(start, levels, parents, queue, search.state, word(vertices), data.graph.source);
        set_arguments(step, data.row_begins, data.columns, levels, parents, queue, search.state);
    }
    const std::size_t resident = plan.parameter("EACH") * plan.workbench().spread_over(2);
    begin(plan, search, start, [=](cl::Event& last) {
        const auto is_done = [&] {
            if (steps.has_modes) return search.read(state_mode, 1, last).front() == mode_done;
            const Words frontier = search.read(state_begin, 2, last);
            return frontier[0] == frontier[1];
        };
        constexpr std::size_t most = 64;
        for (std::size_t count = steps.at_once;; count = std::min(2 * count, most)) {
            for (std::size_t i = 0; i < count; ++i) search.launch(step, resident);
            if (is_done()) return;
        }
    });
}

Steps with_chunks(const Plan& plan, const Data& data)
{
    return {2, data.graph.vertices() + data.graph.edges() / plan.parameter("CHUNK") + 1, true};
}

} // namespace

std::size_t bytes_needed(std::size_t vertices, std::size_t edges)
{
    const std::size_t queue = 2 * (vertices + edges / smallest_chunk + 1);
    return sizeof(cl_uint) * (edges + 3 * vertices + queue + vertices / 16 + 64);
}

void every_vertex(Plan& plan, const Data& data)
{
    const Search search(plan, data);
    const Guarded unused = plan.words(1); // the queue, which takes the source
    cl::Kernel start = plan.kernel(0), look = plan.kernel(1);
    const std::size_t vertices = data.graph.vertices();
    set_arguments(start, plan.out[0], plan.out[1], unused, search.state, word(vertices), data.graph.source);
    set_arguments(look, data.row_begins, data.columns, plan.out[0], plan.out[1], search.state,
                  word(vertices));
    begin(plan, search, start, [=](cl::Event& last) mutable {
        for (cl_uint level = 0; search.read(state_level, 1, last).front() == level; ++level) {
            look.setArg(6, level);
            search.launch(look, search.groups_of(vertices));
        }
    });
}

void by_queue(Plan& plan, const Data& data)
{
    const Search search(plan, data);
    const Guarded queue = plan.words(data.graph.vertices());
    cl::Kernel start = plan.kernel(0), walk = plan.kernel(1);
    set_arguments(start, plan.out[0], plan.out[1], queue, search.state, word(data.graph.vertices()),
                  data.graph.source);
    set_arguments(walk, data.row_begins, data.columns, plan.out[0], plan.out[1], queue, search.state);
    begin(plan, search, start, [=](cl::Event& last) mutable {
        cl_uint begin = 0;
        for (cl_uint level = 0;; ++level) {
            const cl_uint end = search.read(state_tail, 1, last).front();
            if (begin == end) break;
            walk.setArg(6, begin);
            walk.setArg(7, end);
            walk.setArg(8, level);
            search.launch(walk, search.groups_of(end - begin));
            begin = end;
        }
    });
}

void by_levels(Plan& plan, const Data& data)
{
    by_steps(plan, data, {1, data.graph.vertices(), false});
}

void by_steps(Plan& plan, const Data& data)
{
    by_steps(plan, data, with_chunks(plan, data));
}

void by_resident_steps(Plan& plan, const Data& data)
{
    Steps steps = with_chunks(plan, data);
    if (plan.workbench().is_nvidia()) steps.at_once = 1;
    by_steps(plan, data, steps);
}

void by_strips(Plan& plan, const Data& data)
{
    by_steps(plan, data, {1, data.graph.vertices(), true});
}

} // namespace lockstep::bench::bfs
