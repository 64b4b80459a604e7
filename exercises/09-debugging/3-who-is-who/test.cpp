// Tests of three kernels that must know their work-items' numbers, against loops on the host.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>
#include <climits>

using namespace lockstep;

namespace
{

constexpr const char* file = "ids.cl";
using Ints = std::vector<cl_int>;

Ints random_ints(std::size_t n, std::uint64_t seed)
{
    Ints values;
    for (const cl_uint value : random_uints(n, seed, 2'000'001))
        values.push_back(static_cast<cl_int>(value) - 1'900'000); // most of them are below 0
    return values;
}

cl::Kernel kernel_of_blocks(const std::string& name)
{
    return Exercise::get().kernel(file, name, {"global int*", "uint", "global int*"});
}

// @param launched columns and rows of work-items, if not all.
void check_mirror(const Size2D& size, std::array<std::size_t, 2> launched = {SIZE_MAX, SIZE_MAX})
{
    const Ints in = random_ints(size.columns * size.rows, 950 + size.columns);
    Ints expected(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
        expected[i] = in[i / size.columns * size.columns + size.columns - 1 - i % size.columns];
    const std::size_t columns = std::min(size.columns, launched[0]), rows = std::min(size.rows, launched[1]);
    const auto out = output<cl_int>("out", in.size());
    launch(Exercise::get().kernel(file, "mirror", {"global int*", "global int*", "uint", "uint"}),
           covering({columns, rows, size.group_columns, size.group_rows}), input("in", in), out, size.columns,
           size.rows);
    INFO("a picture of ", size.columns, " × ", size.rows);
    const auto made = [&](std::size_t i) {
        return size.columns - 1 - i % size.columns < columns && i / size.columns < rows;
    };
    expect_part("out", expected, out.read(), made, {}, size.columns);
}

/// Values in blocks, and how many work-groups are launched, if not one for each block.
struct Blocks
{
    std::size_t n;
    std::size_t size;
    std::size_t launched = SIZE_MAX;
};

/// Both kernels on blocks.
void check_blocks(const Ints& values, const Blocks& blocks)
{
    const auto& [n, size, launched] = blocks;
    Ints peaks(round_up(n, size) / size, INT_MIN), turned(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t begin = i / size * size, end = std::min(begin + size, n);
        peaks[i / size] = std::max(peaks[i / size], values[i]);
        turned[begin + (end - 1 - i)] = values[i];
    }
    const Launch how = covering((launched == SIZE_MAX ? peaks.size() : launched) * size, size);
    const auto device_values = input("values", values);
    const auto device_peaks = output<cl_int>("peaks", peaks.size()), out = output<cl_int>("out", n);
    INFO(n, " values in blocks of ", size);
    launch(kernel_of_blocks("block_peaks"), how, device_values, n, device_peaks);
    expect_part("peaks", peaks, device_peaks.read(), [&](std::size_t g) { return g < blocks.launched; });
    launch(kernel_of_blocks("turn_blocks"), how, device_values, n, out);
    expect_part("out", turned, out.read(), [&](std::size_t i) { return i / blocks.size < blocks.launched; });
}

void check_random(const Blocks& blocks)
{
    check_blocks(random_ints(blocks.n, 960 + blocks.n), blocks);
}

} // namespace

TEST_CASE("square pictures are mirrored")
{
    check_mirror({16, 16, 8, 8});
    check_mirror({13, 13, 8, 8});
}

TEST_CASE("pictures of every shape are mirrored")
{
    for (const Size2D& size : Exercise::get().sizes_2d()) check_mirror(size);
    check_mirror({40, 3, 8, 8});
    check_mirror({3, 40, 8, 8});
    if (clean_stage()) return;
    check_mirror({70'001, 2, 8, 8});
    check_mirror({(1U << 22) + 37, 4, 64, 1}); // more pixels than a float can number
}

TEST_CASE("one group finds its peak and turns its block round")
{
    for (const std::size_t n : {8U, 5U, 1U}) check_random({n, 8});
}

TEST_CASE("every group finds its peak and turns its block round")
{
    for (const std::size_t n : {80U, 75U, 73U, 72U}) check_random({n, 8});
    for (const std::size_t n : {5U, 1U}) check_random({n, 1});
    check_random({100, 48});
    check_random({1600, 512});
}

TEST_CASE("a peak may stand anywhere in its block, and be any int")
{
    for (const std::size_t place : {0U, 1U, 6U, 7U, 8U, 15U, 16U, 19U}) {
        Ints values(20, -70'000'001);
        values[place] = -70'000'000; // a float cannot tell them apart
        check_blocks(values, {20, 8});
        values.assign(20, INT_MIN);
        values[place] = INT_MAX;
        check_blocks(values, {20, 8});
    }
}

TEST_CASE("more groups than blocks, and no values at all")
{
    check_random({20, 8, 6});
    check_random({0, 8, 1});
}

TEST_CASE("there may be more values than an int counts")
{
    constexpr std::size_t n = 3'000'000'000; // of which the buffer has the first, for one group
    Ints values = random_ints(8, 995);
    const auto in = input("values", values);
    const auto peaks = output<cl_int>("peaks", 1), out = output<cl_int>("out", 8);
    launch(kernel_of_blocks("block_peaks"), covering(8, 8), in, n, peaks);
    launch(kernel_of_blocks("turn_blocks"), covering(8, 8), in, n, out);
    INFO("3,000,000,000 values");
    expect_same("peaks", {std::ranges::max(values)}, peaks.read());
    std::reverse(values.begin(), values.end());
    expect_same("out", values, out.read());
}

TEST_CASE("a launch of a part makes that part")
{
    check_mirror({17, 13, 4, 2}, {8, 6});
    check_mirror({17, 13, 4, 2}, {4, 14});
    check_random({37, 8, 2});
    check_random({37, 8, 1});
}
