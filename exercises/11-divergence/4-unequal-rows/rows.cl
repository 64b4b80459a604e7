// A sparse matrix times a vector, by pieces of rows. One-dimensional, work-groups of any size; work-items beyond
// the last piece or row do nothing. Whole numbers, modulo 2 to the 32.

// Work-item i sums up piece i: the elements from pieces[i].x up to, but not including, pieces[i].y.
kernel void multiply_pieces(global const uint2* pieces, uint piece_count, global const uint* column,
                            global const uint* value, global const uint* x, global uint* sums)
{
    const uint i = get_global_id(0);
    if (i >= piece_count) return;
    const uint2 piece = pieces[i];
    uint sum = 0;
    for (uint element = piece.x; element < piece.y; ++element) sum += value[element] * x[column[element]];
    sums[i] = sum;
}

// Work-item r adds the sums of row r's pieces: those listed in piece_of from first[r] up to first[r + 1] - 1.
kernel void add_pieces(global const uint* first, global const uint* piece_of, global const uint* sums,
                       global uint* y, uint rows)
{
    const uint row = get_global_id(0);
    if (row >= rows) return;
    const uint end = first[row + 1];
    uint total = 0;
    for (uint k = first[row]; k < end; ++k) total += sums[piece_of[k]];
    y[row] = total;
}
