// c = a · b with vectors of four floats: 128 × 128 results of a group or as the options of
// matrix_multiply.clh say. `a` and `b` are padded with zeros, `a` to whole TILE_ROWS and
// DEPTH, `b` to whole DEPTH and TILE_COLUMNS; `rows`, `columns`, `depth` are those of the
// matrices without padding. One-dimensional launches of as many groups as c needs tiles.
//
// Limits: every extent is from 1 to 2^31; a matrix may have more than 2^32 elements. c
// overlaps neither a nor b. All begin where a float4 may, as buffers do.
//
// Option:
//   BAND  rows of tiles that `bands` finishes before it goes on

#include "matrix_multiply.clh"

#ifndef BAND
#define BAND 8
#endif

//! [pad]
// Work-item (x, y) copies one element, or writes a zero where `from` has none.
kernel void pad(global const float* from, global float* to, uint rows, uint columns,
                uint padded_rows, uint padded_columns)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x >= padded_columns || y >= padded_rows) return;
    to[(size_t)y * padded_columns + x] =
        y < rows && x < columns ? from[(size_t)y * columns + x] : 0;
}
//! [pad]

uint tiles_of(uint elements, uint tile)
{
    return (elements - 1) / tile + 1;
}

// Where this work-item's share of the first tiles begins.
global const float* share_of_a(global const float* a, uint tile_row, size_t pitch)
{
    uint id = get_local_id(0);
    return a + ((size_t)tile_row * TILE_ROWS + id / (DEPTH / 4)) * pitch +
           id % (DEPTH / 4) * 4;
}
global const float* share_of_b(global const float* b, uint tile_column, size_t pitch)
{
    uint id = get_local_id(0);
    return b + id / (TILE_COLUMNS / 4) * pitch + tile_column * TILE_COLUMNS +
           id % (TILE_COLUMNS / 4) * 4;
}

