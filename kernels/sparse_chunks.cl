// Products of a matrix in SELL-C-sigma (Kreutzer, Hager, Wellein, Fehske and Bishop, 2014):
// rows in chunks of CHUNK, each chunk as wide as its longest row. Options are in
// sparse.clh, and
//
// -D CHUNK    rows of a chunk, which divides GROUP
// -D SIGMA    rows of a window, within which they were sorted by length; 1: they were not
#include "sparse.clh"
#ifndef CHUNK
#define CHUNK 32
#endif
#ifndef SIGMA
#define SIGMA 1
#endif
#define NO_COLUMN 0xFFFFFFFFu

//! [chunks]
// Nonzero j of the chunk's rows lie side by side, those of its row l at
// chunk_begins[chunk] + j * CHUNK + l. A row that is shorter than the chunk ends in entries
// without a column. After sorting, place p has row row_at[p].
kernel GROUPED void multiply_chunks(global const uint* chunk_begins,
                                    global const uint* columns, global const float* values,
                                    global const uint* row_at, global const float* x,
                                    global float* y, uint rows)
{
    const uint p = get_global_id(0);
    if (p >= rows) return;
    const uint chunk = p / CHUNK, end = chunk_begins[chunk + 1];
    float sum = 0;
    for (uint i = chunk_begins[chunk] + p % CHUNK; i < end; i += CHUNK) {
        const uint column = columns[i];
        const bool is_entry = column != NO_COLUMN;
        const float product = values[i] * x[is_entry ? column : 0];
        sum += is_entry ? product : 0;
    }
    y[SIGMA > 1 ? row_at[p] : p] = sum;
}
//! [chunks]
