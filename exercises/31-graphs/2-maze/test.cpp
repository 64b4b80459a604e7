// Tests of single steps: who has which parent, and who is in the next queue, once.
#include <lockstep/graphs.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <map>
#include <string>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;

constexpr cl_uint none = unreached, untouched = 0xDEAD'BEEF;

/// Cells side by side, with a passage to the one on the right and to the one below, as far as a draw does not put a wall there.
Graph maze_of(std::size_t width, std::size_t height, unsigned walls_of_ten)
{
    const Words draws = random_uints(2 * width * height, 3106 + width, 10);
    std::vector<Edge> passages;
    for (cl_uint c = 0; c < width * height; ++c) {
        if (c % width + 1 < width && draws[2 * c] >= walls_of_ten) passages.push_back({c, c + 1});
        if (c + width < width * height && draws[2 * c + 1] >= walls_of_ten)
            passages.push_back({c, static_cast<cl_uint>(c + width)});
    }
    return graph_of(width * height, passages);
}

cl::Kernel step_kernel()
{
    return Exercise::get().kernel("maze.cl", "step_on",
                                  {"global uint*", "global uint*", "global uint*", "uint", "global uint*",
                                   "global uint*", "global uint*"});
}

std::string told(cl_uint cell)
{
    return cell == none ? "0xFFFFFFFF" : cell == untouched ? "what it was before" : std::to_string(cell);
}

struct Search
{
    Words parents;
    Words queue;
};

/// One step, whose result must be a right one. @param first,items work-items that are launched, if not all.
Search step(const Graph& maze, const Search& before, std::size_t group, std::size_t first = 0,
            std::size_t items = SIZE_MAX)
{
    items = std::min(items, round_up(before.queue.size(), group));
    std::map<cl_uint, Words> finders; // of cells without a parent
    std::size_t tries = 0;
    for (std::size_t i = first; i < std::min(first + items, before.queue.size()); ++i)
        for (const cl_uint next : maze.neighbours(before.queue[i])) {
            ++tries;
            if (before.parents[next] == none) finders[next].push_back(before.queue[i]);
        }
    const auto parents = input("parents", before.parents), next_count = input("next_count", Words{0});
    const auto next_queue = input("next_queue", Words(tries + 1, untouched));
    launch(step_kernel(),
           {.global = cl::NDRange(items), .local = cl::NDRange(group), .offset = cl::NDRange(first)},
           input("row_begins", maze.row_begins), input("columns", maze.columns), input("queue", before.queue),
           before.queue.size(), parents, next_queue, next_count);
    INFO(maze.vertices(), " cells, of which ", before.queue.size(), " are in the queue; work-items ", first,
         " to ", first + items - 1);
    Search after{.parents = parents.read(), .queue = next_queue.read()};
    for (cl_uint c = 0; c < maze.vertices(); ++c) {
        const cl_uint parent = after.parents[c];
        const auto found = finders.find(c);
        if (found == finders.end() && parent != before.parents[c])
            FAIL("parents[", c, "] was ", told(before.parents[c]),
                 " before the launch and must stay so, but is ", told(parent), " now.");
        if (found != finders.end() && std::ranges::count(found->second, parent) == 0)
            FAIL("parents[", c, "] must be a cell of the queue next to it, cell ", found->second[0],
                 " for example, and is ", told(parent), ".");
    }
    const cl_uint count = next_count.read().front();
    std::map<cl_uint, std::size_t> places;
    for (std::size_t place = 0; place < std::min<std::size_t>(count, tries); ++place) {
        const cl_uint cell = after.queue[place];
        if (!finders.contains(cell))
            FAIL("next_queue[", place, "] is ", told(cell), ", which is no cell that this step finds.");
        const auto [known, is_new] = places.insert({cell, place});
        if (!is_new)
            FAIL("Cell ", cell, " is in next_queue twice, at places ", known->second, " and ", place, ".");
    }
    if (count != finders.size())
        FAIL("This step finds ", finders.size(), " cells, but *next_count is ", count, ".");
    for (std::size_t place = count; place < after.queue.size(); ++place)
        if (after.queue[place] != untouched)
            FAIL("next_queue[", place, "] was written to, but *next_count says that ", count,
                 " places are taken.");
    after.queue.resize(count);
    return after;
}

/// From the exit until a step finds nothing.
void search(const Graph& maze, cl_uint exit, std::size_t group)
{
    Search now{.parents = Words(maze.vertices(), none), .queue = {exit}};
    now.parents[exit] = exit;
    while (!now.queue.empty()) now = step(maze, now, group);
}

} // namespace

