// Tests of single launches against the host, and of whole grids against a search.
#include <lockstep/graphs.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <numeric>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;

Words own_numbers(std::size_t stations)
{
    Words names(stations);
    std::iota(names.begin(), names.end(), 0U);
    return names;
}

/// The kernel, whose atomic operations on a word also count in the word that is `behind_it` further, and its launch.
template <typename... Arguments>
void launch_counted(cl::Kernel kernel, std::size_t behind_it, std::size_t items, std::size_t group,
                    const Arguments&... arguments)
{
    if (Exercise::get().stage() != Stage::lens)
        kernel = behind(counting_atomics(behind_it), "islands.cl", kernel);
    launch(kernel, covering(items, group), arguments...);
}

void expect_hooked(const Words& before, const Words& expected, const Words& after)
{
    for (std::size_t r = 0; r < expected.size(); ++r) {
        if (after[r] == expected[r]) continue;
        if (expected[r] == before[r])
            FAIL("next_names[", r, "] must stay ", before[r], ", and is ", after[r], ".");
        FAIL("From a station with the name ", r, " a line leads to one with the name ", expected[r],
             ", and to none with a smaller one, so next_names[", r, "] must be ", expected[r], ". It is ",
             after[r], ".");
    }
}

/// @param flag what *changed is after the launch, and how many operations changed it.
void expect_flag(bool changes, const Words& flag, std::size_t groups)
{
    if (changes && flag.front() == 0) FAIL("The launch changes a name, but *changed is still 0.");
    if (!changes && flag.front() != 0)
        FAIL("The launch changes no name, but *changed is ", flag.front(), ".");
    if (flag.back() > groups)
        FAIL("The launch made ", flag.back(), " atomic operations on *changed; one for each of ", groups,
             " groups is enough.");
}

/// @param items work-items that are launched, if not all. @return the names after the launch.
Words hook(const Graph& grid, const Words& names, bool& changed, std::size_t group = 4,
           std::size_t items = SIZE_MAX)
{
    const std::size_t stations = names.size();
    items = std::min(items, round_up(stations, group));
    Words expected = names, most(stations, 0); // operations on the name's word
    for (std::size_t v = 0; v < std::min(stations, items); ++v) {
        ++most[names[v]];
        for (const cl_uint u : grid.neighbours(v))
            expected[names[v]] = std::min(expected[names[v]], names[u]);
    }
    Words next_and_counts = names;
    next_and_counts.resize(2 * stations, 0);
    const auto next = input("next_names", next_and_counts), flag = input("changed", Words(stations + 1, 0));
    const auto in = input("names", names);
    launch_counted(Exercise::get().kernel("islands.cl", "hook",
                                          {"global uint*", "global uint*", "global uint*", "global uint*",
                                           "global uint*", "uint"}),
                   stations, items, group, input("row_begins", grid.row_begins),
                   input("columns", grid.columns), in, next, flag, stations);
    INFO("hook, ", stations, " stations, work-groups of ", group, "; work-items launched: ", items);
    Words after = next.read();
    const Words operations(after.begin() + static_cast<std::ptrdiff_t>(stations), after.end());
    after.resize(stations);
    expect_hooked(names, expected, after);
    changed = expected != names;
    expect_flag(changed, flag.read(), items / group);
    for (std::size_t r = 0; r < stations; ++r)
        if (operations[r] > most[r])
            FAIL(most[r], " stations with the name ", r, " were launched, but they made ", operations[r],
                 " atomic operations on next_names[", r, "].");
    expect_same("names", names, in.read());
    return after;
}

/// @param items work-items that are launched, if not all. @return the names after the launch.
Words jump(const Words& names, bool& changed, std::size_t group = 4, std::size_t items = SIZE_MAX)
{
    const std::size_t stations = names.size();
    items = std::min(items, round_up(stations, group));
    const auto launched = [&](std::size_t v) { return v < items; };
    Words expected(stations);
    changed = false;
    for (std::size_t v = 0; v < stations; ++v) {
        expected[v] = names[names[v]];
        changed = changed || (launched(v) && expected[v] != names[v]);
    }
    const auto next = output<cl_uint>("next_names", stations);
    const auto flag = input("changed", Words(stations + 1, 0)), in = input("names", names);
    launch_counted(Exercise::get().kernel("islands.cl", "jump",
                                          {"global uint*", "global uint*", "global uint*", "uint"}),
                   stations, items, group, in, next, flag, stations);
    INFO("jump, ", stations, " stations, work-groups of ", group, "; work-items launched: ", items);
    expect_part("next_names", expected, next.read(), launched);
    expect_flag(changed, flag.read(), items / group);
    expect_same("names", names, in.read());
    return expected;
}