//! [vectors]
// One tile of a, transposed, and one of b. Four floats with every access.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
vectors(global const float* a, global const float* b, global float* c, uint rows,
        uint columns, uint depth)
{
    local float a_tile[DEPTH * A_PITCH] ALIGNED, b_tile[DEPTH * TILE_COLUMNS] ALIGNED;
    uint id = get_local_id(0), row = my_row(id), column = my_column(id);
    uint across = tiles_of(columns, TILE_COLUMNS), steps = tiles_of(depth, DEPTH);
    uint tile_row = get_group_id(0) / across, tile_column = get_group_id(0) % across;
    size_t a_pitch = (size_t)steps * DEPTH, b_pitch = (size_t)across * TILE_COLUMNS;
    a = share_of_a(a, tile_row, a_pitch);
    b = share_of_b(b, tile_column, b_pitch);

    float4 brought_a[A_LOADS], brought_b[B_LOADS], of_a[ROW_QUADS], of_b[COLUMN_QUADS];
    float4 sum[ROWS_EACH][COLUMN_QUADS] = {{0}};
    for (uint step = 0; step < steps; ++step) {
        fetch(brought_a, brought_b, a, b, a_pitch, b_pitch);
        put(a_tile, b_tile, brought_a, brought_b, id);
        a += DEPTH;
        b += DEPTH * b_pitch;
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint k = 0; k < DEPTH; ++k) {
            take(of_a, of_b, a_tile + row, b_tile + column, k);
            multiply(sum, of_a, of_b);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    write(sum, c, tile_row * TILE_ROWS + row, tile_column * TILE_COLUMNS + column, rows,
          columns);
}
//! [vectors]

//! [buffered]
// Two tiles of each: while the group multiplies one, the reads of the next are under way to
// registers, from which they go to the other tile. One barrier instead of two.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
buffered(global const float* a, global const float* b, global float* c, uint rows,
         uint columns, uint depth)
{
    local float a_tile[2][DEPTH * A_PITCH] ALIGNED;
    local float b_tile[2][DEPTH * TILE_COLUMNS] ALIGNED;
    uint id = get_local_id(0), row = my_row(id), column = my_column(id);
    uint across = tiles_of(columns, TILE_COLUMNS), steps = tiles_of(depth, DEPTH);
    uint tile_row = get_group_id(0) / across, tile_column = get_group_id(0) % across;
    size_t a_pitch = (size_t)steps * DEPTH, b_pitch = (size_t)across * TILE_COLUMNS;
    a = share_of_a(a, tile_row, a_pitch);
    b = share_of_b(b, tile_column, b_pitch);

    float4 next_a[A_LOADS], next_b[B_LOADS], of_a[ROW_QUADS], of_b[COLUMN_QUADS];
    float4 sum[ROWS_EACH][COLUMN_QUADS] = {{0}};
    fetch(next_a, next_b, a, b, a_pitch, b_pitch);
    put(a_tile[0], b_tile[0], next_a, next_b, id);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 0; step < steps; ++step) {
        uint now = step % 2;
        bool is_last = step + 1 == steps;
        a += DEPTH;
        b += DEPTH * b_pitch;
        if (!is_last) fetch(next_a, next_b, a, b, a_pitch, b_pitch);
#pragma unroll
        for (uint k = 0; k < DEPTH; ++k) {
            take(of_a, of_b, a_tile[now] + row, b_tile[now] + column, k);
            multiply(sum, of_a, of_b);
        }
        if (!is_last) put(a_tile[1 - now], b_tile[1 - now], next_a, next_b, id);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    write(sum, c, tile_row * TILE_ROWS + row, tile_column * TILE_COLUMNS + column, rows,
          columns);
}
//! [buffered]

//! [ahead]
// The product for the tile in that place. What one k needs is read from local memory while
// the k before is multiplied, across the barrier too.
void product_ahead(global const float* a, global const float* b, global float* c, uint rows,
                   uint columns, uint depth, uint tile_row, uint tile_column,
                   local float* a_tile, local float* b_tile)
{
    uint id = get_local_id(0), row = my_row(id), column = my_column(id);
    uint steps = tiles_of(depth, DEPTH);
    size_t a_pitch = (size_t)steps * DEPTH;
    size_t b_pitch = (size_t)tiles_of(columns, TILE_COLUMNS) * TILE_COLUMNS;
    a = share_of_a(a, tile_row, a_pitch);
    b = share_of_b(b, tile_column, b_pitch);

    float4 next_a[A_LOADS], next_b[B_LOADS], of_a[2][ROW_QUADS], of_b[2][COLUMN_QUADS];
    float4 sum[ROWS_EACH][COLUMN_QUADS] = {{0}};
    fetch(next_a, next_b, a, b, a_pitch, b_pitch);
    put(a_tile, b_tile, next_a, next_b, id);
    barrier(CLK_LOCAL_MEM_FENCE);
    take(of_a[0], of_b[0], a_tile + row, b_tile + column, 0);
    uint now = 0;
    for (uint step = 1; step < steps; ++step) {
        //! [ahead_loop]
#pragma unroll
        for (uint k = 0; k < DEPTH - 1; ++k) {
            take(of_a[(k + 1) % 2], of_b[(k + 1) % 2], a_tile + now * DEPTH * A_PITCH + row,
                 b_tile + now * DEPTH * TILE_COLUMNS + column, k + 1);
            if (k == 0) {
                a += DEPTH;
                b += DEPTH * b_pitch;
                fetch(next_a, next_b, a, b, a_pitch, b_pitch);
            }
            multiply(sum, of_a[k % 2], of_b[k % 2]);
        }
        //! [ahead_loop]
        now = 1 - now;
        put(a_tile + now * DEPTH * A_PITCH, b_tile + now * DEPTH * TILE_COLUMNS, next_a,
            next_b, id);
        barrier(CLK_LOCAL_MEM_FENCE);
        take(of_a[0], of_b[0], a_tile + now * DEPTH * A_PITCH + row,
             b_tile + now * DEPTH * TILE_COLUMNS + column, 0);
        multiply(sum, of_a[1], of_b[1]);
    }
#pragma unroll
    for (uint k = 0; k < DEPTH; ++k) {
        if (k + 1 < DEPTH)
            take(of_a[(k + 1) % 2], of_b[(k + 1) % 2], a_tile + now * DEPTH * A_PITCH + row,
                 b_tile + now * DEPTH * TILE_COLUMNS + column, k + 1);
        multiply(sum, of_a[k % 2], of_b[k % 2]);
    }
    write(sum, c, tile_row * TILE_ROWS + row, tile_column * TILE_COLUMNS + column, rows,
          columns);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
ahead(global const float* a, global const float* b, global float* c, uint rows,
      uint columns, uint depth)
{
    local float a_tile[2 * DEPTH * A_PITCH] ALIGNED;
    local float b_tile[2 * DEPTH * TILE_COLUMNS] ALIGNED;
    uint across = tiles_of(columns, TILE_COLUMNS);
    product_ahead(a, b, c, rows, columns, depth, get_group_id(0) / across,
                  get_group_id(0) % across, a_tile, b_tile);
}
//! [ahead]

//! [bands]
// Groups that run at the same time have tiles in BAND rows instead of one: they share
// more tiles of a and b, which then come from the second-level cache.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
bands(global const float* a, global const float* b, global float* c, uint rows,
      uint columns, uint depth)
{
    local float a_tile[2 * DEPTH * A_PITCH] ALIGNED;
    local float b_tile[2 * DEPTH * TILE_COLUMNS] ALIGNED;
    uint across = tiles_of(columns, TILE_COLUMNS), down = tiles_of(rows, TILE_ROWS);
    uint top = get_group_id(0) / (BAND * across) * BAND;
    uint within = get_group_id(0) - top * across;
    uint high = min((uint)BAND, down - top); // the last band may have fewer rows
    product_ahead(a, b, c, rows, columns, depth, top + within % high, within / high, a_tile,
                  b_tile);
}
//! [bands]
