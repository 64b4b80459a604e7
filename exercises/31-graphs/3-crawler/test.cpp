// Tests of the next queue: which pages are in it, once each, and how many operations on *next_count that took.
#include <lockstep/graphs.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;

constexpr cl_uint group = 256;
constexpr std::size_t places = 512; // of the queue in local memory
constexpr cl_uint untouched = 0xDEAD'BEEF;

struct Round
{
    Words known;
    Words queue;
};

/// The first pages in the queue, and known.
Round first_pages(std::size_t count, std::size_t pages)
{
    Round round{.known = Words(pages, 0), .queue = Words(count)};
    std::fill_n(round.known.begin(), count, 1U);
    std::iota(round.queue.begin(), round.queue.end(), 0U);
    return round;
}

/// One round. @param taken places of the next queue that are taken before it. @param groups that are launched, if not all.
/// @return the next round.
Round fetch(const Graph& links, const Round& round, cl_uint taken = 0, std::size_t groups = SIZE_MAX)
{
    const std::size_t pages = links.vertices();
    groups = std::min(groups, std::max<std::size_t>(round_up(round.queue.size(), group) / group, 1));
    Words known_then = round.known, expected, links_of_group(groups, 0);
    for (std::size_t i = 0; i < std::min(groups * group, round.queue.size()); ++i)
        for (const cl_uint page : links.neighbours(round.queue[i])) {
            ++links_of_group[i / group];
            if (std::exchange(known_then[page], 1U) == 0) expected.push_back(page);
        }
    std::ranges::sort(expected);

    cl::Kernel kernel = Exercise::get().kernel("crawler.cl", "find_pages",
                                               {"global uint*", "global uint*", "global uint*", "uint",
                                                "global uint*", "global uint*", "global uint*"});
    // Every atomic operation on a word also counts in the word that is `pages` further.
    if (Exercise::get().stage() != Stage::lens)
        kernel = behind(counting_atomics(pages), "crawler.cl", kernel);
    Words known_and_counts = round.known, next_and_count(pages + 1, 0);
    known_and_counts.resize(2 * pages, 0);
    next_and_count[0] = taken;
    const auto known = input("known", known_and_counts), next_count = input("next_count", next_and_count);
    const auto next_queue = input("next_queue", Words(taken + 2 * expected.size() + 8, untouched));
    launch(kernel, covering(groups * group, group), input("row_begins", links.row_begins),
           input("columns", links.columns), input("queue", round.queue), round.queue.size(), known,
           next_queue, next_count);
    INFO(round.queue.size(), " pages in the queue; groups launched: ", groups,
         "; new pages: ", expected.size(), "; *next_count before: ", taken);

    const cl_uint count = next_count.read().front(), operations = next_count.read().back();
    if (count != taken + expected.size())
        FAIL("*next_count must be ", taken + expected.size(), " after the launch, and is ", count, ".");
    Words all = next_queue.read();
    const auto begin = all.begin() + taken, end = all.begin() + count;
    const auto hole = std::find(begin, end, untouched);
    if (hole != end)
        FAIL("next_queue[", hole - all.begin(), "] holds no page, but *next_count says that ", count,
             " places are taken.");
    Round next{.known = known.read(), .queue = Words(begin, end)};
    next.known.resize(pages);
    std::sort(begin, end);
    Words sorted(all.size(), untouched);
    std::ranges::copy(expected, sorted.begin() + taken);
    expect_same("next_queue, sorted,", sorted, all);
    expect_same("known", known_then, next.known);

    std::size_t allowed = groups;
    for (const std::size_t most : links_of_group)
        allowed += std::max(std::min(most, expected.size()), places) - places;
    if (operations > allowed)
        FAIL("The launch made ", operations, " atomic operations on *next_count, and may make ", allowed,
             ": one for each of ", groups, " groups",
             std::string{allowed > groups ? ", and one for each page that has no place in local memory."
                                          : "."});
    return next;
}

/// The first `count` pages have up to `most` links each, to pages that are drawn from all others.
void fetch_drawn(std::size_t count, cl_uint most, std::size_t pages, cl_uint taken = 0)
{
    std::vector<Edge> links;
    const Words numbers = random_uints(count, 3108 + count, most + 1);
    Random random{3109 + count};
    for (cl_uint p = 0; p < count; ++p)
        for (cl_uint k = 0; k < numbers[p]; ++k)
            links.push_back(
                {p, static_cast<cl_uint>(count) + random.below(static_cast<cl_uint>(pages - count))});
    fetch(directed_graph_of(pages, links), first_pages(count, pages), taken);
}

/// One group, of which each page has `each` links, all to different pages, and page 77 has `more` links besides.
void fetch_different(cl_uint each, cl_uint more)
{
    const cl_uint pages = group * (1 + each) + more;
    std::vector<Edge> links;
    for (cl_uint k = group; k < pages; ++k) links.push_back({k < group * (1 + each) ? k % group : 77, k});
    fetch(directed_graph_of(pages, links), first_pages(group, pages));
}

} // namespace

TEST_CASE("the pages of a group find the pages that they link to")
{
    const Graph links = directed_graph_of(7, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {2, 0}, {4, 5}, {3, 6}});
    fetch(links, {.known = {1, 1, 1, 0, 0, 0, 0}, .queue = {1, 2}});
    fetch(links, {.known = {1, 0, 0, 0, 1, 0, 0}, .queue = {4, 0}});
}

TEST_CASE("a group takes its room by one operation")
{
    fetch_drawn(40, 5, 1000);
    if (!clean_stage()) fetch_drawn(256, 3, 5000);
}

TEST_CASE("places that are taken before the launch stay")
{
    fetch_drawn(30, 4, 300, 13);
}

TEST_CASE("what has no place in local memory goes straight to the next queue")
{
    fetch_different(2, 9);
    if (clean_stage()) return;
    fetch_different(2, 0); // exactly 512
    fetch_different(2, 1);
    fetch_different(5, 0);
    fetch_different(0, 3000);
}

TEST_CASE("groups may be cut short, and find nothing")
{
    fetch_drawn(257, 2, 900);
    fetch_drawn(3, 0, 20);
    if (!clean_stage()) fetch_drawn(1000, 4, 3000);
}

TEST_CASE("a group has its own pages of the queue")
{
    const std::vector<Edge> edges = random_edges(900, 1200, 3110);
    fetch(directed_graph_of(900, edges), first_pages(600, 900), 0, 1);
}

TEST_CASE("a crawler goes on until it finds no new page")
{
    if (clean_stage()) return;
    for (const std::size_t pages : {1000U, 70'001U}) {
        Round round = first_pages(1, pages);
        const Graph links = directed_graph_of(pages, random_edges(pages, 2 * pages, 3111));
        while (!round.queue.empty()) round = fetch(links, round);
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("1,024 pages in 4 groups")
    {
        fetch_drawn(1024, 4, 8000);
    }

    TEST_CASE("700 pages in 3 groups")
    {
        fetch_drawn(700, 4, 4000);
    }
}
