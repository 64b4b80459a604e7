// Local memory: strides, widths, broadcasts, conflicts by design, swizzles and tiles.
//
// Every kernel fills its array word by word, work-item l (get_local_id(0)) writing words l, l + items and so on, which
// is free of conflicts; what is measured comes after the barrier. Groups are one-dimensional.

kernel void local_load_stride(global uint* result, uint stride, uint offset)
{
    local uint words[4096];
    const uint l = get_local_id(0);
    const uint items = get_local_size(0);
#pragma unroll 1
    for (uint i = l; i < 4096; i += items) words[i] = 7 * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    result[get_global_id(0)] = words[l * stride + offset];
}

kernel void local_store_stride(global uint* result, uint stride, uint offset)
{
    local uint words[4096];
    const uint l = get_local_id(0);
    words[l * stride + offset] = 7 * l;
    barrier(CLK_LOCAL_MEM_FENCE);
    result[get_global_id(0)] = words[l * stride + offset] + 1;
}

kernel void local_load_stride_bytes(global uint* result, uint stride, uint offset)
{
    local uint words[1024];
    const uint l = get_local_id(0);
    const uint items = get_local_size(0);
#pragma unroll 1
    for (uint i = l; i < 1024; i += items) words[i] = 0x01020304u * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    local const uchar* bytes = (local const uchar*)words;
    result[get_global_id(0)] = bytes[l * stride + offset];
}

kernel void local_load_stride_shorts(global uint* result, uint stride, uint offset)
{
    local uint words[1024];
    const uint l = get_local_id(0);
    const uint items = get_local_size(0);
#pragma unroll 1
    for (uint i = l; i < 1024; i += items) words[i] = 0x00070003u * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    local const ushort* shorts = (local const ushort*)words;
    result[get_global_id(0)] = shorts[l * stride + offset];
}

kernel void local_load_stride_longs(global ulong* result, uint stride, uint offset)
{
    local ulong longs[2048];
    local uint* words = (local uint*)longs;
    const uint l = get_local_id(0);
    const uint items = get_local_size(0);
#pragma unroll 1
    for (uint i = l; i < 4096; i += items) words[i] = 7 * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    result[get_global_id(0)] = longs[l * stride + offset];
}

kernel void local_store_stride_longs(global ulong* result, uint stride, uint offset)
{
    local ulong longs[2048];
    const uint l = get_local_id(0);
    longs[l * stride + offset] = 7ul * l;
    barrier(CLK_LOCAL_MEM_FENCE);
    result[get_global_id(0)] = longs[l * stride + offset] + 1;
}

kernel void local_load_stride_quads(global uint4* result, uint stride, uint offset)
{
    local uint4 quads[1024];
    local uint* words = (local uint*)quads;
    const uint l = get_local_id(0);
    const uint items = get_local_size(0);
#pragma unroll 1
    for (uint i = l; i < 4096; i += items) words[i] = 7 * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    result[get_global_id(0)] = quads[l * stride + offset];
}

kernel void local_store_stride_quads(global uint4* result, uint stride, uint offset)
{
    local uint4 quads[1024];
    const uint l = get_local_id(0);
    quads[l * stride + offset] = (uint4)(l, 2 * l, 3 * l, 4 * l);
    barrier(CLK_LOCAL_MEM_FENCE);
    result[get_global_id(0)] = quads[l * stride + offset] + 1u;
}

// `sharers` neighbours ask for the same word.
kernel void local_load_shared_by(global uint* result, uint sharers)
{
    local uint words[1024];
    const uint l = get_local_id(0);
    words[l] = 7 * l;
    barrier(CLK_LOCAL_MEM_FENCE);
    result[get_global_id(0)] = words[l / sharers];
}

// Work-items 0, 1 and 2 of every sub-group of 32 ask for three words of one bank; the others keep to their own.
kernel void local_three_way_conflict(global uint* result)
{
    local uint words[1024];
    const uint l = get_local_id(0);
    const uint items = get_local_size(0);
#pragma unroll 1
    for (uint i = l; i < 1024; i += items) words[i] = 7 * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint lane = l % 32;
    result[get_global_id(0)] = words[lane < 3 ? 32 * lane : lane];
}

// A 32 × 32 tile is filled by rows and read by columns; a group of 32 reads `columns` of them. In the swizzled tile
// element (row, column) stands at column ^ row.
kernel void local_column_plain(global uint* result, uint columns)
{
    local uint tile[32 * 32];
    const uint l = get_local_id(0);
#pragma unroll 1
    for (uint row = 0; row < 32; ++row) tile[32 * row + l] = 100 * row + l;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
#pragma unroll 1
    for (uint column = 0; column < columns; ++column) sum = 3 * sum + tile[32 * l + column];
    result[get_global_id(0)] = sum;
}

kernel void local_column_swizzled(global uint* result, uint columns)
{
    local uint tile[32 * 32];
    const uint l = get_local_id(0);
#pragma unroll 1
    for (uint row = 0; row < 32; ++row) tile[32 * row + (l ^ row)] = 100 * row + l;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
#pragma unroll 1
    for (uint column = 0; column < columns; ++column) sum = 3 * sum + tile[32 * l + (column ^ l)];
    result[get_global_id(0)] = sum;
}

kernel void local_volatile_twice(global uint* result, uint stride)
{
    local volatile uint words[2048];
    const uint l = get_local_id(0);
    words[l * stride] = 7 * l;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint first = words[l * stride];
    const uint second = words[l * stride];
    result[get_global_id(0)] = first + second;
}

// vload4 and vstore4 ask for four elements that need not be aligned to the vector.
kernel void local_unaligned_quads(global uint* result, uint offset)
{
    local uint words[1024];
    const uint l = get_local_id(0);
    vstore4((uint4)(l, l + 1, l + 2, l + 3), l, words + offset);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint4 quad = vload4(get_local_size(0) - 1 - l, words + offset);
    result[get_global_id(0)] = quad.x + 3 * quad.y + 5 * quad.z + 7 * quad.w;
}
