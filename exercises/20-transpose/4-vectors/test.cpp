// Tests of the vectors: every element has a number of its own, so each misplaced one is seen.
#include <lockstep/kernel_set.hpp>

#include <numeric>

using namespace lockstep;

namespace
{

constexpr std::size_t tile = 64;
constexpr std::size_t group = 16;

void check_size(std::size_t columns, std::size_t rows)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("transpose.cl", "vectors", {"global float*", "global float*", "uint", "uint"});
    std::vector<float> matrix(columns * rows);
    std::iota(matrix.begin(), matrix.end(), 1.0F);
    const auto in = input("in", matrix);
    const auto out = output<float>("out", matrix.size());
    exercise.launch(
        kernel,
        {.global = cl::NDRange(round_up(rows, tile) / tile * group, round_up(columns, tile) / tile * group),
         .local = cl::NDRange(group, group)},
        in, out, static_cast<cl_uint>(columns), static_cast<cl_uint>(rows));
    INFO(columns, " columns, ", rows, " rows");
    expect_agreed("out", transposed(matrix, columns, rows), out.read(), {}, rows);
    exercise.expect_same("in", matrix, in.read(), {}, columns);
}

} // namespace

TEST_CASE("whole tiles are transposed")
{
    check_size(64, 64);
    check_size(128, 64);
    check_size(64, 128);
}

TEST_CASE("rows of whole vectors that do not fill a tile are transposed")
{
    check_size(4, 4);
    check_size(68, 36);
    check_size(20, 76);
    if (!Exercise::get().clean_stage()) check_size(1004, 332);
}

TEST_CASE("rows that are no whole vectors are transposed")
{
    check_size(1, 1);
    check_size(67, 5);
    check_size(3, 66);
    check_size(70, 68);
    check_size(68, 71);
    if (!Exercise::get().clean_stage()) check_size(1001, 333);
}

TEST_SUITE("lens")
{
    TEST_CASE("a matrix of 128 rows of 128")
    {
        check_size(128, 128);
    }

    TEST_CASE("a matrix of 108 columns and 76 rows")
    {
        check_size(108, 76);
    }
}
