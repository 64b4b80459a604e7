// Tests of the tile: whole numbers, so that every sum is exact in any order.
#include <lockstep/product_checks.hpp>

using namespace lockstep;

namespace
{

const ProductKernel tile{.file = "tile.cl",
                         .name = "tile",
                         .work_group = cl::NDRange(16, 16),
                         .tile_columns = 16,
                         .tile_rows = 16};

} // namespace

TEST_CASE("matrices of whole tiles are multiplied")
{
    expect_product(tile, {16, 16, 16});
    expect_product(tile, {32, 16, 48});
    expect_product(tile, {16, 32, 32});
}

TEST_CASE("sums that tiles do not divide are whole")
{
    expect_product(tile, {16, 16, 17});
    expect_product(tile, {16, 32, 15});
    expect_product(tile, {32, 16, 1});
}

TEST_CASE("rows and columns that tiles do not divide are made")
{
    expect_product(tile, {20, 16, 16});
    expect_product(tile, {16, 21, 16});
    expect_product(tile, {1, 1, 1});
    expect_product(tile, {33, 15, 18});
    expect_product(tile, {3, 50, 31});
}

TEST_CASE("large products are right")
{
    if (clean_stage()) return;           // too large for it
    expect_product(tile, {70001, 3, 5}); // more than 16 bits count
    expect_product(tile, {3, 70001, 5});
    expect_product(tile, {2, 3, 70001});
    expect_product(tile, {2003, 131, 171}, 0x1p-60F);
    expect_product(tile, {4099, 4111, 1}); // more than 2^24 elements
}

TEST_CASE("every digit of an element counts")
{
    expect_every_digit(tile, {16, 32, 16});
}

TEST_CASE("an infinite element reaches its row or its column, and nothing else")
{
    expect_infinities_in_their_places(tile, {19, 37, 21});
}

TEST_CASE("a work-group makes its own tile and no other")
{
    expect_own_tile(tile, {40, 50, 23});
}

TEST_SUITE("lens")
{
    TEST_CASE("64 rows, 64 columns, 32 products a sum")
    {
        expect_product(tile, {64, 64, 32});
    }

    TEST_CASE("37 rows, 45 columns, 41 products a sum")
    {
        expect_product(tile, {37, 45, 41});
    }
}
