// Tests of the transpose in place: every element has a number of its own, so each lost or misplaced one is seen.
#include <lockstep/kernel_set.hpp>

#include <numeric>

using namespace lockstep;

namespace
{

constexpr std::size_t tile = 32;
constexpr std::size_t group_rows = 8;

/// Transposes once, or several times.
void check_size(std::size_t n, int times = 1)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("in_place.cl", "transpose_in_place", {"global float*", "uint"});
    std::vector<float> before(n * n);
    std::iota(before.begin(), before.end(), 1.0F);
    const auto matrix = input("matrix", before);
    for (int i = 0; i < times; ++i)
        exercise.launch(kernel,
                        {.global = cl::NDRange(round_up(n, tile), round_up(n, tile) / tile * group_rows),
                         .local = cl::NDRange(tile, group_rows)},
                        matrix, static_cast<cl_uint>(n));
    INFO(n, " rows of ", n);
    if (times % 2 == 0)
        exercise.expect_same("matrix", before, matrix.read(), {}, n);
    else
        expect_agreed("matrix", transposed(before, n, n), matrix.read(), {}, n);
}

} // namespace

TEST_CASE("a tile of the diagonal is turned")
{
    check_size(32);
    check_size(1);
    check_size(7);
}

TEST_CASE("tiles change places")
{
    check_size(64);
    if (!Exercise::get().clean_stage()) check_size(96);
}

TEST_CASE("a matrix that does not fill its tiles is transposed")
{
    check_size(33);
    check_size(45);
    if (Exercise::get().clean_stage()) return;
    check_size(75);
    check_size(515);
}

TEST_CASE("transposed twice, a matrix is what it was, and transposed thrice it is not")
{
    check_size(40, 2);
    check_size(33, 3);
}

TEST_SUITE("lens")
{
    TEST_CASE("a matrix of 128 rows of 128")
    {
        check_size(128);
    }

    TEST_CASE("a matrix of 117 rows of 117")
    {
        check_size(117);
    }
}