TEST_CASE("the exit claims its neighbours")
{
    const Graph maze = graph_of(6, {{0, 3}, {3, 5}, {1, 3}, {1, 2}, {2, 4}});
    step(maze, {.parents = {none, none, none, 3, none, none}, .queue = {3}}, 1);
    step(maze, {.parents = {none, none, none, 3, none, none}, .queue = {3}}, 8);
}

TEST_CASE("cells that have a parent keep it, and are not found again")
{
    const Graph maze = graph_of(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}});
    step(maze, {.parents = {3, none, 3, 3, 3}, .queue = {2, 4, 0}}, 4);
    step(maze, {.parents = {3, 0, 3, 3, 3}, .queue = {1}}, 4);
}

TEST_CASE("a cell that several cells find has one parent, and is in the next queue once")
{
    const Graph maze = graph_of(8, {{0, 6}, {1, 6}, {2, 6}, {3, 6}, {4, 6}, {3, 7}, {4, 7}, {0, 5}, {1, 5}});
    step(maze, {.parents = {5, 5, 1, 2, 3, 5, none, none}, .queue = {0, 1, 2, 3, 4}}, 5);
    step(maze, {.parents = {5, 5, 1, 2, 3, 5, none, none}, .queue = {4, 2, 3, 0, 1}}, 2);
}

TEST_CASE("a work-item claims for its own cell of the queue")
{
    Search search{.parents = Words(27, none), .queue = {20, 0, 13, 26, 4, 17}};
    for (const cl_uint cell : search.queue) search.parents[cell] = 1;
    step(maze_of(9, 3, 0), search, 2, 2, 2);
}

TEST_CASE("another cell may claim the neighbour first, between a look and a write")
{
    // Cell 6 claims cells 2 and 4 as soon as the work-item of cell 0 is about to change their words. Another 64 words further it is
    // noted if that puts something else in the place of a parent, be it for a moment.
    constexpr std::size_t behind_it = 64;
    const std::string lines = "void before_change(volatile global uint* p)\n"
                              "{ if (p[64] != 0) { *p = p[64]; p[64] = 0; } }\n"
                              "void after_change(volatile global uint* p, uint was, uint is)\n"
                              "{ if (was == 6 && is != 6) p[128] = 1; }\n";
    const Graph maze = graph_of(8, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {6, 2}, {6, 4}});
    Words words(2 * behind_it + 8, 0);
    std::fill_n(words.begin(), 8, none);
    words[0] = words[6] = 7;
    words[behind_it + 2] = words[behind_it + 4] = 6;
    const auto parents = input("parents", words);
    const auto next_queue = input("next_queue", Words(8, untouched)),
               next_count = input("next_count", Words(2 * behind_it + 1, 0));
    launch(behind(watched_atomics(lines), "maze.cl", step_kernel()),
           {.global = cl::NDRange(1), .local = cl::NDRange(1)}, input("row_begins", maze.row_begins),
           input("columns", maze.columns), input("queue", Words{0}), std::size_t{1}, parents, next_queue,
           next_count);
    const Words after = parents.read();
    for (const std::size_t c : {2U, 4U}) {
        if (after[behind_it + c] != 0)
            FAIL("Cell 0 changes parents[", c,
                 "] without an atomic operation. If cell 6 looks at the same moment, both find that "
                 "it has no parent, and both append it.");
        if (after[c] != 6)
            FAIL("Cell 6 has claimed cell ", c,
                 " after cell 0 looked and before it wrote, so its parent must stay 6. It is ", after[c],
                 ".");
        if (after[2 * behind_it + c] != 0)
            FAIL("Cell 6 had claimed cell ", c,
                 ", and for a moment cell 0 put something else there. Whoever looks then sees a wrong "
                 "parent.");
    }
    Words queue = next_queue.read();
    queue.resize(std::min<std::size_t>(next_count.read()[0], 8));
    std::ranges::sort(queue);
    INFO("Cell 0 claims cells 1, 3 and 5; cell 6 was faster at cells 2 and 4.");
    expect_same("next_queue, sorted", Words{1, 3, 5}, queue);
}

TEST_CASE("whole mazes are searched, with and without loops")
{
    search(maze_of(5, 4, 0), 7, 4);
    if (clean_stage()) return;
    search(maze_of(40, 25, 4), 512, 7);
    search(maze_of(90, 101, 2), 4'500, 64);
    search(graph_of(70'002, random_edges(70'002, 150'000, 3107)), 3, 256);
}
