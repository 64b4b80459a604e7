// Tests of three kernels at their ends, against loops on the host. Integers only, so every value must agree.
#include <lockstep/probes.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

constexpr const char* file = "ends.cl";

cl::Kernel steps_kernel()
{
    return Exercise::get().kernel(file, "steps", {"global int*", "uint", "global int*"});
}

cl::Kernel smooth_kernel()
{
    return Exercise::get().kernel(file, "smooth_columns",
                                  {"global int*", "global int*", "uint", "uint", "uint"});
}

cl::Kernel raise_kernel()
{
    return Exercise::get().kernel(file, "raise_fours", {"global int*", "uint", "int"});
}

std::vector<std::int32_t> random_ints(std::size_t n, std::uint64_t seed, std::int32_t largest = 1'000'000'000)
{
    std::vector<std::int32_t> values;
    for (const std::uint32_t value : random_uints(n, seed, 2 * static_cast<std::uint32_t>(largest) + 1))
        values.push_back(static_cast<std::int32_t>(value) - largest);
    return values;
}

// What an output holds before a launch: values that no kernel makes of random_ints.
std::vector<std::int32_t> untouched(std::size_t n)
{
    return std::vector<std::int32_t>(n, 1'000'000'007);
}

// Work-items of a launch: as many as needed in whole work-groups, or `launched`.
Launch launch_of(std::size_t needed, std::size_t group, std::size_t launched)
{
    const std::size_t all = round_up(std::max<std::size_t>(needed, 1), group);
    return {.global = cl::NDRange(launched > 0 ? launched : all), .local = cl::NDRange(group)};
}

void check_steps(std::size_t n, std::size_t group, std::size_t launched = 0)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = steps_kernel();
    const std::vector<std::int32_t> values = random_ints(n, 910 + n);
    std::vector<std::int32_t> expected = untouched(n > 1 ? n - 1 : 1); // a buffer cannot be empty
    const Launch launch = launch_of(n, group, launched);
    const auto device_values = input("values", n > 0 ? values : untouched(1));
    const auto device_steps = input("steps", expected);
    for (std::size_t i = 0; i + 1 < n && i < launch.global.get()[0]; ++i)
        expected[i] = values[i + 1] - values[i];
    INFO(n, " values",
         std::string{
             n < 2 ? "; steps is a buffer for one number, which nobody may write, since none can be empty"
                   : ""});
    exercise.launch(kernel, launch, device_values, static_cast<cl_uint>(n), device_steps);
    exercise.expect_same("steps", expected, device_steps.read());
    if (n > 0) exercise.expect_same("values", values, device_values.read());
}

struct Picture
{
    std::size_t columns;
    std::size_t rows;
};

void check_smooth(const Picture& size, std::size_t radius, std::size_t group, std::size_t launched = 0)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = smooth_kernel();
    const std::size_t elements = size.columns * size.rows;
    const std::vector<std::int32_t> in =
        random_ints(std::max<std::size_t>(elements, 1), 920 + elements, 100'000);
    std::vector<std::int32_t> expected = untouched(in.size());
    const Launch launch = launch_of(size.columns, group, launched);
    const auto device_in = input("in", in);
    const auto device_out = input("out", expected);
    for (std::size_t x = 0; x < std::min(size.columns, launch.global.get()[0]); ++x)
        for (std::size_t y = 0; y < size.rows; ++y) {
            const std::size_t i = y * size.columns + x;
            expected[i] = in[i];
            if (y < radius || y + radius >= size.rows) continue;
            for (std::size_t away = 1; away <= radius; ++away)
                expected[i] += in[i - away * size.columns] + in[i + away * size.columns];
        }
    exercise.launch(kernel, launch, device_in, device_out, static_cast<cl_uint>(size.columns),
                    static_cast<cl_uint>(size.rows), static_cast<cl_uint>(radius));
    INFO(size.columns, " columns, ", size.rows, " rows, radius ", radius);
    exercise.expect_same("out", expected, device_out.read(), {}, size.columns);
    exercise.expect_same("in", in, device_in.read(), {}, size.columns);
}

void check_raise(std::size_t n, std::size_t group, std::size_t launched = 0)
{
    constexpr cl_int more = -1'100'000'003; // what neither a short nor a float holds
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = raise_kernel();
    std::vector<std::int32_t> expected = random_ints(std::max<std::size_t>(n, 1), 930 + n);
    const Launch launch = launch_of((n + 3) / 4, group, launched);
    const auto device_values = input("values", expected);
    for (std::size_t i = 0; i < std::min(n, 4 * launch.global.get()[0]); ++i) expected[i] += more;
    exercise.launch(kernel, launch, device_values, static_cast<cl_uint>(n), more);
    INFO(n, " values");
    exercise.expect_same("values", expected, device_values.read());
}

// The first `launched` of so many work-items.
constexpr std::size_t far_too_many = 96;

} // namespace

TEST_CASE("n values have n - 1 steps")
{
    for (const std::size_t n : {64U, 37U, 9U, 8U, 2U}) check_steps(n, 8);
    check_steps(37, 8, far_too_many);
}

