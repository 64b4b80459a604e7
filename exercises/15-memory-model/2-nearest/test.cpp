// Tests of the search for the place of the smallest element: equal ones, NaNs, parts, and somebody in between.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace lockstep;

namespace
{

cl::Kernel search_kernel()
{
    return Exercise::get().kernel("nearest.cl", "place_of_smallest",
                                  {"global float*", "uint", "global uint*"});
}

/// The first of the smallest elements from `begin` to before `end`, or `best` if that one is better.
cl_uint smallest_place(const std::vector<float>& in, std::size_t begin, std::size_t end, cl_uint best)
{
    for (std::size_t i = begin; i < end; ++i) {
        if (std::isnan(in[i])) continue;
        const bool first = best == in.size();
        if (first || in[i] < in[best] || (in[i] == in[best] && i < best)) best = static_cast<cl_uint>(i);
    }
    return best;
}

void expect_place(const std::vector<float>& in, cl_uint expected, cl_uint got)
{
    if (got == expected) return;
    const auto shown = [&](cl_uint place) {
        return place < in.size() ? "in[" + std::to_string(place) + "], which is " + std::to_string(in[place])
                                 : "none (" + std::to_string(place) + ")";
    };
    FAIL("of ", in.size(), " elements the smallest is ", shown(expected), "; the kernel found ", shown(got));
}

void check_part(const std::vector<float>& in, std::size_t begin, std::size_t items, std::size_t group,
                cl_uint before)
{
    const auto place = input("place", std::vector<cl_uint>{before});
    INFO(in.size(), " elements, ", items, " work-items in groups of ", group, " from ", begin, " on");
    launch(search_kernel(),
           {.global = cl::NDRange(items), .local = cl::NDRange(group), .offset = cl::NDRange(begin)},
           input("in", in), in.size(), place);
    expect_place(in, smallest_place(in, begin, std::min(begin + items, in.size()), before),
                 place.read().front());
}

void check_search(const std::vector<float>& in, std::size_t group)
{
    check_part(in, 0, round_up(std::max(in.size(), std::size_t{1}), group), group,
               static_cast<cl_uint>(in.size()));
}

/// Small numbers, many of them equal; every third a NaN if asked for.
std::vector<float> few_values(std::size_t count, std::uint64_t seed, bool nans = false)
{
    std::vector<float> values;
    for (const std::uint32_t k : random_uints(count, seed, 9)) values.push_back(static_cast<float>(k) - 3.0F);
    if (nans)
        for (std::size_t i = 0; i < count; i += 3) values[i] = NAN;
    return values;
}

// In the tests below somebody comes in between: before each atomic operation that could change *place, the next of the rivals
// is put there, while there are some. They stand from place[4] on, and place[3] says how many they are; place[1] counts
// those that have come, place[2] what the kernel itself has changed.

/// What is in *place and behind it after work-item `own` found `before` there and the rivals came in between.
std::vector<cl_uint> disturbed(const std::vector<float>& in, cl_uint own, cl_uint before,
                               const std::vector<cl_uint>& rivals)
{
    std::vector<cl_uint> words{before, 0, 0, static_cast<cl_uint>(rivals.size())};
    words.insert(words.end(), rivals.begin(), rivals.end());
    const auto place = input("place", words);
    const std::string lines = "void before_change(volatile global uint* p) {\n"
                              "    const uint came = p[1];\n"
                              "    if (came < p[3]) { p[1] = came + 1; atomic_xchg(p, p[4 + came]); }\n}\n"
                              "void after_change(volatile global uint* p, uint was, uint is)\n"
                              "{ if (is != was) atomic_inc(p + 2); }\n";
    launch(behind(watched_atomics(lines), "nearest.cl", search_kernel()),
           {.global = cl::NDRange(1), .local = cl::NDRange(1), .offset = cl::NDRange(own)}, input("in", in),
           in.size(), place);
    return place.read();
}

/// Work-item `own` finds `before` in *place, and the rivals come in between, one before each of its exchanges.
void check_disturbed(const std::vector<float>& in, cl_uint own, cl_uint before,
                     const std::vector<cl_uint>& rivals)
{
    const std::vector<cl_uint> after = disturbed(in, own, before, rivals);
    if (after.at(1) == 0)
        FAIL("work-item ", own, " has a better element than in[", before,
             "], and made no atomic operation that could put its place there");
    const cl_uint last = rivals.at(after.at(1) - 1);
    INFO("work-item ", own, " saw ", before, " in *place; before it could change that, ", last,
         " was put there (changes of *place so far: ", after.at(1), ")");
    expect_place(in, smallest_place(in, own, own + 1, last), after.front());
}

} // namespace

