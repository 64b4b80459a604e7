// Tests of the tours' lengths: permutations whose tours are known.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <numeric>

using namespace lockstep;

namespace
{

using Elements = std::vector<cl_uint>;

/// A permutation of count elements in tours of these lengths, taken in turn; its members are scattered.
struct Tours
{
    Elements next;
    Elements length;
};

Tours tours_of(std::size_t count, const std::vector<std::size_t>& lengths, bool scattered = true)
{
    Elements order(count);
    std::iota(order.begin(), order.end(), 0U);
    Random random{1003 + count};
    for (std::size_t i = count; scattered && i > 1; --i)
        std::swap(order[i - 1], order[random.below(static_cast<cl_uint>(i))]);
    Tours tours{Elements(count), Elements(count)};
    std::size_t turn = 0;
    for (std::size_t first = 0; first < count;) {
        const std::size_t length = std::min(lengths[turn++ % lengths.size()], count - first);
        for (std::size_t k = 0; k < length; ++k) {
            tours.next[order[first + k]] = order[first + (k + 1) % length];
            tours.length[order[first + k]] = static_cast<cl_uint>(length);
        }
        first += length;
    }
    return tours;
}

cl::Kernel tours_kernel()
{
    return Exercise::get().kernel("tour_lengths.cl", "tour_lengths",
                                  {"global uint*", "global uint*", "uint"});
}

void check_tours(const Tours& tours, std::size_t group, std::size_t more_groups = 0)
{
    const std::size_t n = tours.next.size();
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = tours_kernel();
    const auto next = input("next", tours.next);
    const auto length = output<cl_uint>("length", n);
    exercise.launch(
        kernel,
        {.global = cl::NDRange(round_up(n, group) + more_groups * group), .local = cl::NDRange(group)}, next,
        length, static_cast<cl_uint>(n));
    INFO("n ", n, ", work-groups of ", group, ", ", more_groups, " more than needed");
    exercise.expect_same("length", tours.length, length.read());
    exercise.expect_same("next", tours.next, next.read());
}

} // namespace

TEST_CASE("the example has a tour of four and a tour of one")
{
    check_tours({{2, 1, 4, 0, 3}, {4, 1, 4, 4, 4}}, 5);
}

TEST_CASE("an element that leads to itself is a tour of one")
{
    check_tours(tours_of(64, {1}), 32);
}

TEST_CASE("pairs that lead to each other are tours of two")
{
    check_tours(tours_of(64, {2}), 32);
}

TEST_CASE("one tour through everything is as long as the array")
{
    check_tours(tours_of(256, {256}), 64);
    check_tours(tours_of(256, {256}, false), 64);
    check_tours(tours_of(101, {101}), 16);
}

TEST_CASE("tours of many lengths stand side by side")
{
    check_tours(tours_of(300, {1, 2, 3, 5, 8, 13, 21, 34}), 32);
    check_tours(tours_of(97, {40, 1, 7}, false), 32);
}

TEST_CASE("a launch may have more work-groups than it needs")
{
    check_tours(tours_of(64, {7, 3}), 32, 2);
    check_tours(tours_of(1, {1}), 16, 1);
}

TEST_CASE("tours are found for every length and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_tours(tours_of(size.count, {9, 4, 1, 30}), size.group);
    check_tours(tours_of(1000, {6, 11}), 48);
    if (!Exercise::get().clean_stage()) check_tours(tours_of(5000, {100, 3}), 512);
}

TEST_CASE("a length that follows from the file's text is found, too")
{
    const std::size_t n = count_of_its_own("tour_lengths.cl");
    check_tours(tours_of(n, {n}), 16);
    check_tours(tours_of(n, {n / 2, 5}), 8);
}

TEST_CASE("there may be more elements than 24 bits can count")
{
    if (Exercise::get().clean_stage()) return;
    check_tours(tours_of((1U << 24U) + 37, {3, 1, 2}, false), 256);
}

