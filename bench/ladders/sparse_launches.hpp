// The launches of the rungs of sparse products: what each makes of the matrix beforehand, and its kernels.
#pragma once

#include "ladder.hpp"

#include <lockstep/sparse.hpp>

#include <cstddef>
#include <vector>

namespace lockstep::bench::sparse
{

/// A matrix on the host and on the device, and the vector that it is multiplied by.
class Data : public Problem
{
public:
    Data(Workbench& workbench, CsrMatrix csr, const std::vector<float>& vector);

    cl_uint rows() const { return static_cast<cl_uint>(matrix.rows()); }
    cl_uint nonzeros() const { return static_cast<cl_uint>(matrix.nonzeros()); }

    const CsrMatrix matrix;
    const Guarded row_begins;
    const Guarded columns;
    const Guarded values;
    const Guarded x;
};

/// Rows in chunks, each as wide as its longest row (SELL-C-sigma); without sorting, row p is at place p.
struct Chunks
{
    std::vector<cl_uint> chunk_begins, columns, row_at;
    std::vector<float> values;
};

/// @param rows of a chunk; @param sigma rows of a window, within which longer rows come first; 1: as they are.
Chunks in_chunks(const CsrMatrix& matrix, std::size_t rows, std::size_t sigma);

/// TEAM neighbours a row, or one work-item.
void by_rows(Plan& plan, const Data& data);
void by_chunks(Plan& plan, const Data& data);
/// Tiles of equal work. A second launch adds up the rows that end in another tile than they begin in.
void by_tiles(Plan& plan, const Data& data);
/// The same with a work-item a tile.
void by_strips(Plan& plan, const Data& data);
/// The tile that arrives last adds up such a row.
void in_one_launch(Plan& plan, const Data& data);

} // namespace lockstep::bench::sparse
