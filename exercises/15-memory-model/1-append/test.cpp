// Tests of the list of places: every element above the limit once, in any order, behind what is there.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

constexpr cl_uint untouched = 0xDEADBEEF;

cl::Kernel append_kernel()
{
    return Exercise::get().kernel("append.cl", "append_above",
                                  {"global float*", "uint", "float", "global uint*", "global uint*"});
}

std::vector<cl_uint> places_above(const std::vector<float>& in, float limit)
{
    std::vector<cl_uint> places;
    for (std::size_t i = 0; i < in.size(); ++i)
        if (in[i] > limit) places.push_back(static_cast<cl_uint>(i));
    return places;
}

/// The list after a launch: lines that were taken before stay, the next ones hold the places in any order, and what is behind stays.
void expect_list(const std::vector<cl_uint>& places, std::vector<cl_uint> list, cl_uint count,
                 std::size_t before)
{
    const std::size_t taken = before + places.size();
    if (count != taken)
        FAIL("Before the launch *count was ", before, "; afterwards it is ", count, ", and must be ", taken,
             ".");
    std::vector<cl_uint> expected(list.size(), untouched);
    const auto at = [](std::size_t line) { return static_cast<std::ptrdiff_t>(line); };
    std::copy(places.begin(), places.end(), expected.begin() + at(before));
    std::sort(list.begin() + at(before), list.begin() + at(taken));
    expect_same("places (sorted)", expected, list);
}

void check_append(const std::vector<float>& in, float limit, std::size_t group, std::size_t before = 0)
{
    const std::vector<cl_uint> expected = places_above(in, limit);
    const auto places = input("places", std::vector<cl_uint>(before + expected.size() + 3, untouched));
    const auto count = input("count", std::vector<cl_uint>{static_cast<cl_uint>(before)});
    INFO(in.size(), " elements, limit ", limit, ", work-groups of ", group);
    launch(append_kernel(), covering(in.size(), group), input("in", in), in.size(), limit, places, count);
    expect_list(expected, places.read(), count.read().front(), before);
}

/// The kernel when others come in between: before each atomic operation that could change count[0], somebody else takes a
/// line, as often as count[1] says.
cl::Kernel disturbed_kernel()
{
    const std::string lines = "void before_change(volatile global uint* p)\n"
                              "{ if (p[1] != 0) { p[1] = p[1] - 1; atomic_inc(p); } }\n"
                              "void after_change(volatile global uint* p, uint was, uint is) {}\n";
    return behind(watched_atomics(lines), "append.cl", append_kernel());
}

} // namespace

TEST_CASE("a few elements are above the limit")
{
    check_append({0, 5, 1, 2, 7, 0, 9, 3}, 4, 4);
    check_append(random_floats(100, 1), 2, 16);
}

TEST_CASE("every size and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_append(random_floats(size.count, 100 + size.count), 1, size.group);
}

TEST_CASE("nothing is above the limit, or everything")
{
    check_append(random_floats(200, 4), 5, 32);
    check_append(random_floats(200, 5), -2, 32);
}

TEST_CASE("an element that is as large as the limit, or no number, is not above it")
{
    check_append({1, 2, 3, NAN, 2, INFINITY, -INFINITY, 2}, 2, 8);
    check_append({1, NAN, std::nextafter(2.0F, 3.0F), 2}, 2, 4);
}

TEST_CASE("lines that were taken before stay")
{
    check_append(random_floats(100, 6), 1, 16, 5);
    check_append(random_floats(100, 7), 1, 64, 1000);
}

TEST_CASE("others take lines in between, again and again")
{
    constexpr cl_uint others = 300, before = 2, number = 3;
    const auto places = input("places", std::vector<cl_uint>(before + others + 8, untouched));
    const auto count = input("count", std::vector<cl_uint>{before, others});
    launch(disturbed_kernel(),
           {.global = cl::NDRange(1), .local = cl::NDRange(1), .offset = cl::NDRange(number)},
           input("in", std::vector<float>(8, 1.0F)), std::size_t{8}, 0.0F, places, count);
    const std::vector<cl_uint> after = count.read();
    const cl_uint line = before + others - after.at(1); // those that came in between took the lines before it
    INFO("*count was ", before, ", and ", others - after.at(1),
         " others took a line before this work-item could");
    if (after.front() != line + 1) FAIL("Afterwards *count must be ", line + 1, ", and is ", after.front());
    if (places.read().at(line) != number) FAIL("Its line is places[", line, "], where ", number, " belongs.");
}

TEST_CASE("a line is taken in one step")
{
    if (code_of("append.cl").find("atom") == std::string::npos)
        FAIL("append.cl has no atomic operation. Two work-items that read, add and write at the same time "
             "take the same line.");
}
