// Tests of the transpose in place: every element has a number of its own, so each lost or misplaced one is seen.
#include <lockstep/kernel_set.hpp>
#include <lockstep/transpose_checks.hpp>

using namespace lockstep;

namespace
{

constexpr std::size_t tile = 32;
constexpr std::size_t group_rows = 8;

/// Transposes so many times.
void check_matrix(const std::vector<float>& before, std::size_t n, int times = 1)
{
    cl::Kernel kernel =
        Exercise::get().kernel("in_place.cl", "transpose_in_place", {"global float*", "uint"});
    const auto matrix = input("matrix", before);
    const std::size_t tiles = round_up(n, tile) / tile;
    for (int i = 0; i < times; ++i)
        launch(kernel, covering({tiles * tile, tiles * group_rows, tile, group_rows}), matrix, n);
    INFO(n, " rows of ", n);
    if (times % 2 == 0)
        expect_same("matrix", before, matrix.read(), {}, n);
    else
        expect_agreed("matrix", transposed(before, n, n), matrix.read(), {}, n);
}

void check_size(std::size_t n, int times = 1)
{
    check_matrix(all_different(n * n), n, times);
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
    if (!clean_stage()) check_size(96);
}

TEST_CASE("a matrix that does not fill its tiles is transposed")
{
    check_size(33);
    check_size(45);
    if (clean_stage()) return;
    check_size(75);
    check_size(515);
    check_size(1060);
    check_size(4111); // more than 2^24 elements
}

TEST_CASE("what is moved is not changed")
{
    check_matrix(of_all_kinds(std::size_t{40} * 40), 40);
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
