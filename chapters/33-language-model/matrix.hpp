// Matrices that lie in buffers in any way, and what a product is of.
#pragma once

#include <CL/opencl.hpp>

#include <string>
#include <utility>

namespace language_model
{

// Where the elements of a matrix lie in a buffer, as view.clh has it.
struct View
{
    cl_uint offset, outer, inner, row, column;
};

// A matrix, or one for each head of each sequence.
struct Matrix
{
    cl::Buffer buffer;
    View view;
};

// Rows of `pitch` elements, one behind the other.
inline Matrix rows_of(const cl::Buffer& buffer, cl_uint pitch)
{
    return {buffer, {0, 0, 0, pitch, 1}};
}

inline Matrix transposed(Matrix matrix)
{
    std::swap(matrix.view.row, matrix.view.column);
    return matrix;
}

// Where a causal mask makes a product smaller: nowhere, in its results, up to the diagonal,
// or in its sums, up to the diagonal or from it on. Only the body for units makes use of it.
enum class Causal : cl_uint
{
    none,
    results,
    sums_to,
    sums_from
};

// What a product is of: c, rows × columns, from sums of `depth` products; `count` of them,
// `heads` to a sequence.
struct Extent
{
    cl_uint rows, columns, depth, count = 1, heads = 1;
    Causal causal = Causal::none;
};

inline std::string shape_of(const Extent& of)
{
    const std::string each = std::to_string(of.rows) + " × " + std::to_string(of.columns) +
                             " × " + std::to_string(of.depth);
    return (of.count > 1 ? " " + std::to_string(of.count) + " of " : " ") + each;
}

} // namespace language_model
