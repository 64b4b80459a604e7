// Tests of the tile: every element has a number of its own, so each misplaced one is seen.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <array>
#include <limits>
#include <numeric>

using namespace lockstep;

namespace
{

constexpr std::size_t tile = 32;
constexpr std::size_t group_rows = 8;

cl::Kernel transpose_kernel()
{
    return Exercise::get().kernel("transpose.cl", "transpose",
                                  {"global float*", "global float*", "uint", "uint"});
}

const TileKernel tile_kernel{"transpose.cl", tile, cl::NDRange(tile, group_rows)};

void check_matrix(const std::vector<float>& matrix, std::size_t columns)
{
    const std::size_t rows = matrix.size() / columns;
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = transpose_kernel();
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

void check_size(std::size_t columns, std::size_t rows)
{
    std::vector<float> matrix(columns * rows);
    std::iota(matrix.begin(), matrix.end(), 1.0F);
    check_matrix(matrix, columns);
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

TEST_CASE("large and very long matrices are transposed")
{
    if (Exercise::get().clean_stage()) return; // too large for it
    check_size(1920, 1080);
    check_size(count_of_its_own("transpose.cl"), 131);
    check_size(70001, 3); // more than 16 bits count
    check_size(3, 70001);
}

TEST_CASE("what is moved is not changed")
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr std::array<float, 8> kinds{0.0F, 1e-30F,   -3e30F,    std::numeric_limits<float>::quiet_NaN(),
                                         0.1F, infinity, -infinity, -1e-10F};
    std::vector<float> matrix(std::size_t{40} * 20);
    for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = kinds[i * 5 % 11 % 8];
    check_matrix(matrix, 40);
}

TEST_CASE("a work-group turns its own tile and no other")
{
    // One work-group is launched, of the six that the matrix needs.
    expect_own_tile(transpose_kernel(), tile_kernel, 70, 45);
}

TEST_CASE("every work-item moves its own share of the tile")
{
    if (Exercise::get().clean_stage()) return; // what nobody brings to the tile is read from it
    expect_shared_tile(transpose_kernel(), tile_kernel);
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
