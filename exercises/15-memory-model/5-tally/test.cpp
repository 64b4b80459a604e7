// Tests of the table: what is in it, wherever it is, and what happens when another work-item comes in between.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <map>
#include <string>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;

cl::Kernel tally_kernel()
{
    return Exercise::get().kernel(
        "tally.cl", "tally",
        {"global uint*", "uint", "global uint*", "global uint*", "uint", "global uint*"});
}

/// Fails unless each key is in one place of the table with the count of its occurrences, or all of these are lost; and unless
/// keys are lost only where the table is full.
void expect_counted(const std::map<cl_uint, cl_uint>& occurrences, const Words& keys, const Words& counts,
                    cl_uint lost)
{
    std::map<cl_uint, std::size_t> places;
    for (std::size_t s = 0; s < keys.size(); ++s) {
        if (keys[s] == 0 && counts[s] != 0) FAIL("place ", s, " has no key, and its count is ", counts[s]);
        if (keys[s] == 0) continue;
        if (!places.emplace(keys[s], s).second)
            FAIL("key ", keys[s], " is in two places, ", places[keys[s]], " and ", s);
        const auto known = occurrences.find(keys[s]);
        if (known == occurrences.end()) FAIL("place ", s, " has key ", keys[s], ", which does not occur");
        if (counts[s] != known->second)
            FAIL("key ", keys[s], " occurs ", known->second, " times, and place ", s, " has counted ",
                 counts[s]);
    }
    cl_uint without_place = 0;
    for (const auto& [key, count] : occurrences)
        if (!places.contains(key)) without_place += count;
    if (without_place > 0 && std::ranges::count(keys, 0U) > 0)
        FAIL("a key has no place, although ", std::ranges::count(keys, 0U), " places of the table are free");
    if (lost != without_place)
        FAIL("keys that found no place occur ", without_place, " times, and *lost is ", lost);
}

/// Counts the keys in `launches` launches into one table.
void check(const Words& in, std::size_t places, std::size_t group = 16, std::size_t launches = 1)
{
    const auto keys = input("keys", Words(places, 0)), counts = input("counts", Words(places, 0)),
               lost = input("lost", Words{0});
    for (std::size_t number = 0; number < launches; ++number)
        launch(tally_kernel(), covering(in.size(), group), input("in", in), in.size(), keys, counts, places,
               lost);
    std::map<cl_uint, cl_uint> occurrences;
    for (const cl_uint key : in) occurrences[key] += static_cast<cl_uint>(launches);
    INFO(in.size(), " keys, ", places, " places, work-groups of ", group, ", launch ", launches);
    expect_counted(occurrences, keys.read(), counts.read(), lost.read().front());
}

/// Keys of `kinds` kinds, neither small nor side by side; each occurs if there are enough of them.
Words keys_of(std::size_t n, std::uint32_t kinds)
{
    Words keys = random_uints(n, 150 + kinds, kinds);
    for (cl_uint kind = 0; kind < std::min<std::size_t>(kinds, n); ++kind) keys[(kind * 7 + 3) % n] = kind;
    for (cl_uint& key : keys) key = key * 0x9E3779B1U + 1;
    return keys;
}

