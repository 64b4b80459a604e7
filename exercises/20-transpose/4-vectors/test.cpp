// Tests of the vectors: every element has a number of its own, so each misplaced one is seen.
#include <lockstep/transpose_checks.hpp>

using namespace lockstep;

namespace
{

const TileKernel vectors{.file = "transpose.cl",
                         .name = "vectors",
                         .side = 64,
                         .work_group = cl::NDRange(16, 16),
                         .is_downwards = true};

void check_size(std::size_t columns, std::size_t rows)
{
    expect_transposed(vectors, all_different(columns * rows), columns);
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
    check_size(64, 20); // whole tiles across, but not down
    check_size(20, 64);
    if (!clean_stage()) check_size(1004, 332);
}

TEST_CASE("rows that are no whole vectors are transposed")
{
    check_size(1, 1);
    check_size(67, 5);
    check_size(3, 66);
    check_size(70, 68);
    check_size(68, 71);
    if (!clean_stage()) check_size(1001, 333);
}

TEST_CASE("large and very long matrices are transposed")
{
    if (clean_stage()) return; // too large for it
    check_size(1920, 1080);
    check_size((1 << 22) + 36, 1); // more than 2^16 tiles
    check_size(5, (1 << 22) + 36); // and more than 2^24 elements
}

TEST_CASE("what is moved is not changed")
{
    expect_transposed(vectors, of_all_kinds(std::size_t{44} * 20), 44);
}

TEST_CASE("a work-group turns its own tile and no other")
{
    expect_own_tile(vectors, 100, 72);
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
