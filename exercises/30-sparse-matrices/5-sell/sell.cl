// A sparse matrix from CSR to SELL-C-sigma: rows are sorted within windows of 256, the longest first, and those of equal length
// stay in their order. 32 places are a chunk, whose cells are column by column. Both kernels are 1D.
#define WINDOW 256
#define CHUNK 32

// order[i] = the row that has place i, widths[c] = the length of the longest row of chunk c. Groups of 256: group g has window g.
kernel __attribute__((reqd_work_group_size(WINDOW, 1, 1))) void
order_rows(global const uint* row_begins, global uint* order, global uint* widths, uint rows)
{
    // Your code here.
}

// The cells of each chunk from chunk_begins[c] on: entry j of place i is at chunk_begins[i / 32] + 32 * j + i % 32. What a row
// lacks, and a place without a row, has column 0 and value 0. Work-item i has place i; the launch covers all chunks, and may be larger.
kernel void fill_cells(global const uint* row_begins, global const uint* columns, global const float* values,
                       global const uint* order, global const uint* chunk_begins, global uint* cell_columns,
                       global float* cell_values, uint rows)
{
    // Your code here.
}
