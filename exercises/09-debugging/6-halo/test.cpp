// Tests of two kernels with halos against loops on the host. Integers only, so every value must agree.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <climits>
#include <string>

using namespace lockstep;

namespace
{

constexpr const char* file = "halo.cl";
constexpr std::size_t group_items = 64; // of smooth
constexpr std::size_t group_columns = 16, group_rows = 4;
using Ints = std::vector<cl_int>;

Ints random_ints(std::size_t n, std::uint64_t seed)
{
    Ints values;
    for (const cl_uint value : random_uints(n, seed, 200'000'001))
        values.push_back(static_cast<cl_int>(value) - 150'000'000); // most of them are below 0
    return values;
}

cl::Kernel smooth_kernel()
{
    return Exercise::get().kernel(file, "smooth", {"global int*", "int", "global int*"});
}

cl::Kernel brightest_kernel()
{
    return Exercise::get().kernel(file, "brightest", {"global int*", "int", "int", "global int*"});
}

Ints smoothed(const Ints& in)
{
    Ints out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
        for (std::size_t k = i < 2 ? 0 : i - 2; k < std::min(i + 3, in.size()); ++k) out[i] += in[k];
    return out;
}

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::size_t pixels() const { return columns * rows; }
};

Ints brightened(const Ints& in, const Picture& size)
{
    Ints out(in.size(), INT_MIN);
    for (std::size_t y = 0; y < size.rows; ++y)
        for (std::size_t x = 0; x < size.columns; ++x)
            for (std::size_t v = y == 0 ? 0 : y - 1; v < std::min(y + 2, size.rows); ++v)
                for (std::size_t u = x == 0 ? 0 : x - 1; u < std::min(x + 2, size.columns); ++u)
                    out[y * size.columns + x] = std::max(out[y * size.columns + x], in[v * size.columns + u]);
    return out;
}

// @param groups work-groups that are launched, if not all.
void check_smooth(const Ints& in, std::size_t groups = SIZE_MAX)
{
    groups = std::min(groups, round_up(in.size(), group_items) / group_items);
    const auto out = output<cl_int>("out", in.size());
    launch(smooth_kernel(), covering(groups * group_items, group_items), input("in", in), in.size(), out);
    INFO("smooth, ", in.size(), " values");
    expect_part("out", smoothed(in), out.read(), [&](std::size_t i) { return i / group_items < groups; });
}

// @param across,down work-groups that are launched, if not all.
void check_brightest(const Ints& in, const Picture& size, std::size_t across = SIZE_MAX,
                     std::size_t down = SIZE_MAX)
{
    across = std::min(across, round_up(size.columns, group_columns) / group_columns);
    down = std::min(down, round_up(size.rows, group_rows) / group_rows);
    const auto out = output<cl_int>("out", in.size());
    launch(brightest_kernel(),
           covering({across * group_columns, down * group_rows, group_columns, group_rows}), input("in", in),
           size.columns, size.rows, out);
    INFO("brightest, a picture of ", size.columns, " × ", size.rows);
    const auto made = [&](std::size_t i) {
        return i % size.columns / group_columns < across && i / size.columns / group_rows < down;
    };
    expect_part("out", brightened(in, size), out.read(), made, {}, size.columns);
}

// Whether the device counts the arrays that a kernel declares in local memory.
std::size_t local_bytes(const cl::Kernel& kernel)
{
    return kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(Exercise::get().device());
}

bool device_counts_local_arrays()
{
    cl::Program program{Exercise::get().context(),
                        "kernel void arrays(global int* a) { local int tile[100]; tile[get_local_id(0)] = 1; "
                        "barrier(CLK_LOCAL_MEM_FENCE); a[0] = tile[0]; }"};
    program.build({Exercise::get().device()});
    const std::size_t bytes = local_bytes(cl::Kernel{program, "arrays"});
    return bytes >= 400 && bytes <= 416;
}

} // namespace

TEST_CASE("values in the middle of a group are smoothed")
{
    Ints in(192, 0);
    for (std::size_t i = 70; i < 120; ++i) in[i] = static_cast<cl_int>(i * i);
    check_smooth(in);
}

TEST_CASE("what is outside counts as 0")
{
    for (const std::size_t n : {64U, 63U, 62U, 65U, 66U, 67U, 5U, 4U, 3U, 2U, 1U, 0U})
        check_smooth(random_ints(n, 1200 + n));
    check_smooth(Ints(130, 1000));
}

TEST_CASE("smooth handles every length")
{
    for (const std::size_t n : {128U, 127U, 129U, 200U, 1000U}) check_smooth(random_ints(n, 1200 + n));
    if (!clean_stage()) check_smooth(random_ints(70'001, 1202));
}

TEST_CASE("a dot spreads to its eight neighbours and no further")
{
    const Picture size{35, 11};
    for (const std::size_t x : {0U, 1U, 15U, 16U, 17U, 31U, 32U, 34U})
        for (const std::size_t y : {0U, 3U, 4U, 5U, 10U}) {
            if (clean_stage() && (x % 16 == 1 || x == 31 || y % 2 == 1)) continue;
            Ints in(size.pixels(), -1000);
            in[y * size.columns + x] = -7;
            INFO("the dot is in column ", x, " of row ", y);
            check_brightest(in, size);
        }
}

TEST_CASE("brightest handles pictures of every shape")
{
    for (const Picture& size : {Picture{1, 1}, Picture{16, 4}, Picture{17, 5}, Picture{15, 3}, Picture{2, 40},
                                Picture{40, 2}, Picture{1, 9}, Picture{33, 1}, Picture{48, 12}})
        check_brightest(random_ints(size.pixels(), 1300 + size.columns), size);
    check_brightest(Ints(40, INT_MIN), {8, 5});
    check_brightest({}, {0, 5});
    check_brightest({}, {5, 0});
    if (clean_stage()) return;
    for (const Picture& size : {Picture{333, 257}, Picture{70'001, 2}, Picture{2, 70'001}})
        check_brightest(random_ints(size.pixels(), 1300 + size.columns), size);
}

TEST_CASE("a group makes its own part")
{
    check_smooth(random_ints(300, 1400), 2);
    check_brightest(random_ints(370, 1401), {37, 10}, 2, 1);
}

TEST_CASE("the tiles are as large as they must be")
{
    const std::size_t smooth_bytes = local_bytes(smooth_kernel());
    const std::size_t brightest_bytes = local_bytes(brightest_kernel());
    if (!device_counts_local_arrays()) {
        skip_case("this device does not say how large a kernel's local arrays are");
        return;
    }
    constexpr std::size_t spare = 12; // some drivers add a few bytes of their own
    if (smooth_bytes < 272 || smooth_bytes > 272 + spare)
        FAIL("smooth takes ", smooth_bytes, " bytes of local memory; its tile needs 272.");
    if (brightest_bytes < 432 || brightest_bytes > 432 + spare)
        FAIL("brightest takes ", brightest_bytes, " bytes of local memory; its tile needs 432.");
}
