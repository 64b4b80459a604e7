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

/// What a list has after a launch: the lines from `before` on, in order, once the lines are found to be as they must be.
void expect_list(std::vector<cl_uint> expected, const std::vector<cl_uint>& list, cl_uint count,
                 std::size_t before)
{
    const std::size_t taken = before + expected.size();
    if (count != taken)
        FAIL(expected.size(), " elements are above the limit, and *count was ", before,
             " before the launch. ", "Afterwards it must be ", taken, ", and is ", count);
    std::vector<cl_uint> got{list.begin() + static_cast<std::ptrdiff_t>(before),
                             list.begin() + static_cast<std::ptrdiff_t>(taken)};
    std::sort(got.begin(), got.end());
    Exercise::get().expect_same("places (sorted)", expected, got);
    for (std::size_t line = 0; line < list.size(); ++line)
        if ((line < before || line >= taken) && list[line] != untouched)
            FAIL("places[", line, "] has changed. This launch takes the lines from ", before, " to before ",
                 taken);
}

void check_append(const std::vector<float>& in, float limit, std::size_t group, std::size_t before = 0,
                  std::size_t more_groups = 0)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = append_kernel();
    const std::vector<float> nothing{1e30F}; // a buffer cannot be empty
    const auto device_in = input("in", in.empty() ? nothing : in);
    const std::vector<cl_uint> expected = places_above(in, limit);
    const auto places = input("places", std::vector<cl_uint>(before + expected.size() + 3, untouched));
    const auto count = input("count", std::vector<cl_uint>{static_cast<cl_uint>(before)});
    const std::size_t items = round_up(std::max(in.size(), std::size_t{1}), group) + more_groups * group;
    INFO(in.size(), " elements, limit ", limit, ", ", items, " work-items in groups of ", group);
    exercise.launch(kernel, {.global = cl::NDRange(items), .local = cl::NDRange(group)}, device_in,
                    static_cast<cl_uint>(in.size()), limit, places, count);
    expect_list(expected, places.read(), count.read().front(), before);
    if (!in.empty()) exercise.expect_same("in", in, device_in.read());
}

/// The file behind lines that make every atomic operation on global memory add 1 to the word behind its place.
cl::Kernel counting_kernel()
{
    append_kernel(); // whose messages are better
    return {program_behind(counting_atomics(1), "append.cl"), "append_above"};
}

/// The kernel when others come in between: before each atomic operation that could change count[0], somebody else takes a
/// line, as often as count[2] says. count[1] marks that it is the count.
cl::Kernel disturbed_kernel()
{
    append_kernel(); // whose messages are better
    const std::string lines = "void before_change(volatile global uint* p) {\n"
                              "    if (p[1] == 0xC0047 && p[2] != 0) { p[2] = p[2] - 1; atomic_inc(p); }\n}\n"
                              "void after_change(volatile global uint* p, uint was, uint is) {}\n";
    return {program_behind(watched_atomics(lines), "append.cl"), "append_above"};
}

} // namespace

TEST_CASE("a few elements are above the limit")
{
    check_append({0, 5, 1, 2, 7, 0, 9, 3}, 4, 4);
    check_append(random_floats(100, 1), 2, 16, 0, 3);
}

TEST_CASE("every size and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_append(random_floats(size.count, 100 + size.count), 1, size.group);
    check_append(random_floats(count_of_its_own("append.cl"), 3), 0, 48);
}

TEST_CASE("nothing is above the limit, or everything")
{
    check_append(random_floats(200, 4), 5, 32);
    check_append(random_floats(200, 5), -2, 32);
    check_append({}, -2, 8);
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

TEST_CASE("each work-item looks at its own element")
{
    append_kernel(); // whose messages are better
    cl::Kernel alone = lonely_kernel("append.cl", "append_above");
    const std::vector<float> in(lonely_items - 4, 1.0F);
    const auto device_in = input("in", in);
    for (std::size_t number = 0; number < lonely_items; ++number) {
        const auto places = input("places", std::vector<cl_uint>(lonely_items, untouched));
        const auto count = input("count", std::vector<cl_uint>{2});
        launch_alone(alone, number, device_in, static_cast<cl_uint>(in.size()), 0.0F, places, count);
        INFO("of ", lonely_items, " work-items, number ", number, " was run alone");
        const bool has_one = number < in.size();
        expect_list(has_one ? std::vector<cl_uint>{static_cast<cl_uint>(number)} : std::vector<cl_uint>{},
                    places.read(), count.read().front(), 2);
    }
}

TEST_CASE("a line is taken in one step")
{
    cl::Kernel kernel = counting_kernel();
    const auto in = input("in", std::vector<float>(8, 1.0F));
    const auto places = input("places", std::vector<cl_uint>(8, untouched));
    const auto count = input("count", std::vector<cl_uint>{0, 0});
    Exercise::get().launch(kernel, {.global = cl::NDRange(8), .local = cl::NDRange(4)}, in, cl_uint{8}, 0.0F,
                           places, count);
    if (count.read().at(1) == 0)
        FAIL("8 elements were above the limit, and nobody made an atomic operation on *count. Two work-items "
             "that read, add and write at the same time take the same line");
}

TEST_CASE("others take lines in between, again and again")
{
    constexpr cl_uint others = 300, before = 2, number = 3;
    cl::Kernel kernel = disturbed_kernel();
    const auto in = input("in", std::vector<float>(8, 1.0F));
    const auto places = input("places", std::vector<cl_uint>(before + others + 8, untouched));
    const auto count = input("count", std::vector<cl_uint>{before, 0xC0047, others});
    Exercise::get().launch(kernel,
                           {.global = cl::NDRange(1), .local = cl::NDRange(1), .offset = cl::NDRange(number)},
                           in, cl_uint{8}, 0.0F, places, count);
    const std::vector<cl_uint> list = places.read(), after = count.read();
    const cl_uint came = others - after.at(2); // and took the first lines
    if (after.front() != before + came + 1)
        FAIL("*count was ", before, ", ", came,
             " others took a line before this work-item could, and then it "
             "took its own. Afterwards *count must be ",
             before + came + 1, ", and is ", after.front());
    for (std::size_t line = 0; line < list.size(); ++line)
        if (list[line] != (line == before + came ? number : untouched))
            FAIL("*count was ", before, ", and ", came,
                 " others took a line before this work-item could. Its "
                 "own is places[",
                 before + came, "], where its element's index ", number, " belongs; places[", line, "] is ",
                 list[line]);
}

TEST_CASE("many work-items take a line at the same time")
{
    if (Exercise::get().clean_stage()) return;
    for (int repeat = 0; repeat < 5; ++repeat) check_append(std::vector<float>(1U << 18, 1.0F), 0, 256);
}

TEST_CASE("places beyond 16 million")
{
    if (Exercise::get().clean_stage()) return;
    std::vector<float> in((1U << 24) + 37, 0.0F);
    for (std::size_t i = 5; i < in.size(); i += 1001) in[i] = 1;
    in.back() = 1;
    check_append(in, 0.5F, 64);
}
