// Tests of single days against the host, and of whole rumours.
#include <lockstep/graphs.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;

constexpr cl_uint not_yet = unreached;

std::string told_day(cl_uint day)
{
    return day == not_yet ? "0xFFFFFFFF" : std::to_string(day);
}

cl::Kernel tell_kernel()
{
    return Exercise::get().kernel(
        "village.cl", "tell",
        {"global uint*", "global uint*", "global uint*", "global uint*", "uint", "uint"});
}

/// One launch, which must leave the days as the host does. @param first,count persons that are launched for, if not all.
/// @return the days after it.
Words check_day(const Graph& village, const Words& before, cl_uint day, std::size_t group = 4,
                std::size_t first = 0, std::size_t count = SIZE_MAX)
{
    count = std::min(count, round_up(village.vertices(), group));
    Words expected = before, teller(before.size(), not_yet);
    for (std::size_t v = first; v < std::min(first + count, village.vertices()); ++v)
        for (const cl_uint other : village.neighbours(v)) {
            if (before[v] != day || before[other] != not_yet) continue;
            expected[other] = day + 1;
            teller[other] = static_cast<cl_uint>(v);
        }
    const auto days = input("days", before), changed = input("changed", Words{0});
    launch(tell_kernel(),
           {.global = cl::NDRange(count), .local = cl::NDRange(group), .offset = cl::NDRange(first)},
           input("row_begins", village.row_begins), input("columns", village.columns), days, changed,
           village.vertices(), day);
    INFO(village.vertices(), " persons; a launch for day ", day, ", for persons ", first, " to ",
         first + count - 1);
    const Words after = days.read();
    for (std::size_t v = 0; v < after.size(); ++v)
        if (after[v] != expected[v])
            FAIL("days[", v, "] was ", told_day(before[v]), " before the launch and is ", told_day(after[v]),
                 " after it; it must be ", told_day(expected[v]),
                 teller[v] != not_yet ? ", because person " + std::to_string(teller[v]) + " tells person " +
                                            std::to_string(v) + " on this day."
                 : before[v] != not_yet ? ", because this person has heard the rumour already."
                                        : ", because no acquaintance tells them on this day.");
    const cl_uint flag = changed.read().front();
    if (expected != before && flag == 0)
        FAIL("Persons hear the rumour by this launch, but *changed is still 0.");
    if (expected == before && flag != 0)
        FAIL("No person hears the rumour by this launch, but *changed is ", flag, ".");
    return after;
}

/// A rumour from its first person to its last day.
void check_rumour(const Graph& village, cl_uint first, std::size_t group)
{
    Words days(village.vertices(), not_yet);
    days[first] = 0;
    for (cl_uint day = 0;; ++day) {
        const Words after = check_day(village, days, day, group);
        if (after == days) return;
        days = after;
    }
}

} // namespace

TEST_CASE("acquaintances who have not heard the rumour hear it on the next day")
{
    check_day(graph_of(6, {{0, 1}, {0, 4}, {1, 2}, {3, 5}}), {0, not_yet, not_yet, not_yet, not_yet, not_yet},
              0);
    check_day(graph_of(5, {{0, 2}, {1, 2}, {2, 3}, {3, 4}, {1, 4}}), {2, 2, not_yet, not_yet, not_yet}, 2);
}

TEST_CASE("whoever has heard the rumour keeps the day")
{
    check_day(graph_of(6, {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {4, 1}}),
              {0, 1, 1, not_yet, not_yet, not_yet}, 1);
}

TEST_CASE("on a day on which everyone has heard, nothing changes")
{
    check_day(graph_of(4, {{0, 1}, {1, 2}, {2, 3}, {3, 1}}), {0, 1, 2, 2}, 2);
    check_day(graph_of(4, {{0, 1}, {2, 3}}), {0, 1, not_yet, not_yet}, 1);
    check_day(graph_of(1, {}), {0}, 0, 1);
}

TEST_CASE("several persons tell the same acquaintance")
{
    const Graph village = graph_of(9, {{0, 8}, {1, 8}, {2, 8}, {3, 8}, {4, 8}, {5, 7}, {6, 7}, {4, 7}});
    check_day(village, {5, 5, 5, 5, 5, 5, 5, not_yet, not_yet}, 5, 3);
}

TEST_CASE("whoever has heard the rumour keeps the day at every moment of the launch")
{
    // Eight words further it is noted if something else takes the place of a day, be it for a moment.
    constexpr std::size_t persons = 8;
    const std::string lines = "void before_change(volatile global uint* p) {}\n"
                              "void after_change(volatile global uint* p, uint was, uint is)\n"
                              "{ if (was != 0xffffffff && is != was) p[8] = 1; }\n";
    const Graph village = graph_of(persons, {{0, 1}, {0, 2}, {0, 3}, {0, 4}});
    Words words{3, 3, 2, not_yet, 1, 3, not_yet, not_yet};
    words.resize(2 * persons, 0);
    const auto days = input("days", words), changed = input("changed", Words(persons + 1, 0));
    launch(behind(watched_atomics(lines), "village.cl", tell_kernel()),
           {.global = cl::NDRange(1), .local = cl::NDRange(1)}, input("row_begins", village.row_begins),
           input("columns", village.columns), days, changed, persons, cl_uint{3});
    const Words after = days.read();
    for (std::size_t v = 0; v < persons; ++v)
        if (after[persons + v] != 0)
            FAIL("days[", v, "] was ", told_day(words[v]),
                 ", and for a moment something else is there. If person ", v,
                 " looks at that moment, this person tells nobody.");
}

TEST_CASE("a work-item tells the acquaintances of its own person")
{
    check_day(graph_of(20, line_of_edges(20)),
              Words{3, 3, not_yet, not_yet, 3, not_yet, 3, not_yet, not_yet, 3,
                    3, 3, not_yet, not_yet, 3, not_yet, 3, not_yet, not_yet, 3},
              3, 2, 6, 4);
}

TEST_CASE("a rumour goes on until a day changes nothing")
{
    const std::size_t line = clean_stage() ? 9 : 301;
    check_rumour(graph_of(line, line_of_edges(line)), 3, 8);
    check_rumour(graph_of(30, random_edges(30, 40, 3101)), 7, 5);
    if (clean_stage()) return;
    check_rumour(graph_of(1000, random_edges(1000, 900, 3102)), 7, 64); // many never hear it
    check_rumour(graph_of(70'001, random_edges(70'001, 300'000, 3103)), 11, 256);
}

TEST_CASE("days may have any number of bits")
{
    if (clean_stage()) return;
    const Graph village = graph_of(500, random_edges(500, 900, 3104));
    for (const cl_uint day : {255U, 65'535U, 0x7FFF'FFFFU, 0xFFFF'FFF0U}) {
        Words days;
        for (const cl_uint number : random_uints(500, 3105, 4))
            days.push_back(number < 2 ? not_yet : day - number + 2);
        check_day(village, days, day, 16);
    }
}
