// Transposing a matrix of floats, the rungs for GPUs: `in` has `rows` rows of `columns`
// elements, `out` has `columns` rows of `rows`, and out[x * rows + y] = in[y * columns +
// x]. A work-group makes one tile, TILE × TILE where nothing else is said, and launches
// have whole groups. The rungs for CPUs are in transpose_blocks.cl.
//
// Limits: columns and rows are from 1 to 2^31, columns * rows is at most 2^32, since
// indices are uints: 16 GiB a matrix. `in` and `out` begin where a float16 may, as buffers
// do, and do not overlap.
#ifndef TILE
#define TILE 32
#endif
// Groups of TILE × GROUP_ROWS work-items; each does TILE / GROUP_ROWS elements.
#ifndef GROUP_ROWS
#define GROUP_ROWS 8
#endif

//! [write_rows]
// The other order: neighbours in the group differ in y, so they read down a column and
// write along a row.
kernel void write_rows(global const float* in, global float* out, uint columns, uint rows)
{
    uint y = get_global_id(0);
    uint x = get_global_id(1);
    if (x >= columns || y >= rows) return;
    out[x * rows + y] = in[y * columns + x];
}
//! [write_rows]

//! [tiled]
// Through a tile in local memory: rows of `in` become rows of the tile, columns of the tile
// become rows of `out`. Rows of the tile are row_length words long in memory, TILE or more.
void through_tile(global const float* in, global float* out, uint columns, uint rows,
                  uint column_group, uint row_group, local float* tile, uint row_length)
{
    uint item = get_local_id(0);
    uint left = column_group * TILE, top = row_group * TILE;
    for (uint r = get_local_id(1); r < TILE; r += GROUP_ROWS)
        if (left + item < columns && top + r < rows)
            tile[r * row_length + item] = in[(top + r) * columns + left + item];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint c = get_local_id(1); c < TILE; c += GROUP_ROWS)
        if (left + c < columns && top + item < rows)
            out[(left + c) * rows + top + item] = tile[item * row_length + c];
}

kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
tiled(global const float* in, global float* out, uint columns, uint rows)
{
    local float tile[TILE * TILE];
    through_tile(in, out, columns, rows, get_group_id(0), get_group_id(1), tile, TILE);
}
//! [tiled]

//! [padded]
// The same with one word more in each of the tile's rows: a column lies in 32 banks instead
// of one.
kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
padded(global const float* in, global float* out, uint columns, uint rows)
{
    local float tile[TILE * (TILE + 1)];
    through_tile(in, out, columns, rows, get_group_id(0), get_group_id(1), tile, TILE + 1);
}
//! [padded]

//! [diagonal]
// The same, but groups that follow each other go down a diagonal of tiles, wrapping around
// at the right edge.
kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
diagonal(global const float* in, global float* out, uint columns, uint rows)
{
    local float tile[TILE * (TILE + 1)];
    uint number = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    uint row_group = number % get_num_groups(1);
    uint column_group = (number / get_num_groups(1) + row_group) % get_num_groups(0);
    through_tile(in, out, columns, rows, column_group, row_group, tile, TILE + 1);
}
//! [diagonal]

//! [downwards]
// As padded, but groups that follow each other go down a column of tiles, so that they
// write into the same rows of `out`. With tiles of 64 × 64 this is the rung large_tile.
kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
downwards(global const float* in, global float* out, uint columns, uint rows)
{
    local float tile[TILE * (TILE + 1)];
    through_tile(in, out, columns, rows, get_group_id(1), get_group_id(0), tile, TILE + 1);
}
//! [downwards]

// Tiles of 64 × 64 downwards, four floats an access both ways. Each of 16 × 16 work-items
// loads a block of 4 × 4, turns it in registers and puts its rows, now columns, into the
// tile. The tile's float4s are swizzled: number c of row r lies at c ^ (r / 4), so that
// eight neighbours always meet eight different groups of four banks.
float4 load_4(global const float* in, uint columns, uint rows, uint x, uint y)
{
    if (y >= rows || x >= columns) return (float4)(0);
    if (columns % 4 == 0) return *(global const float4*)(in + y * columns + x);
    float4 found = (float4)(in[y * columns + x], 0, 0, 0);
    if (x + 1 < columns) found.y = in[y * columns + x + 1];
    if (x + 2 < columns) found.z = in[y * columns + x + 2];
    if (x + 3 < columns) found.w = in[y * columns + x + 3];
    return found;
}