TEST_CASE("one value has no step, and no values have none")
{
    for (const std::size_t n : {1U, 0U})
        for (const std::size_t launched : {8U, 96U}) check_steps(n, 8, launched);
}

TEST_CASE("four values a work-item are raised, and the last few as well")
{
    for (const std::size_t n : {64U, 37U, 38U, 39U, 40U, 7U, 6U, 5U, 4U, 3U, 2U, 1U, 0U}) {
        check_raise(n, 8);
        check_raise(n, 4, far_too_many);
    }
}

TEST_CASE("pictures with more rows than the radius needs are smoothed")
{
    for (const std::size_t radius : {0U, 1U, 2U, 5U}) check_smooth({13, 17}, radius, 8);
    check_smooth({13, 17}, 3, 8, far_too_many);
}

TEST_CASE("pictures with fewer rows than the radius needs stay as they are")
{
    for (const std::size_t rows : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U})
        for (const std::size_t radius : {0U, 1U, 2U, 3U, 4U, 5U, 8U, 9U, 10U})
            check_smooth({5, rows}, radius, 8);
    check_smooth({5, 0}, 0, 8);
    check_smooth({5, 0}, 3, 8);
}

TEST_CASE("a radius may be as large as a uint can be")
{
    for (const std::size_t radius :
         {65'536U, 0x7FFF'FFFFU, 0x8000'0000U, 0x8000'0001U, 0xFFFF'FFFEU, 0xFFFF'FFFFU})
        check_smooth({5, 6}, radius, 8);
}

TEST_CASE("every size and work-group is handled")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) {
        check_steps(size.count, size.group);
        check_raise(size.count, size.group);
    }
    const std::size_t own = count_of_its_own(file);
    check_steps(own, 48);
    check_raise(own, 48);
    check_smooth({own, 7}, 2, 48);
    const std::size_t large = large_group(smooth_kernel());
    check_steps(1000, large);
    check_raise(1000, large);
    if (Exercise::get().clean_stage()) return;
    check_smooth({3, 70'001}, 4, 8);
    check_smooth({70'001, 3}, 1, 64);
    check_smooth({3, 131'081}, 65'538,
                 8); // five rows have that many neighbours, and their sums no float holds
    check_steps((1U << 24) + 37, 64);
    check_raise((1U << 24) + 37, 64);
}

TEST_CASE("a launch of a part makes that part")
{
    check_steps(37, 8, 16);
    check_raise(37, 4, 4);
    check_smooth({13, 17}, 2, 4, 8);
}

TEST_CASE("there may be more values than an int counts")
{
    // Of so many there are the first, and work-item 3 is run alone.
    constexpr cl_uint n = 3'000'000'000;
    steps_kernel(); // its message is better when the file does not build
    cl::Kernel steps = lonely_kernel(file, "steps");
    cl::Kernel smooth = lonely_kernel(file, "smooth_columns");
    cl::Kernel raise = lonely_kernel(file, "raise_fours");
    const auto values = input("values", random_ints(18, 941));
    const auto device_steps = input("steps", untouched(17)), row = input("out", untouched(17));
    std::vector<std::int32_t> expected(18, 5);
    const auto fours = input("values", expected);
    std::fill(expected.begin() + 12, expected.begin() + 16, 6);
    INFO("n, or columns, is 3,000,000,000");
    launch_alone(steps, 3, values, n, device_steps);
    expect_own_element("steps", 3, untouched(17), device_steps.read());
    launch_alone(smooth, 3, values, row, n, cl_uint{1}, cl_uint{0});
    expect_own_element("out", 3, untouched(17), row.read());
    launch_alone(raise, 3, fours, n, cl_int{1});
    Exercise::get().expect_same("values", expected, fours.read());
}

TEST_CASE("the last work-item does its own work and no more, and no other does it")
{
    steps_kernel(); // its message is better when the file does not build
    cl::Kernel steps = lonely_kernel(file, "steps");
    cl::Kernel smooth = lonely_kernel(file, "smooth_columns");
    cl::Kernel raise = lonely_kernel(file, "raise_fours");
    for (const std::size_t number : {0U, 3U, 15U, 16U, 17U, 23U}) {
        const std::vector<std::int32_t> values = random_ints(18, 940);
        const auto device_values = input("values", values);
        const auto device_steps = input("steps", untouched(17));
        launch_alone(steps, number, device_values, cl_uint{18}, device_steps);
        expect_own_element("steps", number, untouched(17), device_steps.read());

        const auto row = input("out", untouched(17));
        launch_alone(smooth, number, device_values, row, cl_uint{17}, cl_uint{1}, cl_uint{0});
        expect_own_element("out", number, untouched(17), row.read());

        constexpr std::size_t n = 63; // work-item 15 has three values
        std::vector<std::int32_t> expected(n, 5);
        const auto fours = input("values", expected);
        for (std::size_t i = 4 * number; i < std::min(n, 4 * number + 4); ++i) expected[i] = 6;
        launch_alone(raise, number, fours, static_cast<cl_uint>(n), cl_int{1});
        INFO("of 24 work-items number ", number, " was run alone");
        Exercise::get().expect_same("values", expected, fours.read());
    }
}
