// Tests of three kernels at their ends, against loops on the host. Integers only, so every value must agree.
#include <lockstep/exercise.hpp>

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

using Ints = std::vector<cl_int>;

Ints random_ints(std::size_t n, std::uint64_t seed, cl_int largest = 1'000'000'000)
{
    Ints values;
    for (const cl_uint value : random_uints(n, seed, 2 * static_cast<cl_uint>(largest) + 1))
        values.push_back(static_cast<cl_int>(value) - largest);
    return values;
}

void check_steps(std::size_t n, std::size_t group, std::size_t launched = SIZE_MAX)
{
    const Ints values = random_ints(n, 910 + n);
    Ints expected(n > 0 ? n - 1 : 0);
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = values[i + 1] - values[i];
    const auto steps = output<cl_int>("steps", expected.size());
    launch(steps_kernel(), covering(launched == SIZE_MAX ? n : launched, group), input("values", values), n,
           steps);
    INFO(n, " values");
    expect_part("steps", expected, steps.read(), [&](std::size_t i) { return i < launched; });
}

struct Picture
{
    std::size_t columns;
    std::size_t rows;
};

void check_smooth(const Picture& size, std::size_t radius, std::size_t group, std::size_t launched = SIZE_MAX)
{
    const Ints in = random_ints(size.columns * size.rows, 920 + size.columns * size.rows, 100'000);
    Ints expected = in;
    for (std::size_t i = 0; i < in.size(); ++i) {
        const std::size_t y = i / size.columns;
        if (y < radius || y + radius >= size.rows) continue;
        for (std::size_t away = 1; away <= radius; ++away)
            expected[i] += in[i - away * size.columns] + in[i + away * size.columns];
    }
    const auto out = output<cl_int>("out", in.size());
    launch(smooth_kernel(), covering(launched == SIZE_MAX ? size.columns : launched, group), input("in", in),
           out, size.columns, size.rows, radius);
    INFO(size.columns, " columns, ", size.rows, " rows, radius ", radius);
    expect_part(
        "out", expected, out.read(), [&](std::size_t i) { return i % size.columns < launched; }, {},
        size.columns);
}

void check_raise(std::size_t n, std::size_t group, std::size_t launched = SIZE_MAX)
{
    constexpr cl_int more = -1'100'000'003; // what neither a short nor a float holds
    Ints expected = random_ints(n, 930 + n);
    const auto values = input("values", expected);
    for (std::size_t i = 0; i < n && i / 4 < launched; ++i) expected[i] += more;
    launch(raise_kernel(), covering(launched == SIZE_MAX ? (n + 3) / 4 : launched, group), values, n, more);
    INFO(n, " values");
    expect_same("values", expected, values.read());
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

TEST_CASE("a work-item far beyond the last value raises none")
{
    const Ints values{1, 2, 3, 4, 5};
    const auto device_values = input("values", values);
    constexpr std::size_t offset = std::size_t{1} << 30U; // its four values would begin at 2^32
    launch(raise_kernel(), {.global = cl::NDRange(8), .local = cl::NDRange(8), .offset = cl::NDRange(offset)},
           device_values, values.size(), 7);
    INFO("8 work-items from number ", offset, " on");
    expect_same("values", values, device_values.read());
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
    check_smooth({50, 7}, 2, 48);
    if (clean_stage()) return;
    check_smooth({70'001, 3}, 1, 64);
    check_smooth({3, 131'081}, 65'538,
                 8); // five rows have that many neighbours, and their sums no float holds
}

TEST_CASE("there may be more values, or columns, than an int counts")
{
    constexpr std::size_t many = 3'000'000'000; // of which the buffers have the first
    const Ints values = random_ints(33, 941);
    Ints steps(32), raised = values;
    for (std::size_t i = 0; i < 32; ++i) {
        steps[i] = values[i + 1] - values[i];
        raised[i] += 5;
    }
    const auto in = input("values", values), fours = input("values", values);
    const auto out_steps = output<cl_int>("steps", 32), row = output<cl_int>("out", 32);
    launch(steps_kernel(), covering(32, 8), in, many, out_steps);
    launch(smooth_kernel(), covering(32, 8), in, row, many, 1, 0);
    launch(raise_kernel(), covering(8, 8), fours, many, 5);
    INFO("3,000,000,000 values, or columns");
    expect_same("steps", steps, out_steps.read());
    expect_same("out", {values.begin(), values.end() - 1}, row.read());
    expect_same("values", raised, fours.read());
}

TEST_CASE("a launch of a part makes that part")
{
    check_steps(37, 8, 16);
    check_raise(37, 4, 4);
    check_smooth({13, 17}, 2, 4, 8);
}