TEST_CASE("a tour may have more steps than 16 bits can count")
{
    if (Exercise::get().clean_stage()) return;
    if (Exercise::get().device().getInfo<CL_DEVICE_NAME>().find("llvmpipe") != std::string::npos) {
        skip_case("llvmpipe ends every loop after 65,535 rounds");
        return;
    }
    constexpr std::size_t n = 200'000;
    const Tours tours = tours_of(n, {150'001, 49'999});
    const std::string whole = groups_of({.global = cl::NDRange(n), .local = cl::NDRange(32)});
    cl::Kernel kernel{program_behind(whole, "tour_lengths.cl"), "tour_lengths"};
    const auto next = input("next", tours.next);
    Elements expected(n, 7); // of all the work-items only those of one group are run
    for (const std::size_t first : {std::size_t{0}, std::size_t{99'968}}) {
        const auto length = input("length", Elements(n, 7));
        Exercise::get().launch(
            kernel, {.global = cl::NDRange(32), .local = cl::NDRange(32), .offset = cl::NDRange(first)}, next,
            length, static_cast<cl_uint>(n));
        expected.assign(n, 7);
        for (std::size_t i = first; i < first + 32; ++i) expected[i] = tours.length[i];
        Exercise::get().expect_same("length", expected, length.read());
    }
}

TEST_CASE("a tour may have more steps than 24 bits can count")
{
    if (Exercise::get().clean_stage()) return;
    if (Exercise::get().device().getInfo<CL_DEVICE_NAME>().find("llvmpipe") != std::string::npos) {
        skip_case("llvmpipe ends every loop after 65,535 rounds");
        return;
    }
    constexpr std::size_t n = (1U << 24U) + 37; // in order, so that a step is a short one
    constexpr std::size_t number = 5;
    const std::string whole = groups_of({.global = cl::NDRange(n), .local = cl::NDRange(1)});
    tours_kernel(); // whose messages are better
    cl::Kernel kernel{program_behind(whole, "tour_lengths.cl"), "tour_lengths"};
    Elements expected(n, 7);
    const auto next = input("next", tours_of(n, {n}, false).next);
    const auto length = input("length", expected);
    Exercise::get().launch(kernel,
                           {.global = cl::NDRange(1), .local = cl::NDRange(1), .offset = cl::NDRange(number)},
                           next, length, static_cast<cl_uint>(n));
    expected[number] = n;
    Exercise::get().expect_same("length", expected, length.read());
}

TEST_CASE("an array without elements has no tours")
{
    cl::Kernel kernel = tours_kernel();
    const Elements before{7, 7, 7};
    const auto next = input("next", Elements{0, 1, 2});
    const auto length = input("length", before);
    Exercise::get().launch(kernel, {.global = cl::NDRange(16), .local = cl::NDRange(16)}, next, length,
                           cl_uint{0});
    Exercise::get().expect_same("length", before, length.read());
}

TEST_CASE("a second array is followed like the first")
{
    check_tours(tours_of(128, {128}), 32);
    check_tours(tours_of(128, {4}), 32);
    check_tours(tours_of(128, {128}), 32);
}

TEST_CASE("each work-item writes the length of its own element, and no other")
{
    const Tours tours = tours_of(20, {20});
    for (const std::size_t number : {0U, 7U, 19U, 23U}) {
        cl::Kernel kernel = lonely_kernel("tour_lengths.cl", "tour_lengths");
        const Elements before(20, 999);
        const auto next = input("next", tours.next);
        const auto length = input("length", before);
        launch_alone(kernel, number, next, length, cl_uint{20});
        expect_own_element("length", number, before, length.read());
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("1024 elements in tours of 8 under the lens")
    {
        check_tours(tours_of(1024, {8}, false), 64);
    }

    TEST_CASE("1003 elements in tours of 17 under the lens")
    {
        check_tours(tours_of(1003, {17}, false), 64);
    }
}