TEST_CASE("a few elements")
{
    check_search({5, 3, 8, 1, 9, 2, 7, 6}, 4);
    check_search({-1, -2, -3, -2.5F}, 2);
    check_search({4}, 1);
}

TEST_CASE("a NaN is never the smallest")
{
    check_search({NAN, 3, NAN, 2, NAN, 5}, 2);
    check_search({NAN, NAN, NAN, NAN}, 2);
    check_search(few_values(300, 1, true), 32);
    check_search({NAN, INFINITY, NAN, NAN}, 4);
}

TEST_CASE("of equal elements the first one wins")
{
    check_search(std::vector<float>(100, 2.0F), 16);
    check_search(few_values(500, 2), 64);
    check_search({1, 0.0F, -0.0F, 0.0F, 1}, 1);
    check_search({1, -0.0F, 0.0F, -0.0F, 1}, 1);
}

TEST_CASE("somebody better comes in between")
{
    check_disturbed({5, 3, 1, 4}, 1, 0, {2});
    check_disturbed({-5, -7, -9, 4}, 1, 0, {2});
    check_disturbed({5, 3, 1, 4}, 1, 4, {2});
}

TEST_CASE("somebody worse comes in between")
{
    check_disturbed({5, 1, 3, 4}, 1, 0, {2});
    check_disturbed({5, 1, 3, 4}, 1, 4, {3});
    check_disturbed({8, -1, -0.5F, 4}, 1, 0, {2});
}

TEST_CASE("others come in between again and again")
{
    std::vector<float> in(400);
    std::vector<cl_uint> rivals;
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(in.size() - i);
    for (cl_uint i = 1; i <= 300; ++i) rivals.push_back(i);
    check_disturbed(in, 399, 0, rivals); // better than all of them
    check_disturbed(in, 120, 0, rivals); // better than the first ones
}

TEST_CASE("whoever cannot win changes nothing")
{
    const std::vector<float> in{5, 1, NAN, 1, -2, NAN};
    const std::vector<std::pair<cl_uint, cl_uint>> own_and_before{{0, 1}, {3, 1}, {2, 1},
                                                                  {2, 6}, {0, 4}, {7, 1}};
    for (const auto& [own, before] : own_and_before) {
        const std::vector<cl_uint> after = disturbed(in, own, before, {});
        INFO("work-item ", own, " of six elements found ", before, " in *place, and cannot win");
        if (after.at(2) != 0)
            FAIL("it changed *place ", after.at(2), " times, if only for a moment; now it is ",
                 after.front());
    }
}

TEST_CASE("every size and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_search(random_floats(size.count, 30 + size.count), size.group);
    check_search(random_floats(500, 4), 48);
    check_search({}, 8);
}

TEST_CASE("elements may be infinite, and differ by as little as floats can")
{
    std::vector<float> in(64, 0x1p-100F);
    in[40] = std::nextafter(in[0], 0.0F);
    check_search(in, 16);
    check_search({INFINITY, INFINITY, 3e38F, INFINITY}, 2);
    check_search({1, -3e38F, -INFINITY, 0}, 2);
}

TEST_CASE("a launch of a part goes on from what was found")
{
    const std::vector<float> in = few_values(200, 6);
    check_part(in, 64, 64, 16, 200);
    check_part(in, 64, 64, 16, 3);
    check_part(in, 0, 64, 16, 150);
    check_part({1, 5, 6, 7}, 1, 3, 1, 0); // nothing better: the first one stays
    check_part({5, 1, 1, 7}, 0, 2, 1, 2);
}

TEST_CASE("many work-items find a better one at the same time")
{
    if (clean_stage()) return;
    std::vector<float> in(1U << 18);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(in.size() - i);
    for (int repeat = 0; repeat < 3; ++repeat) check_search(in, 256);
}
