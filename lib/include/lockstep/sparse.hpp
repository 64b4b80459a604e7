// Sparse matrices in the host's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep
{

/// A sparse matrix in CSR ("compressed sparse rows"): row r has the nonzeros from row_begins[r] to row_begins[r + 1] - 1, each
/// with its column and its value.
struct CsrMatrix
{
    std::uint32_t width = 0;                     ///< columns that the matrix has, with nonzeros or without
    std::vector<std::uint32_t> row_begins = {0}; ///< one more than there are rows
    std::vector<std::uint32_t> columns;          ///< ascending within a row
    std::vector<float> values;

    std::size_t rows() const { return row_begins.size() - 1; }
    std::size_t nonzeros() const { return columns.size(); }
};

/// What makes this no matrix in CSR, in a sentence that names the place ("Row 7 begins at nonzero 12, after its end, 9."); empty if
/// it is one. Kernels trust what passes.
std::string fault_of(const CsrMatrix& matrix);

} // namespace lockstep
