// Tests of the running totals: results, how the groups talk to each other, and groups that begin in another order.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::vector<float> pixels;
    float limit = 1;
};

Picture random_picture(std::size_t columns, std::size_t rows, float limit = 1)
{
    return {columns, rows, random_floats(columns * rows, 40 + columns + 1000 * rows), limit};
}

cl_uint count_of_row(const Picture& picture, std::size_t row)
{
    const auto begin = picture.pixels.begin() + static_cast<std::ptrdiff_t>(row * picture.columns);
    return static_cast<cl_uint>(std::count_if(begin, begin + static_cast<std::ptrdiff_t>(picture.columns),
                                              [&](float pixel) { return pixel > picture.limit; }));
}

cl::Kernel totals_kernel()
{
    return Exercise::get().kernel("totals.cl", "running_totals",
                                  {"global float*", "uint", "uint", "float", "global uint*", "global uint*"});
}

void check_totals(cl::Kernel& kernel, const Picture& picture, std::size_t group)
{
    std::vector<cl_uint> expected(picture.rows), told(picture.rows + 1);
    for (std::size_t row = 0; row < picture.rows; ++row) {
        expected[row] = (row > 0 ? expected[row - 1] : 0) + count_of_row(picture, row);
        told[row] = expected[row] + 1;
    }
    told.back() = static_cast<cl_uint>(picture.rows);
    const auto totals = output<cl_uint>("totals", picture.rows);
    const auto state = input("state", std::vector<cl_uint>(picture.rows + 1, 0));
    INFO(picture.columns, " columns, ", picture.rows, " rows, work-groups of ", group);
    launch(kernel, covering(picture.rows * group, group), input("picture", picture.pixels), picture.columns,
           picture.rows, picture.limit, totals, state);
    expect_same("totals", expected, totals.read());
    expect_same("state", told, state.read());
}

void check_totals(const Picture& picture, std::size_t group)
{
    cl::Kernel kernel = totals_kernel();
    check_totals(kernel, picture, group);
}

/// One group alone, when `begun` others have begun, of which the last has told that its total is `before`.
void check_one_group(std::size_t begun, cl_uint before)
{
    const Picture picture = random_picture(37, 8);
    std::vector<cl_uint> told(picture.rows + 1, 0), expected(picture.rows);
    told.back() = static_cast<cl_uint>(begun);
    if (begun > 0) told[begun - 1] = before + 1;
    const auto totals = output<cl_uint>("totals", picture.rows), state = input("state", told);
    launch(totals_kernel(), covering(16, 16), input("picture", picture.pixels), picture.columns, picture.rows,
           picture.limit, totals, state);
    expected[begun] = (begun > 0 ? before : 0) + count_of_row(picture, begun);
    told[begun] = expected[begun] + 1;
    told.back() = static_cast<cl_uint>(begun) + 1;
    INFO("one group of 16 alone, for a picture of ", picture.rows, " rows; state says that ", begun,
         " groups have begun, so its row is ", begun, ", and that the total before it is ", before);
    expect_part("totals", expected, totals.read(), [&](std::size_t row) { return row == begun; });
    expect_same("state", told, state.read());
}

/// The kernel as it would run if the groups with the highest numbers began first.
cl::Kernel reversed_kernel()
{
    return behind("#define get_group_id(d) (get_num_groups(d) - 1 - get_group_id(d))\n"
                  "#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))\n",
                  "totals.cl", totals_kernel());
}

} // namespace

TEST_CASE("a group takes the row of its turn, and finds the total before it in state")
{
    check_one_group(0, 0);
    check_one_group(1, 7);
    check_one_group(5, 100);
    check_one_group(7, 0);
    check_one_group(3, 3000000000U);
}

TEST_CASE("a small picture")
{
    check_one_group(5, 100); // so that nobody waits for ever below
    check_totals({4, 3, {0, 2, 0, 3, 0, 0, 0, 0, 5, 5, 0, 5}}, 4);
    check_totals({3, 1, {2, 0, 2}}, 2);
    check_totals(random_picture(37, 8), 16);
}

TEST_CASE("pictures and groups of many shapes")
{
    check_one_group(5, 100);
    for (const std::size_t group : {1U, 7U, 48U, 128U}) {
        check_totals(random_picture(1, 5), group);
        check_totals(random_picture(100, 9), group);
        check_totals(random_picture(group + 1, 4), group);
    }
    const std::size_t largest =
        totals_kernel().getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(Exercise::get().device());
    check_totals(random_picture(50, 2), std::min(largest, std::size_t{1024}));
    check_totals(random_picture(0, 4), 8);
}

TEST_CASE("nothing is above the limit, or everything, or as large as it, or no number")
{
    check_one_group(5, 100);
    check_totals(random_picture(60, 5, 7), 32);
    check_totals(random_picture(60, 5, -7), 32);
    check_totals({4, 2, {1, 1, 2, 1, 1, 2, 2, 1}}, 4);
    check_totals({4, 3, {NAN, 2, 0, NAN, NAN, NAN, NAN, NAN, INFINITY, NAN, -INFINITY, 3}}, 4);
}

TEST_CASE("the groups may begin in any order")
{
    check_one_group(5, 100);
    cl::Kernel kernel = reversed_kernel();
    check_totals(kernel, random_picture(40, 30), 16);
    check_totals(kernel, random_picture(5, clean_stage() ? 40 : 700), 8);
}

TEST_CASE("many rows, and rows beyond 65536")
{
    if (clean_stage()) return;
    check_one_group(5, 100);
    check_totals(random_picture(3, 70001), 4);
    check_totals(random_picture(5000, 64), 64);
    check_totals(random_picture(70001, 2, -7), 64);
}
