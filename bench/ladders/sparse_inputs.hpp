// The matrices and vectors that sparse products are tried on.
#pragma once

#include <lockstep/sparse.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep::bench::sparse
{

/// Values are odd multiples of 1/32 between -1 and 1. So products are multiples of 1/1024, and each sum of them below 2^14 is exact
/// in a float, whatever its order.
///
/// "grid": each point of a square is coupled with itself and its four neighbours, as heat in a plate is; as many rows as fill
/// a square. "band": 33 diagonals. "power": row lengths fall as a power of their rank, from half of the width to 0, and so does how
/// often a column occurs; columns come in runs of eight, as links to the pages of one site do. "scattered": the same in runs of one.
/// "empty": no nonzeros.
CsrMatrix matrix_named(const std::string& name, std::size_t rows);

struct NamedMatrix
{
    std::string name;
    CsrMatrix matrix;
};

/// Where rows are most likely to be lost: all nonzeros in the first row, or in the last one, empty rows between, no nonzeros.
std::vector<NamedMatrix> awkward_matrices(std::size_t rows);

std::vector<float> vector_for(const CsrMatrix& matrix);

} // namespace lockstep::bench::sparse
