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

// The nearest bfloat16.
ushort narrow(float number)
{
    const uint bits = as_uint(number);
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
}

// The group brings both parts of 16 rows, from row `first` on, and of each the 32 numbers from k on; zeros where there are none.
void bring(local ushort (*upper)[ROW], local ushort (*lower)[ROW], global const float* from, uint first,
           uint count, uint k, uint depth)
{
    for (uint i = get_local_id(1) * TILE + get_local_id(0); i < TILE * SLAB; i += TILE * TILE) {
        const uint row = i / SLAB, at = i % SLAB;
        const bool exists = first + row < count && k + at < depth;
        const float number = exists ? from[(size_t)(first + row) * depth + k + at] : 0;
        const ushort part = narrow(number);
        upper[row][at] = part;
        lower[row][at] = narrow(number - wide(part));
    }
}

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
product(global const float* a, global const float* b, global float* c, uint rows, uint columns, uint depth)
{
    local slab a_upper, a_lower, b_upper, b_lower;
    const uint i = get_local_id(0), j = get_local_id(1);
    const uint column = get_global_id(0), row = get_global_id(1);
    float small = 0, large = 0;
    for (uint k = 0; k < depth; k += SLAB) {
        bring(a_upper, a_lower, a, row - j, rows, k, depth);
        bring(b_upper, b_lower, b, column - i, columns, k, depth);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint at = 0; at < SLAB; ++at) {
            const float x = wide(a_upper[j][at]), y = wide(b_upper[i][at]);
            small += x * wide(b_lower[i][at]) + wide(a_lower[j][at]) * y;
            large += x * y;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < rows && column < columns) c[(size_t)row * columns + column] = small + large;
}
