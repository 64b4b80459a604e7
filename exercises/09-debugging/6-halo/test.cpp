// Tests of two kernels with halos against loops on the host. Integers only, so every value must agree.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>
#include <climits>
#include <string>

using namespace lockstep;

namespace
{

constexpr const char* file = "halo.cl";
constexpr std::size_t group_items = 64; // of smooth
constexpr std::size_t group_columns = 16, group_rows = 4;
constexpr std::int32_t untouched = 2'000'000'011;
constexpr std::size_t few_wrong =
    48; // so many results of a group may need the cells of a work-item in each row
using Ints = std::vector<std::int32_t>;

Ints random_ints(std::size_t n, std::uint64_t seed)
{
    Ints values;
    for (const std::uint32_t value : random_uints(n, seed, 200'000'001))
        values.push_back(static_cast<std::int32_t>(value) - 150'000'000); // most of them are below 0
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

Ints at_least_one(Ints values)
{
    if (values.empty()) values.push_back(untouched);
    return values;
}

// What groups first to first + count - 1 of smooth leave in out.
Ints smooth(cl::Kernel kernel, const Ints& in, std::size_t first, std::size_t count)
{
    const auto device_in = input("in", at_least_one(in));
    const auto out = input("out", Ints(at_least_one(in).size(), untouched));
    Exercise::get().launch(kernel,
                           {.global = cl::NDRange(count * group_items),
                            .local = cl::NDRange(group_items),
                            .offset = cl::NDRange(first * group_items)},
                           device_in, static_cast<cl_int>(in.size()), out);
    Exercise::get().expect_same("in", at_least_one(in), device_in.read());
    return out.read();
}

void check_smooth(const Ints& in)
{
    INFO("smooth, ", in.size(), " values");
    const Ints got = smooth(smooth_kernel(), in, 0,
                            round_up(std::max<std::size_t>(in.size(), 1), group_items) / group_items);
    Exercise::get().expect_same("out", in.empty() ? Ints{untouched} : smoothed(in), got);
}

// What brightest leaves in out when so many groups of it are launched, from one on.
Ints brightest(cl::Kernel kernel, const Ints& in, const Picture& size, const Picture& first,
               const Picture& count)
{
    const auto device_in = input("in", at_least_one(in));
    const auto out = input("out", Ints(at_least_one(in).size(), untouched));
    Exercise::get().launch(kernel,
                           {.global = cl::NDRange(count.columns * group_columns, count.rows * group_rows),
                            .local = cl::NDRange(group_columns, group_rows),
                            .offset = cl::NDRange(first.columns * group_columns, first.rows * group_rows)},
                           device_in, static_cast<cl_int>(size.columns), static_cast<cl_int>(size.rows), out);
    Exercise::get().expect_same("in", at_least_one(in), device_in.read());
    return out.read();
}

void check_brightest(const Ints& in, const Picture& size)
{
    const Picture groups{round_up(std::max<std::size_t>(size.columns, 1), group_columns) / group_columns,
                         round_up(std::max<std::size_t>(size.rows, 1), group_rows) / group_rows};
    INFO("brightest, a picture of ", size.columns, " × ", size.rows);
    const Ints got = brightest(brightest_kernel(), in, size, {0, 0}, groups);
    Exercise::get().expect_same("out", at_least_one(brightened(in, size)), got, {},
                                std::max<std::size_t>(size.columns, 1));
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

// What the others have to do with it when the work-item of that number is missing.
std::string without(const std::string& kernel, std::size_t missing, std::size_t wrong, const std::string& few)
{
    const std::string who = "work-item " + std::to_string(missing);
    const std::string start = "The tests run " + kernel + " without " + who + ", and " +
                              std::to_string(wrong) + " of a group's 64 results are missing or wrong. ";
    return start + (wrong > few_wrong
                        ? "So " + who + " fills the tile for others; each work-item must bring its own cells."
                        : few + " should be: its own, and those that need the cells it brings.");
}

// In each row of each group work-item `missing` plays the role of its neighbour, so nobody plays its own.
cl::Kernel kernel_without(const std::string& name, std::size_t missing)
{
    const std::string lines =
        "#define get_local_id(d) (get_local_id(d) + ((d) == 0 && get_local_id(0) == " +
        std::to_string(missing) +
        " ? 1 : 0))\n#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))\n";
    return {program_behind(lines, file), name.c_str()};
}

} // namespace

TEST_CASE("values in the middle of a group are smoothed")
{
    Ints in(192, 0);
    for (std::size_t i = 70; i < 120; ++i) in[i] = static_cast<std::int32_t>(i * i);
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
    check_smooth(random_ints(count_of_its_own(file), 1201));
    if (!Exercise::get().clean_stage()) check_smooth(random_ints((1U << 24) + 37, 1202));
}

TEST_CASE("a dot spreads to its eight neighbours and no further")
{
    const Picture size{35, 11};
    for (const std::size_t x : {0U, 1U, 15U, 16U, 17U, 31U, 32U, 34U})
        for (const std::size_t y : {0U, 3U, 4U, 5U, 10U}) {
            if (Exercise::get().clean_stage() && (x % 16 == 1 || x == 31 || y % 2 == 1)) continue;
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
    if (Exercise::get().clean_stage()) return;
    for (const Picture& size : {Picture{333, 257}, Picture{70'001, 2}, Picture{2, 70'001}})
        check_brightest(random_ints(size.pixels(), 1300 + size.columns), size);
}

TEST_CASE("a group alone makes its own part")
{
    smooth_kernel(); // its message is better when the file does not build
    const Ints in = random_ints(300, 1400);
    const Ints all = smoothed(in);
    for (const std::size_t group : {0U, 2U, 4U}) {
        cl::Kernel kernel{
            program_behind(groups_of({.global = cl::NDRange(320), .local = cl::NDRange(64)}), file),
            "smooth"};
        Ints expected(300, untouched);
        for (std::size_t i = group * 64; i < std::min<std::size_t>(300, group * 64 + 64); ++i)
            expected[i] = all[i];
        INFO("of five groups only number ", group, " was launched");
        Exercise::get().expect_same("out", expected, smooth(kernel, in, group, 1));
    }
    const Picture size{37, 10};
    const Ints pixels = random_ints(size.pixels(), 1401);
    const Ints bright = brightened(pixels, size);
    for (const Picture& group : {Picture{0, 0}, Picture{1, 1}, Picture{2, 2}}) {
        const Launch whole{.global = cl::NDRange(48, 12), .local = cl::NDRange(16, 4)};
        cl::Kernel kernel{program_behind(groups_of(whole), file), "brightest"};
        Ints expected(size.pixels(), untouched);
        for (std::size_t i = 0; i < expected.size(); ++i)
            if (i % size.columns / group_columns == group.columns &&
                i / size.columns / group_rows == group.rows)
                expected[i] = bright[i];
        INFO("of 3 × 3 groups only group (", group.columns, ", ", group.rows, ") was launched");
        Exercise::get().expect_same("out", expected, brightest(kernel, pixels, size, group, {1, 1}), {},
                                    size.columns);
    }
}

TEST_CASE("every work-item brings its own cells to the tile")
{
    if (Exercise::get().clean_stage()) return; // two play the same role, which is a race
    smooth_kernel();
    for (const std::size_t missing : {0U, 30U, 50U}) {
        const Ints in = random_ints(192, 1500 + missing);
        const Ints expected = smoothed(in), got = smooth(kernel_without("smooth", missing), in, 0, 3);
        std::size_t wrong = 0;
        for (std::size_t item = 0; item < 64; ++item)
            wrong += got[64 + item] != expected[64 + item] ? 1U : 0U;
        if (got[64 + missing] != untouched || wrong < 3 || wrong > 12)
            FAIL(without("smooth", missing, wrong, "3 to 12"));
    }
    const Picture size{48, 12};
    for (const std::size_t missing : {0U, 5U, 14U}) { // in each of the four rows
        const Ints in = [&] { // the further right, the brighter, so that each pixel is somebody's brightest
            Ints pixels = random_ints(size.pixels(), 1600 + missing);
            for (std::size_t i = 0; i < pixels.size(); ++i)
                pixels[i] = pixels[i] % 1000 + static_cast<std::int32_t>(i * 2000);
            return pixels;
        }();
        const Ints expected = brightened(in, size);
        const Ints got = brightest(kernel_without("brightest", missing), in, size, {0, 0}, {3, 3});
        std::size_t wrong = 0;
        for (std::size_t y = 4; y < 8; ++y)
            for (std::size_t x = 16; x < 32; ++x) wrong += got[y * 48 + x] != expected[y * 48 + x] ? 1U : 0U;
        if (got[4 * 48 + 16 + missing] != untouched || wrong < 5 || wrong > 48)
            FAIL(without("brightest", missing, wrong, "5 to 48"));
    }
}

TEST_CASE("the neighbours around a group come from the tile as well")
{
    if (Exercise::get().clean_stage()) return; // two play the same role, which is a race
    if (skipped_for_local_memory()) return;
    smooth_kernel();
    // Nobody plays one work-item, whose numbers follow from those of the groups; groups beyond the third find no work. What it
    // should have brought keeps an older value, so every launch has values of its own.
    const std::string lines =
        "#define get_local_id(d) ((d) > 0 || get_local_id(0) != get_num_groups(0) - 3 || get_local_id(1) != "
        "max(get_num_groups(1), (size_t)3) - 3 ? get_local_id(d) : get_local_id(0) > 0 ? get_local_id(0) - 1 "
        ": 1)\n"
        "#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))\n";
    const cl::Program program = program_behind(lines, file);
    // By those who are there: the left of smooth, its right, the right of brightest.
    std::array<bool, 3> missed{};
    for (std::size_t missing = 0; missing < group_items; ++missing) {
        Ints in(192, 0);
        in[63] = 1000 + static_cast<std::int32_t>(missing);
        in[128] = 2000 + static_cast<std::int32_t>(missing);
        const Ints expected = smoothed(in), got = smooth({program, "smooth"}, in, 0, 3 + missing);
        for (const std::size_t item : {0U, 1U, 62U, 63U})
            if (item != missing && got[64 + item] != expected[64 + item]) missed[item / 32] = true;
    }
    const Picture size{48, 12};
    for (std::size_t missing = 0; missing < group_columns * group_rows; ++missing) {
        const std::size_t column = missing % group_columns, row = missing / group_columns;
        Ints in(size.pixels(), -9000);
        // Brighter downwards, and brighter than in any launch before.
        for (std::size_t y = 0; y < size.rows; ++y)
            in[y * size.columns + 32] = static_cast<std::int32_t>(missing * size.rows + y);
        const Ints expected = brightened(in, size);
        const Ints got = brightest({program, "brightest"}, in, size, {0, 0}, {3 + column, 3 + row});
        for (std::size_t y = 0; y < group_rows; ++y)
            if ((column != 15 || row != y) && got[(4 + y) * 48 + 31] != expected[(4 + y) * 48 + 31])
                missed[2] = true;
    }
    for (const std::size_t i : {0U, 1U, 2U})
        if (!missed.at(i))
            FAIL("Whoever is missing in a group of ", std::string{i < 2 ? "smooth" : "brightest"},
                 ", the others find their neighbours at its ", std::string{i == 0 ? "left" : "right"},
                 ". Nobody brings these to the tile.");
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
