// Tests of the vectors: every element has a number of its own, so each misplaced one is seen.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <array>
#include <limits>
#include <numeric>

using namespace lockstep;

namespace
{

constexpr std::size_t tile = 64;
constexpr std::size_t group = 16;

cl::Kernel vectors_kernel()
{
    return Exercise::get().kernel("transpose.cl", "vectors",
                                  {"global float*", "global float*", "uint", "uint"});
}

const TileKernel tile_kernel{"transpose.cl", tile, cl::NDRange(group, group)};

void check_matrix(const std::vector<float>& matrix, std::size_t columns)
{
    const std::size_t rows = matrix.size() / columns;
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = vectors_kernel();
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

void check_size(std::size_t columns, std::size_t rows)
{
    std::vector<float> matrix(columns * rows);
    std::iota(matrix.begin(), matrix.end(), 1.0F);
    check_matrix(matrix, columns);
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

TEST_CASE("large and very long matrices are transposed")
{
    if (Exercise::get().clean_stage()) return; // too large for it
    check_size(1920, 1080);
    check_size(count_of_its_own("transpose.cl"), 131);
    check_size(70004, 3); // more than 16 bits count
    check_size(3, 70004);
}

TEST_CASE("what is moved is not changed")
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr std::array<float, 8> kinds{0.0F, 1e-30F,   -3e30F,    std::numeric_limits<float>::quiet_NaN(),
                                         0.1F, infinity, -infinity, -1e-10F};
    std::vector<float> matrix(std::size_t{44} * 20);
    for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = kinds[i * 5 % 11 % 8];
    check_matrix(matrix, 44);
}

TEST_CASE("a work-group turns its own tile and no other")
{
    // One work-group is launched, of the four that the matrix needs.
    expect_own_tile(vectors_kernel(), tile_kernel, 100, 72);
}

TEST_CASE("every work-item moves its own share of the tile")
{
    if (Exercise::get().clean_stage()) return; // what nobody brings to the tile is read from it
    expect_shared_tile(vectors_kernel(), tile_kernel);
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

    TEST_CASE("a matrix of 108 columns and 75 rows")
    {
        check_size(108, 75);
    }

    TEST_CASE("a matrix of 109 columns and 76 rows")
    {
        check_size(109, 76);
    }
}
