// rejected by: lens, vectors local_store.conflicts
// Transposes a matrix, four elements an access. `in` has `rows` rows of `columns` elements, `out` has `columns` rows of
// `rows`. Groups of 16 × 16, one for each tile of 64 × 64; get_group_id(0) numbers them downwards, get_group_id(1) from
// left to right. The launch has whole groups.
#define TILE 64
#define QUARTER (TILE / 4) // float4s in a row of the tile, work-items in a row of the group

// Where the float4 (row, quad) of the tile lies: eight neighbours find eight different groups of four banks, along a row
// and in every fourth row down a column.
uint place(uint row, uint quad)
{
    return row * QUARTER + quad;
}

// Elements x to x + 3 of row y, as far as they exist.
float4 load_4(global const float* in, uint columns, uint rows, uint x, uint y)
{
    if (x >= columns || y >= rows) return (float4)(0);
    global const float* from = in + y * columns + x;
    if (columns % 4 == 0) return *(global const float4*)from;
    return (float4)(from[0], x + 1 < columns ? from[1] : 0, x + 2 < columns ? from[2] : 0,
                    x + 3 < columns ? from[3] : 0);
}

void store_4(float4 values, global float* out, uint columns, uint rows, uint x, uint y)
{
    if (x >= columns || y >= rows) return;
    global float* to = out + y * columns + x;
    if (columns % 4 == 0) {
        *(global float4*)to = values;
        return;
    }
    to[0] = values.x;
    if (x + 1 < columns) to[1] = values.y;
    if (x + 2 < columns) to[2] = values.z;
    if (x + 3 < columns) to[3] = values.w;
}

kernel __attribute__((reqd_work_group_size(QUARTER, QUARTER, 1))) void
vectors(global const float* in, global float* out, uint columns, uint rows)
{
    local float4 tile[TILE * QUARTER];
    uint i = get_local_id(0), j = get_local_id(1);
    uint left = get_group_id(1) * TILE, top = get_group_id(0) * TILE;
    float4 a = load_4(in, columns, rows, left + 4 * i, top + 4 * j);
    float4 b = load_4(in, columns, rows, left + 4 * i, top + 4 * j + 1);
    float4 c = load_4(in, columns, rows, left + 4 * i, top + 4 * j + 2);
    float4 d = load_4(in, columns, rows, left + 4 * i, top + 4 * j + 3);
    tile[place(4 * i, j)] = (float4)(a.x, b.x, c.x, d.x);
    tile[place(4 * i + 1, j)] = (float4)(a.y, b.y, c.y, d.y);
    tile[place(4 * i + 2, j)] = (float4)(a.z, b.z, c.z, d.z);
    tile[place(4 * i + 3, j)] = (float4)(a.w, b.w, c.w, d.w);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint row = j; row < TILE; row += QUARTER)
        store_4(tile[place(row, i)], out, rows, columns, top + 4 * i, left + row);
}
