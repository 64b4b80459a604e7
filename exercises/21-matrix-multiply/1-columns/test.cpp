// Tests of the naive product: whole numbers, so that every sum is exact in any order.
#include <lockstep/product_checks.hpp>

using namespace lockstep;

namespace
{

ProductKernel in_groups_of(std::size_t columns, std::size_t rows)
{
    return {.file = "product.cl",
            .name = "product",
            .work_group = cl::NDRange(columns, rows),
            .tile_columns = columns,
            .tile_rows = rows};
}

const ProductKernel usual = in_groups_of(32, 8);

} // namespace

TEST_CASE("square matrices are multiplied")
{
    expect_product(usual, {1, 1, 1});
    expect_product(usual, {32, 32, 32});
    expect_product(in_groups_of(16, 16), {32, 32, 32});
}

TEST_CASE("a product with more columns than rows is right")
{
    expect_product(usual, {8, 64, 20});
    expect_product(usual, {1, 33, 3});
    expect_product(in_groups_of(7, 3), {5, 50, 41});
}

TEST_CASE("a product with more rows than columns is right")
{
    expect_product(usual, {64, 32, 20});
    expect_product(usual, {33, 1, 7});
    expect_product(in_groups_of(48, 1), {43, 10, 1});
}

TEST_CASE("large products are right")
{
    if (clean_stage()) return;            // too large for it
    expect_product(usual, {70001, 3, 5}); // more than 16 bits count
    expect_product(usual, {3, 70001, 5});
    expect_product(usual, {2, 3, 70001});
    expect_product(usual, {2003, 131, 17}, 0x1p-60F);
    expect_product(usual, {4099, 4111, 1}); // more than 2^24 elements
    expect_product(usual, {1, 4099, 4111});
}

TEST_CASE("every digit of an element counts")
{
    expect_every_digit(usual, {9, 37, 5});
}

TEST_CASE("an infinite element reaches its row or its column, and nothing else")
{
    expect_infinities_in_their_places(usual, {9, 37, 12});
}

TEST_CASE("a work-group makes its own elements and no others")
{
    expect_own_tile(usual, {20, 70, 9});
}

TEST_SUITE("lens")
{
    TEST_CASE("64 rows, 64 columns, 16 products a sum")
    {
        expect_product(usual, {64, 64, 16});
    }

    TEST_CASE("37 rows, 45 columns, 19 products a sum")
    {
        expect_product(usual, {37, 45, 19});
    }
}
