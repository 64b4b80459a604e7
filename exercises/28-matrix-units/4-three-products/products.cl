// c = a · bᵀ for floats, as a unit makes it that multiplies bfloat16 only: each float is cut in two such parts, and three of
// the four products of parts are added up. `a` has `rows` rows, `b` has `columns` rows, all of `depth` floats. 2D, in groups of
// 16 × 16: work-item (i, j) makes the element in column i and row j.
#define TILE 16
#define SLAB 32
#define ROW (SLAB + 2) // of a slab: with two numbers of padding, 16 rows have 16 different banks

typedef ushort slab[TILE][ROW];

float wide(ushort number)
{
    return as_float((uint)number << 16);
}

// The group brings 16 rows, from row `first` on, and of each the 32 numbers from k on; zeros where there are none.
void bring(local ushort (*upper)[ROW], global const float* from, uint first, uint count, uint k, uint depth)
{
    for (uint i = get_local_id(1) * TILE + get_local_id(0); i < TILE * SLAB; i += TILE * TILE) {
        const uint row = i / SLAB, at = i % SLAB;
        const bool exists = first + row < count && k + at < depth;
        const float number = exists ? from[(size_t)(first + row) * depth + k + at] : 0;
        upper[row][at] = as_uint(number) >> 16; // Cuts, and forgets the rest. Your code here.
    }
}

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
product(global const float* a, global const float* b, global float* c, uint rows, uint columns, uint depth)
{
    local slab a_upper, b_upper;
    const uint i = get_local_id(0), j = get_local_id(1);
    const uint column = get_global_id(0), row = get_global_id(1);
    float large = 0;
    for (uint k = 0; k < depth; k += SLAB) {
        bring(a_upper, a, row - j, rows, k, depth);
        bring(b_upper, b, column - i, columns, k, depth);
        barrier(CLK_LOCAL_MEM_FENCE);
        // One product of four, right to two or three digits. Your code here.
        for (uint at = 0; at < SLAB; ++at) large += wide(a_upper[j][at]) * wide(b_upper[i][at]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < rows && column < columns) c[(size_t)row * columns + column] = large;
}
