// What exercises on the product of two matrices have in common: numbers, launches, and the question who makes what.
#pragma once

#include "exercise.hpp"

namespace lockstep
{

/// A kernel that multiplies: (global const float* a, global const float* b, global float* c, uint rows, uint columns, uint depth).
struct ProductKernel
{
    std::string file;
    std::string name;
    cl::NDRange work_group;   ///< two-dimensional; dimension 0 goes along the columns of c
    std::size_t tile_columns; ///< of c, for one work-group
    std::size_t tile_rows;
    std::string macro = {}; ///< an option of the compiler that the tile depends on, and its value: "BLOCK", 4
    int value = 0;
    bool is_transposed = false; ///< b is given as its transpose: `columns` rows of `depth` elements
};

/// c has `rows` rows of `columns` elements, each a sum of `depth` products.
struct ProductSize
{
    std::size_t rows;
    std::size_t columns;
    std::size_t depth;
};

/// Fails the test case unless the kernel makes the product of two matrices of small whole numbers, times `scale`.
/// @param scale a power of two, so that every sum is exact; a and b are multiplied by it.
void expect_product(const ProductKernel& kernel, const ProductSize& size, float scale = 1);

/// The same for whole numbers of up to 20 bits in a and small ones in b, and the other way round: no digit may get lost.
/// @param size of a depth of at most 16, so that every sum is exact.
void expect_every_digit(const ProductKernel& kernel, const ProductSize& size);

/// The same for positive numbers, of which the first and the last of the last row of a and of the last column of b are infinite: so is that row and
/// that column of c, and nothing else. The first of a is 0, so where its row meets that column is what 0 times infinite is, not a number.
/// @param size at least two rows.
void expect_infinities_in_their_places(const ProductKernel& kernel, const ProductSize& size);

/// Fails the test case unless the first work-group, launched alone, makes its own tile of c and writes nothing else.
void expect_own_tile(const ProductKernel& kernel, const ProductSize& size);

} // namespace lockstep
