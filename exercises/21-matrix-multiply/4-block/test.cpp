// Tests of the block of results: whole numbers, so that every sum is exact in any order.
#include <lockstep/product_checks.hpp>

using namespace lockstep;

namespace
{

/// Smaller tiles in the stage clean, where a tile of 128 × 128 takes seconds.
ProductKernel block_of(int results)
{
    const std::size_t side = 16 * static_cast<std::size_t>(results);
    return {.file = "block.cl",
            .name = "block",
            .work_group = cl::NDRange(16, 16),
            .tile_columns = side,
            .tile_rows = side,
            .macro = "BLOCK",
            .value = results};
}

/// Blocks of 8 × 8, which is what there is without an option.
ProductKernel usual_block()
{
    ProductKernel usual = block_of(8);
    usual.macro.clear();
    return usual;
}

const ProductKernel block = clean_stage() ? block_of(2) : usual_block();

} // namespace

TEST_CASE("matrices of whole tiles are multiplied")
{
    expect_product(block, {block.tile_rows, block.tile_columns, 16});
    if (clean_stage()) return;
    expect_product(block, {16, 32, 32});
    expect_product(block, {256, 128, 24});
}

TEST_CASE("sums that tiles do not divide are whole")
{
    expect_product(block, {16, 32, 9});
    if (clean_stage()) return;
    expect_product(block, {128, 16, 15});
    expect_product(block, {32, 16, 1});
}

TEST_CASE("rows and columns that tiles do not divide are made")
{
    expect_product(block, {1, 1, 1});
    expect_product(block, {33, 15, 8});
    if (clean_stage()) return;
    expect_product(block, {20, 16, 16});
    expect_product(block, {129, 150, 18});
    expect_product(block, {3, 50, 31});
}

TEST_CASE("blocks of other sizes are multiplied")
{
    if (clean_stage()) return; // which has a size of its own
    expect_product(block_of(3), {50, 99, 11});
    expect_product(block_of(2), {33, 67, 12});
    expect_product(block_of(1), {16, 17, 8});
    expect_own_tile(block_of(3), {70, 80, 9});
}

TEST_CASE("large products are right")
{
    if (clean_stage()) return;                  // too large for it
    expect_product(block_of(2), {70001, 3, 5}); // more than 16 bits count
    expect_product(block_of(2), {3, 70001, 5});
    expect_product(block_of(1), {2, 3, 70001});
    expect_product(block_of(3), {2003, 131, 71}, 0x1p-60F);
    expect_product(block, {4099, 4111, 1}); // more than 2^24 elements
}

TEST_CASE("every digit of an element counts")
{
    expect_every_digit(block, {16, 32, 9});
}

TEST_CASE("an infinite element reaches its row or its column, and nothing else")
{
    expect_infinities_in_their_places(block, {19, 37, 5});
}

TEST_CASE("a work-group makes its own tile and no other")
{
    expect_own_tile(block, {block.tile_rows + 12, block.tile_columns + 22, 5});
}

TEST_SUITE("lens")
{
    TEST_CASE("128 rows, 128 columns, 32 products a sum")
    {
        expect_product(block, {128, 128, 32});
    }

    TEST_CASE("101 rows, 119 columns, 21 products a sum")
    {
        expect_product(block, {101, 119, 21});
    }
}
