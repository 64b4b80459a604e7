// Tests of the tile: every element has a number of its own, so each misplaced one is seen.
#include <lockstep/probes.hpp>
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
    if (!Exercise::get().clean_stage()) check_size(512, 512);
}

TEST_CASE("a wide matrix is transposed")
{
    check_size(64, 32);
    check_size(40, 20);
    check_size(37, 1);
    check_size(64, 20); // whole tiles across, but not down
    if (!Exercise::get().clean_stage()) check_size(1001, 333);
}

TEST_CASE("a tall matrix is transposed")
{
    check_size(32, 64);
    check_size(20, 40);
    check_size(1, 37);
    check_size(20, 64);
    if (!Exercise::get().clean_stage()) check_size(333, 1001);
}

TEST_CASE("large and very long matrices are transposed")
{
    if (Exercise::get().clean_stage()) return; // too large for it
    check_size(1920, 1080);
    check_size(count_of_its_own("transpose.cl"), 131);
    check_size((1 << 21) + 37, 1); // more than 2^16 tiles
    check_size(8, (1 << 21) + 37); // and more than 2^24 elements
}

TEST_CASE("what is moved is not changed")
{
    expect_transposed(transpose, of_all_kinds(std::size_t{40} * 20), 40);
}

TEST_CASE("a work-group turns its own tile and no other")
{
    expect_own_tiles(transpose, 70, 45);
}

TEST_CASE("every work-item moves its own share of the tile")
{
    if (Exercise::get().clean_stage()) return; // what nobody brings to the tile is read from it
    expect_shared_tile(transpose);
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

    TEST_CASE("a matrix of 2000 to 2018 columns and 61 rows")
    {
        check_size(count_of_its_own("transpose.cl"), 61);
    }
}
