// A sparse matrix from CSR to SELL-C-sigma: rows are sorted within windows of 256, the longest first, and those of equal length
// stay in their order. 32 places are a chunk, whose cells are column by column. Both kernels are 1D.
#define WINDOW 256
#define CHUNK 32

// order[i] = the row that has place i, widths[c] = the length of the longest row of chunk c. Groups of 256: group g has window g.
kernel __attribute__((reqd_work_group_size(WINDOW, 1, 1))) void
order_rows(global const uint* row_begins, global uint* order, global uint* widths, uint rows)
{
    local ulong keys[WINDOW]; // the smallest first: of the longest rows, that with the smallest number
    const uint l = get_local_id(0), r = get_global_id(0);
    const uint length = r < rows ? row_begins[r + 1] - row_begins[r] : 0;
    keys[l] = r < rows ? (ulong)(0xffffffff - length) << 32 | r : ULONG_MAX;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint run = 2; run <= WINDOW; run *= 2)
        for (uint apart = run / 2; apart > 0; apart /= 2) {
            if ((l & apart) == 0) {
                const ulong near = keys[l], far = keys[l + apart];
                const bool ascending = (l & run) == 0;
                if (ascending ? near > far : near < far) {
                    keys[l] = far;
                    keys[l + apart] = near;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    if (r >= rows) return;
    order[r] = (uint)keys[l];
    if (l % CHUNK == 0) widths[r / CHUNK] = 0xffffffff - (uint)(keys[l] >> 32);
}

// The cells of each chunk from chunk_begins[c] on: entry j of place i is at chunk_begins[i / 32] + 32 * j + i % 32. What a row
// lacks, and a place without a row, has column 0 and value 0. Work-item i has place i; the launch covers all chunks, and may be larger.
kernel void fill_cells(global const uint* row_begins, global const uint* columns, global const float* values,
                       global const uint* order, global const uint* chunk_begins, global uint* cell_columns,
                       global float* cell_values, uint rows)
{
    const uint i = get_global_id(0), c = i / CHUNK;
    if (c >= (rows + CHUNK - 1) / CHUNK) return;
    uint k = 0, end = 0;
    if (i < rows) {
        k = row_begins[order[i]];
        end = row_begins[order[i] + 1];
    }
    for (uint cell = chunk_begins[c] + i % CHUNK; cell < chunk_begins[c + 1]; cell += CHUNK, ++k) {
        cell_columns[cell] = k < end ? columns[k] : 0;
        cell_values[cell] = k < end ? values[k] : 0;
    }
}
