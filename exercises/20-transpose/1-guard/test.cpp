// Tests of the guards: every element has a number of its own, so each misplaced one is seen.
#include <lockstep/transpose_checks.hpp>

using namespace lockstep;

namespace
{

const TileKernel transpose{
    .file = "transpose.cl", .name = "transpose", .side = 32, .work_group = cl::NDRange(32, 8)};

void check_size(std::size_t columns, std::size_t rows)
{
    expect_transposed(transpose, all_different(columns * rows), columns);
}

} // namespace

TEST_CASE("squares are transposed")
{
    check_size(32, 32);
    check_size(45, 45);
    check_size(1, 1);
    if (!clean_stage()) check_size(512, 512);
}

TEST_CASE("a wide matrix is transposed")
{
    check_size(33, 32);
    check_size(64, 32);
    check_size(40, 20);
    check_size(37, 1);
    check_size(64, 20); // whole tiles across, but not down
    if (!clean_stage()) check_size(1001, 333);
}

TEST_CASE("a tall matrix is transposed")
{
    check_size(32, 64);
    check_size(20, 40);
    check_size(1, 37);
    check_size(20, 64);
    if (!clean_stage()) check_size(333, 1001);
}

TEST_CASE("a picture of 1920 × 1080, and very long sides")
{
    if (clean_stage()) return; // too large for it
    check_size(1920, 1080);
    check_size((1 << 21) + 37, 1); // more than 2^16 tiles
    check_size(8, (1 << 21) + 37); // and more than 2^24 elements
}

TEST_CASE("what is moved is not changed")
{
    expect_transposed(transpose, of_all_kinds(std::size_t{40} * 20), 40);
}

TEST_CASE("a work-group turns its own tile and no other")
{
    expect_own_tile(transpose, 70, 45);
}

TEST_SUITE("lens")
{
    TEST_CASE("a matrix of 96 columns and 64 rows")
    {
        check_size(96, 64);
    }

    TEST_CASE("a matrix of 109 columns and 75 rows")
    {
        check_size(109, 75);
    }
}
