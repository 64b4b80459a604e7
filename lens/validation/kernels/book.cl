// What the book shows: transposes, a matrix product with either index mapping, a tiled one, sums, a row with its halo.

// Element (row, column) of a `size` × `size` matrix is row * size + column; groups are 32 × 32 except where said.
kernel void transpose_naive(global const float* in, global float* out, uint size)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    out[x * size + y] = in[y * size + x];
}

kernel void transpose_tiled(global const float* in, global float* out, uint size)
{
    local float tile[32][32];
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    const uint column = 32 * get_group_id(0);
    const uint row = 32 * get_group_id(1);
    tile[y][x] = in[(row + y) * size + column + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(column + y) * size + row + x] = tile[x][y];
}

kernel void transpose_padded(global const float* in, global float* out, uint size)
{
    local float tile[32][33];
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    const uint column = 32 * get_group_id(0);
    const uint row = 32 * get_group_id(1);
    tile[y][x] = in[(row + y) * size + column + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(column + y) * size + row + x] = tile[x][y];
}

kernel void transpose_swizzled(global const float* in, global float* out, uint size)
{
    local float tile[32][32];
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    const uint column = 32 * get_group_id(0);
    const uint row = 32 * get_group_id(1);
    tile[y][x ^ y] = in[(row + y) * size + column + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(column + y) * size + row + x] = tile[x][y ^ x];
}

// Groups are 16 × 16: two rows of the tile to a sub-group.
kernel void transpose_tiled_16(global const float* in, global float* out, uint size)
{
    local float tile[16][16];
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    const uint column = 16 * get_group_id(0);
    const uint row = 16 * get_group_id(1);
    tile[y][x] = in[(row + y) * size + column + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(column + y) * size + row + x] = tile[x][y];
}

// The product of two `size` × `size` matrices; dimension 0 runs along the row of c. Groups are 16 × 16.
kernel void product_along_rows(global const uint* a, global uint* c, uint size)
{
    global const uint* b = a + size * size;
    const uint column = get_global_id(0);
    const uint row = get_global_id(1);
    uint sum = 0;
#pragma unroll 1
    for (uint k = 0; k < size; ++k) sum += a[row * size + k] * b[k * size + column];
    c[row * size + column] = sum;
}

// The same with dimension 0 along the column of c.
kernel void product_along_columns(global const uint* a, global uint* c, uint size)
{
    global const uint* b = a + size * size;
    const uint row = get_global_id(0);
    const uint column = get_global_id(1);
    uint sum = 0;
#pragma unroll 1
    for (uint k = 0; k < size; ++k) sum += a[row * size + k] * b[k * size + column];
    c[row * size + column] = sum;
}

// The loop left to the compiler, which unrolls it.
kernel void product_unrolled(global const uint* a, global uint* c, uint size)
{
    global const uint* b = a + size * size;
    const uint column = get_global_id(0);
    const uint row = get_global_id(1);
    uint sum = 0;
    for (uint k = 0; k < size; ++k) sum += a[row * size + k] * b[k * size + column];
    c[row * size + column] = sum;
}

// Through 16 × 16 tiles of both matrices.
kernel void product_tiled(global const uint* a, global uint* c, uint size)
{
    local uint tile_a[16][16];
    local uint tile_b[16][16];
    global const uint* b = a + size * size;
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    const uint column = get_global_id(0);
    const uint row = get_global_id(1);
    uint sum = 0;
    for (uint start = 0; start < size; start += 16) {
        tile_a[y][x] = a[row * size + start + x];
        tile_b[y][x] = b[(start + y) * size + column];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
        for (uint k = 0; k < 16; ++k) sum += tile_a[y][k] * tile_b[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * size + column] = sum;
}

// The same with the inner loop left to the compiler, which can join four loads of a row of tile_a.
kernel void product_tiled_unrolled(global const uint* a, global uint* c, uint size)
{
    local uint tile_a[16][16];
    local uint tile_b[16][16];
    global const uint* b = a + size * size;
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    const uint column = get_global_id(0);
    const uint row = get_global_id(1);
    uint sum = 0;
    for (uint start = 0; start < size; start += 16) {
        tile_a[y][x] = a[row * size + start + x];
        tile_b[y][x] = b[(start + y) * size + column];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 16
        for (uint k = 0; k < 16; ++k) sum += tile_a[y][k] * tile_b[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * size + column] = sum;
}

// Sums of 256 elements a group as a tree: in `sum_scattered` every second, fourth, eighth work-item adds, in
// `sum_strided` the first ones do, at places that grow apart, and in `sum_halving` the first ones do, side by side.
kernel void sum_scattered(global const uint* in, global uint* out)
{
    local uint parts[256];
    const uint l = get_local_id(0);
    parts[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < 256; step *= 2) {
        if (l % (2 * step) == 0) parts[l] += parts[l + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) out[get_group_id(0)] = parts[0];
}

kernel void sum_strided(global const uint* in, global uint* out)
{
    local uint parts[256];
    const uint l = get_local_id(0);
    parts[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < 256; step *= 2) {
        const uint place = 2 * step * l;
        if (place < 256) parts[place] += parts[place + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) out[get_group_id(0)] = parts[0];
}

kernel void sum_halving(global const uint* in, global uint* out)
{
    local uint parts[256];
    const uint l = get_local_id(0);
    parts[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 128; step > 0; step /= 2) {
        if (l < step) parts[l] += parts[l + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) out[get_group_id(0)] = parts[0];
}

// Five neighbours of a row through a tile with a halo of two on either side; groups of 128.
kernel void row_with_halo(global const uint* in, global uint* out, uint count)
{
    local uint tile[128 + 4];
    const int l = get_local_id(0);
    const int first = get_group_id(0) * 128 - 2;
    for (int t = l; t < 128 + 4; t += 128) tile[t] = in[clamp(first + t, 0, (int)count - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[l] + 2 * tile[l + 1] + 3 * tile[l + 2] + 2 * tile[l + 3] + tile[l + 4];
}

// A patch with a halo of one, read as the nine neighbours of a pixel; groups of 16 × 8.
kernel void patch_with_halo(global const uint* in, global uint* out, uint columns, uint rows)
{
    local uint patch[8 + 2][16 + 2];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int left = get_group_id(0) * 16 - 1;
    const int top = get_group_id(1) * 8 - 1;
#pragma unroll 1
    for (int p = y * 16 + x; p < (8 + 2) * (16 + 2); p += 8 * 16) {
        const int row = clamp(top + p / (16 + 2), 0, (int)rows - 1);
        const int column = clamp(left + p % (16 + 2), 0, (int)columns - 1);
        patch[p / (16 + 2)][p % (16 + 2)] = in[row * columns + column];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
#pragma unroll 1
    for (int p = 0; p < 9; ++p) sum = 3 * sum + patch[y + p / 3][x + p % 3];
    out[(top + 1 + y) * columns + left + 1 + x] = sum;
}