/// The host's loop.
void name_islands(const Graph& grid, std::size_t group)
{
    Words names = own_numbers(grid.vertices());
    for (bool again = true; again;) {
        names = hook(grid, names, again, group);
        for (bool more = true; more;) names = jump(names, more, group);
    }
    expect_same("names at the end", smallest_connected(grid), names);
}

bool ignored = false;

} // namespace

TEST_CASE("hook gives a name the smallest one that a line leads to")
{
    const Graph grid = graph_of(7, {{5, 1}, {5, 3}, {5, 6}, {3, 1}, {2, 4}});
    hook(grid, own_numbers(7), ignored);
    hook(grid, {0, 1, 2, 1, 2, 1, 6}, ignored);
}

TEST_CASE("hook changes the word of the name, not that of the station")
{
    // Two parts, stations 2 to 4 and 5 to 7. From the second, lines lead to the names 1 and 2.
    const Graph grid = graph_of(8, {{2, 3}, {3, 4}, {5, 6}, {6, 7}, {4, 7}, {6, 1}});
    hook(grid, {0, 1, 2, 2, 2, 5, 5, 5}, ignored);
}

TEST_CASE("jump gives a station the name of the station that its name is the number of")
{
    jump({0, 0, 1, 1, 3, 5, 5}, ignored);
    jump({0, 0, 1, 2, 3, 4, 5, 6, 7}, ignored, 3);
    jump({0}, ignored, 1);
}

TEST_CASE("the flag stays 0 if no name changes")
{
    jump({0, 0, 2, 2, 0, 5, 5, 0, 2}, ignored);
    hook(graph_of(6, {{0, 3}, {3, 4}, {1, 5}}), {0, 1, 2, 0, 0, 1}, ignored);
    hook(graph_of(4, {}), own_numbers(4), ignored);
}

TEST_CASE("one change among many stations is told")
{
    const std::size_t stations = clean_stage() ? 50 : 5000;
    const auto last = static_cast<cl_uint>(stations - 1);
    for (const cl_uint other : {1U, 20U, last - 1}) {
        hook(graph_of(stations, {{other, last}}), own_numbers(stations), ignored, 16);
        Words names = own_numbers(stations);
        names[other] = other - 1;
        names[last] = other;
        jump(names, ignored, 16);
    }
}

TEST_CASE("a station with many lines makes one operation")
{
    std::vector<Edge> lines;
    for (cl_uint v = 0; v < 30; ++v) lines.push_back({v, 30});
    hook(graph_of(31, lines), own_numbers(31), ignored, 8);
}

TEST_CASE("a work-item has its own station")
{
    const std::size_t stations = 100;
    hook(graph_of(stations, random_edges(stations, 150, 3120)), own_numbers(stations), ignored, 8, 40);
    jump(random_uints(stations, 3121, 100), ignored, 8, 40);
}

TEST_CASE("the islands of whole grids")
{
    name_islands(graph_of(40, random_edges(40, 30, 3122)), 8);
    if (clean_stage()) return;
    name_islands(graph_of(1, {}), 3);
    name_islands(graph_of(1001, line_of_edges(1001)), 1);
    std::vector<Edge> in_order;
    for (cl_uint v = 1; v < 3000; ++v) in_order.push_back({v - 1, v});
    name_islands(graph_of(3000, in_order), 48);
    name_islands(graph_of(70'001, random_edges(70'001, 40'000, 3123)), 256);
    name_islands(graph_of(70'001, random_edges(70'001, 200'000, 3124)), 64);
}

TEST_SUITE("lens")
{
    TEST_CASE("4,096 stations")
    {
        hook(graph_of(4096, random_edges(4096, 12'000, 3125)), own_numbers(4096), ignored, 64);
    }

    TEST_CASE("2,531 stations")
    {
        hook(graph_of(2531, random_edges(2531, 5'000, 3126)), own_numbers(2531), ignored, 96);
    }
}