/// One work-item counts `key`; when it is about to step into a free place for the first time, another takes that for `rival`.
/// @param counted if not 0: when it is about to raise a count for the first time, others have raised that from 0 to `counted`.
void check_in_between(cl_uint key, cl_uint rival, Words before, const std::map<cl_uint, cl_uint>& expected,
                      cl_uint counted = 0)
{
    // Behind each array stands this word; then come what others put into a 0, and how often a word of the array was changed.
    constexpr cl_uint end = 0xC0047C00;
    const std::string lines = "void before_change(volatile global uint* p)\n{\n"
                              "    volatile global uint* end = p;\n"
                              "    while (*end != 0xC0047C00) ++end;\n"
                              "    if (*p == 0 && end[1] != 0) { *p = end[1]; end[1] = 0; }\n}\n"
                              "void after_change(volatile global uint* p, uint was, uint is)\n{\n"
                              "    while (*p != 0xC0047C00) ++p;\n    ++p[2];\n}\n";
    const std::size_t places = before.size();
    Words nothing(places, 0), none{0};
    for (Words* const words : {&before, &nothing, &none}) words->insert(words->end(), {end, 0, 0});
    before[places + 1] = rival;
    nothing[places + 1] = counted;
    const auto keys = input("keys", before), counts = input("counts", nothing), lost = input("lost", none);
    launch(behind(watched_atomics(lines), "tally.cl", tally_kernel()), covering(1, 1),
           input("in", Words{key}), std::size_t{1}, keys, counts, places, lost);
    Words keys_after = keys.read(), counts_after = counts.read();
    const cl_uint raised = counts_after[places + 2] + lost.read()[3];
    const std::string what =
        rival != 0
            ? " saw a free place; before it could step in, key " + std::to_string(rival) + " was put there"
            : " took a free place; before it could count, others with this key counted " +
                  std::to_string(counted) + " times";
    INFO("a work-item with key ", key, what);
    if (keys_after[places + 1] != 0) FAIL("it made no atomic operation that could put its key there");
    if (std::ranges::count(keys_after, rival) == 0) FAIL("it has put its own key over that one");
    if (raised != 1) FAIL("it made ", raised, " atomic operations on counts and *lost, where it takes one");
    keys_after.resize(places);
    counts_after.resize(places);
    expect_counted(expected, keys_after, counts_after, lost.read()[0]);
}

} // namespace

TEST_CASE("a few keys are counted")
{
    check({5, 3, 5, 5, 9, 3}, 16);
    check({4'294'967'295, 1, 4'294'967'295, 2'147'483'648}, 8);
    check({7}, 1);
    check({}, 4);
}

TEST_CASE("a table is filled to its last place")
{
    for (const std::uint32_t kinds : {1U, 2U, 7U, 128U}) check(keys_of(251, kinds), kinds, 256);
}

TEST_CASE("the only place for a key is found wherever it is")
{
    for (const cl_uint there : {0U, 6U}) // a free place, or the key's own
        for (std::size_t place = 0; place < 5; ++place) {
            Words before{101, 102, 103, 104, 105};
            before[place] = there;
            const auto keys = input("keys", before), counts = input("counts", Words(5, 0)),
                       lost = input("lost", Words{0});
            launch(tally_kernel(), covering(1, 1), input("in", Words{6}), std::size_t{1}, keys, counts,
                   std::size_t{5}, lost);
            INFO("of 5 places only place ", place, " is ", there == 0 ? "free" : "the key's");
            expect_counted({{6, 1}, {101, 0}, {102, 0}, {103, 0}, {104, 0}, {105, 0}}, keys.read(),
                           counts.read(), lost.read().front());
        }
}

TEST_CASE("keys without a place are lost, and all others are counted")
{
    check(keys_of(100, 40), 10, 128);
    check({1, 2, 3, 2, 1}, 1);
}

TEST_CASE("another work-item brings the same key in between")
{
    check_in_between(6, 6, {0, 0, 0, 0}, {{6, 1}});
    check_in_between(6, 6, {0}, {{6, 1}});
}

TEST_CASE("another work-item brings a different key in between")
{
    check_in_between(6, 11, {0, 0, 0, 0}, {{6, 1}, {11, 0}});
    check_in_between(6, 11, {0}, {{6, 1}, {11, 0}}); // which leaves no place
}

TEST_CASE("others count the key in between, when a work-item has just put it in")
{
    check_in_between(6, 0, {0, 0, 0, 0}, {{6, 4}}, 3);
}

TEST_CASE("the next launch goes on counting")
{
    check(keys_of(90, 12), 16, 16, 3);
}

TEST_CASE("every number of keys, and work-groups of every size")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check(keys_of(size.count, 23), 40, size.group);
    check(keys_of(500, 100), 127, 48);
}

TEST_CASE("thousands of work-items put their keys in at the same time")
{
    if (clean_stage()) return;
    for (const std::uint32_t kinds : {1U, 100U, 5000U}) check(keys_of(1U << 18U, kinds), 8191, 256);
    check(keys_of(60'000, 60'000), 65'536, 256);
}
