// Tests of single steps against the host, and of whole searches.
#include <lockstep/exercise.hpp>
#include <lockstep/graphs.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;

std::size_t words_for(std::size_t airports)
{
    return (airports + 31) / 32;
}

bool has_bit(const Words& bitmap, std::size_t v)
{
    return (bitmap[v / 32] >> v % 32 & 1U) != 0;
}

struct Search
{
    Words flights;
    Words frontier;
};

/// A search that begins at all these airports at once, or has reached them by `flight` flights.
Search search_from(std::size_t airports, const Words& first, cl_uint flight = 0)
{
    Search search{.flights = Words(airports, unreached), .frontier = Words(words_for(airports), 0)};
    for (const cl_uint v : first) {
        search.flights[v] = flight;
        search.frontier[v / 32] |= 1U << v % 32;
    }
    return search;
}

std::string told(cl_uint flights)
{
    return flights == unreached ? "0xFFFFFFFF" : std::to_string(flights);
}

/// One step, which must leave the bitmap and the numbers of flights as the host does. @param first,items work-items that are
/// launched, if not all. @return what the next step begins with.
Search step(const Graph& graph, const Search& before, cl_uint flight, std::size_t group,
            std::size_t first = 0, std::size_t items = SIZE_MAX)
{
    const std::size_t airports = graph.vertices();
    items = std::min(items, round_up(airports, group));
    Search expected{.flights = before.flights, .frontier = Words(before.frontier.size(), 0)};
    Words from(airports, unreached);
    cl_uint expected_count = 0;
    for (std::size_t v = first; v < std::min(first + items, airports); ++v) {
        const auto near = graph.neighbours(v);
        const auto found = std::ranges::find_if(near, [&](cl_uint u) { return has_bit(before.frontier, u); });
        if (before.flights[v] != unreached || found == near.end()) continue;
        from[v] = *found;
        expected.flights[v] = flight;
        expected.frontier[v / 32] |= 1U << v % 32;
        ++expected_count;
    }
    const auto flights = input("flights", before.flights), count = input("count", Words{0});
    const auto frontier = input("frontier", before.frontier),
               next = input("next", Words(before.frontier.size(), 0));
    launch(Exercise::get().kernel("flights.cl", "look_back",
                                  {"global uint*", "global uint*", "global uint*", "global uint*",
                                   "global uint*", "global uint*", "uint", "uint"}),
           {.global = cl::NDRange(items), .local = cl::NDRange(group), .offset = cl::NDRange(first)},
           input("row_begins", graph.row_begins), input("columns", graph.columns), frontier, flights, next,
           count, airports, flight);
    INFO(airports, " airports, flight ", flight, "; work-items ", first, " to ", first + items - 1);
    const Search after{.flights = flights.read(), .frontier = next.read()};
    for (std::size_t v = 0; v < airports; ++v) {
        const std::string why =
            from[v] != unreached
                ? "can be reached from airport " + std::to_string(from[v]) + " in the frontier"
            : before.flights[v] != unreached ? "was reached before"
                                             : "has no neighbour in the frontier, or was not launched";
        if (after.flights[v] != expected.flights[v])
            FAIL("Airport ", v, " ", why, ", so flights[", v, "] must be ", told(expected.flights[v]),
                 ". It is ", told(after.flights[v]), ".");
        if (has_bit(after.frontier, v) != has_bit(expected.frontier, v))
            FAIL("Airport ", v, " ", why, ", so bit ", v % 32, " of next[", v / 32, "] must be ",
                 has_bit(expected.frontier, v) ? 1 : 0, ". It is not.");
    }
    expect_same("next", expected.frontier, after.frontier); // its last bits are no airport's
    if (count.read()[0] != expected_count)
        FAIL("This step reaches ", expected_count, " airports, but *count is ", count.read()[0], ".");
    expect_same("frontier", before.frontier, frontier.read());
    return after;
}

/// About so many of ten airports, from which a search begins.
Words drawn(std::size_t airports, unsigned of_ten)
{
    Words all;
    const Words draws = random_uints(airports, 3112 + airports, 10);
    for (cl_uint v = 0; v < airports; ++v)
        if (draws[v] < of_ten) all.push_back(v);
    return all;
}

void whole_search(const Graph& graph, cl_uint home, std::size_t group)
{
    Search now = search_from(graph.vertices(), {home});
    for (cl_uint flight = 1; std::ranges::any_of(now.frontier, [](cl_uint word) { return word != 0; });
         ++flight)
        now = step(graph, now, flight, group);
}

} // namespace

TEST_CASE("an airport is reached from a neighbour in the frontier")
{
    const Graph graph = graph_of(6, {{0, 1}, {1, 2}, {2, 5}, {0, 3}, {3, 4}});
    step(graph, search_from(6, {0}), 1, 6);
    step(graph, search_from(6, {2, 3}, 4), 5, 2);
}

TEST_CASE("an airport that was reached stays as it is")
{
    const Graph graph = graph_of(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}});
    Search search = search_from(5, {1, 2}, 1);
    search.flights[0] = 0;
    step(graph, search, 2, 5);
}

TEST_CASE("airports of any number have their bits")
{
    for (const std::size_t airports : {2U, 31U, 32U, 33U, 100U}) {
        const auto last = static_cast<cl_uint>(airports - 1);
        step(graph_of(airports, {{0, last}}), search_from(airports, {last}), 1, 4);
        step(graph_of(airports, {{0, last}}), search_from(airports, {0}), 1, 5);
    }
    step(graph_of(1, {}), search_from(1, {0}), 1, 1);
    step(graph_of(160, random_edges(160, 200, 3113)), search_from(160, drawn(160, 3)), 1, 16);
}

TEST_CASE("a work-item looks for its own airport")
{
    step(graph_of(200, random_edges(200, 500, 3114)), search_from(200, drawn(200, 4), 2), 3, 8, 40, 72);
}

TEST_CASE("a search goes on until the frontier is empty")
{
    whole_search(graph_of(40, random_edges(40, 50, 3115)), 9, 8);
    if (clean_stage()) return;
    whole_search(graph_of(500, line_of_edges(500)), 123, 7);
    whole_search(graph_of(70'001, random_edges(70'001, 400'000, 3116)), 70'000, 256);
    step(graph_of(900, random_edges(900, 2000, 3117)), search_from(900, drawn(900, 2), 70'000), 70'001, 48);
}

TEST_SUITE("lens")
{
    TEST_CASE("4,096 airports")
    {
        step(graph_of(4096, random_edges(4096, 60'000, 3118)), search_from(4096, drawn(4096, 5)), 1, 64);
    }

    TEST_CASE("3,001 airports")
    {
        step(graph_of(3001, random_edges(3001, 45'000, 3119)), search_from(3001, drawn(3001, 5)), 1, 96);
    }
}