void store_4(float4 value, global float* out, uint columns, uint rows, uint x, uint y)
{
    if (y >= rows || x >= columns) return;
    if (columns % 4 == 0) {
        *(global float4*)(out + y * columns + x) = value;
        return;
    }
    out[y * columns + x] = value.x;
    if (x + 1 < columns) out[y * columns + x + 1] = value.y;
    if (x + 2 < columns) out[y * columns + x + 2] = value.z;
    if (x + 3 < columns) out[y * columns + x + 3] = value.w;
}

kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
vectors(global const float* in, global float* out, uint columns, uint rows)
{
    local float4 tile[64 * 16];
    uint i = get_local_id(0), j = get_local_id(1);
    uint left = get_group_id(1) * 64, top = get_group_id(0) * 64;
    float4 a = load_4(in, columns, rows, left + 4 * i, top + 4 * j);
    float4 b = load_4(in, columns, rows, left + 4 * i, top + 4 * j + 1);
    float4 c = load_4(in, columns, rows, left + 4 * i, top + 4 * j + 2);
    float4 d = load_4(in, columns, rows, left + 4 * i, top + 4 * j + 3);
    //! [vectors]
    uint place = 4 * i * 16 + (j ^ i);
    tile[place] = (float4)(a.x, b.x, c.x, d.x);
    tile[place + 16] = (float4)(a.y, b.y, c.y, d.y);
    tile[place + 32] = (float4)(a.z, b.z, c.z, d.z);
    tile[place + 48] = (float4)(a.w, b.w, c.w, d.w);
    //! [vectors]
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint r = j; r < 64; r += 16)
        store_4(tile[r * 16 + (i ^ (r / 4))], out, rows, columns, top + 4 * i, left + r);
}

//! [whole_sectors]
// Where rows are no multiple of a sector long, each row of `out` begins somewhere within
// one, and a tile's edge cuts it in two. Here each row's share of the tile begins earlier,
// by its own number of elements less than ALIGNED, at the start of a sector. The rows of
// `in` that this needs are read in addition. Groups of 32 × 8, tiles of TILE_COLUMNS ×
// TILE_ROWS.
#ifndef TILE_COLUMNS
#define TILE_COLUMNS 64
#endif
#ifndef TILE_ROWS
#define TILE_ROWS 64
#endif
#ifndef ALIGNED
#define ALIGNED 8 // elements; 1: the tile's edge is straight
#endif
#if TILE_COLUMNS % 32 || TILE_ROWS % 32 || TILE_ROWS % ALIGNED
#error "TILE_COLUMNS and TILE_ROWS must be multiples of 32, and TILE_ROWS of ALIGNED"
#endif
#define EARLIER (ALIGNED - 1) // at most

kernel __attribute__((reqd_work_group_size(32, 8, 1))) void
whole_sectors(global const float* in, global float* out, uint columns, uint rows)
{
    local float tile[(EARLIER + TILE_ROWS) * (TILE_COLUMNS + 1)];
    uint i = get_local_id(0), j = get_local_id(1);
    uint left = get_group_id(1) * TILE_COLUMNS;
    // May wrap around; so does top + r, and is right again.
    uint top = get_group_id(0) * TILE_ROWS - EARLIER;
#pragma unroll
    for (uint down = 0; down < EARLIER + TILE_ROWS; down += 8)
#pragma unroll
        for (uint across = 0; across < TILE_COLUMNS; across += 32) {
            uint r = down + j, c = across + i;
            if (r < EARLIER + TILE_ROWS && top + r < rows && left + c < columns)
                tile[r * (TILE_COLUMNS + 1) + c] = in[(top + r) * columns + left + c];
        }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint across = 0; across < TILE_COLUMNS; across += 8) {
        uint c = across + j, x = left + c;
        uint earlier = x * rows % ALIGNED;
#pragma unroll
        for (uint down = 0; down < TILE_ROWS; down += 32) {
            uint r = EARLIER - earlier + down + i;
            if (top + r < rows && x < columns)
                out[x * rows + top + r] = tile[r * (TILE_COLUMNS + 1) + c];
        }
    }
}
//! [whole_sectors]
