// Tests of the product with a transposed matrix: whole numbers, so that every sum is exact in any order.
#include <lockstep/product_checks.hpp>

using namespace lockstep;

namespace
{

const ProductKernel by_transposed{.file = "transposed.cl",
                                  .name = "by_transposed",
                                  .work_group = cl::NDRange(16, 16),
                                  .tile_columns = 16,
                                  .tile_rows = 16,
                                  .is_transposed = true};

} // namespace

TEST_CASE("matrices of whole tiles are multiplied")
{
    expect_product(by_transposed, {16, 16, 16});
    expect_product(by_transposed, {32, 16, 48});
    expect_product(by_transposed, {16, 32, 32});
}

TEST_CASE("sums that tiles do not divide are whole")
{
    expect_product(by_transposed, {16, 16, 17});
    expect_product(by_transposed, {16, 32, 15});
    expect_product(by_transposed, {32, 16, 1});
}

TEST_CASE("rows and columns that tiles do not divide are made")
{
    expect_product(by_transposed, {20, 16, 16});
    expect_product(by_transposed, {16, 21, 16});
    expect_product(by_transposed, {1, 1, 1});
    expect_product(by_transposed, {33, 15, 18});
    expect_product(by_transposed, {3, 50, 31});
}

TEST_CASE("large products are right")
{
    if (clean_stage()) return;                    // too large for it
    expect_product(by_transposed, {70001, 3, 5}); // more than 16 bits count
    expect_product(by_transposed, {3, 70001, 5});
    expect_product(by_transposed, {2, 3, 70001});
    expect_product(by_transposed, {2003, 131, 171}, 0x1p-60F);
    expect_product(by_transposed, {4099, 4111, 1}); // more than 2^24 elements
}

TEST_CASE("every digit of an element counts")
{
    expect_every_digit(by_transposed, {16, 32, 16});
}

TEST_CASE("an infinite element reaches its row or its column, and nothing else")
{
    expect_infinities_in_their_places(by_transposed, {19, 37, 21});
}

TEST_CASE("a work-group makes its own tile and no other")
{
    expect_own_tile(by_transposed, {40, 50, 23});
}

TEST_SUITE("lens")
{
    TEST_CASE("64 rows, 64 columns, 32 products a sum")
    {
        expect_product(by_transposed, {64, 64, 32});
    }

    TEST_CASE("37 rows, 45 columns, 41 products a sum")
    {
        expect_product(by_transposed, {37, 45, 41});
    }
}
