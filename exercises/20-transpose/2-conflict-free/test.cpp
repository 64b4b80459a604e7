// Tests of the tile: every element has a number of its own, so each misplaced one is seen.
#include <lockstep/kernel_set.hpp>

#include <numeric>

using namespace lockstep;

namespace
{

constexpr std::size_t tile = 32;
constexpr std::size_t group_rows = 8;

void check_size(std::size_t columns, std::size_t rows)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("transpose.cl", "transpose", {"global float*", "global float*", "uint", "uint"});
    std::vector<float> matrix(columns * rows);
    std::iota(matrix.begin(), matrix.end(), 1.0F);
    const auto in = input("in", matrix);
    const auto out = output<float>("out", matrix.size());
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up(columns, tile), round_up(rows, tile) / tile * group_rows),
                     .local = cl::NDRange(tile, group_rows)},
                    in, out, static_cast<cl_uint>(columns), static_cast<cl_uint>(rows));
    INFO(columns, " columns, ", rows, " rows");
    expect_agreed("out", transposed(matrix, columns, rows), out.read(), {}, rows);
    exercise.expect_same("in", matrix, in.read(), {}, columns);
}

} // namespace

TEST_CASE("squares are transposed")
{
    check_size(32, 32);
    check_size(45, 45);
    check_size(1, 1);
    if (!Exercise::get().clean_stage()) check_size(512, 512);
}

TEST_CASE("a wide matrix is transposed")
{
    check_size(64, 32);
    check_size(40, 20);
    check_size(37, 1);
    if (!Exercise::get().clean_stage()) check_size(1001, 333);
}

TEST_CASE("a tall matrix is transposed")
{
    check_size(32, 64);
    check_size(20, 40);
    check_size(1, 37);
    if (!Exercise::get().clean_stage()) check_size(333, 1001);
}

TEST_SUITE("lens")
{
    TEST_CASE("a matrix of 128 columns and 64 rows")
    {
        check_size(128, 64);
    }

    TEST_CASE("a matrix of 109 columns and 75 rows")
    {
        check_size(109, 75);
    }
}
