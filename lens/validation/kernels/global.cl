// Global memory: strides, offsets, widths, structures, group shapes and guards.
//
// Work-item i is get_global_id(0), and (x, y, z) are its ids in a space of two or three dimensions. The group's shape
// is the launch's. Strides, offsets and sizes are arguments, so that no compiler can merge or widen an access.

kernel void load_stride(global const uint* source, global uint* result, uint stride, uint offset)
{
    const uint i = get_global_id(0);
    result[i] = source[i * stride + offset];
}

kernel void store_stride(global const uint* source, global uint* result, uint stride, uint offset)
{
    const uint i = get_global_id(0);
    result[i * stride + offset] = source[i];
}

kernel void copy_bytes(global const uchar* source, global uchar* result, uint stride, uint offset)
{
    const uint i = get_global_id(0);
    result[i * stride + offset] = source[i * stride + offset];
}

kernel void copy_shorts(global const ushort* source, global ushort* result, uint stride, uint offset)
{
    const uint i = get_global_id(0);
    result[i * stride + offset] = source[i * stride + offset];
}

kernel void copy_longs(global const ulong* source, global ulong* result, uint stride, uint offset)
{
    const uint i = get_global_id(0);
    result[i * stride + offset] = source[i * stride + offset];
}

kernel void copy_pairs(global const uint2* source, global uint2* result, uint stride, uint offset)
{
    const uint i = get_global_id(0);
    result[i * stride + offset] = source[i * stride + offset];
}

kernel void copy_quads(global const uint4* source, global uint4* result, uint stride, uint offset)
{
    const uint i = get_global_id(0);
    result[i * stride + offset] = source[i * stride + offset];
}

// A vector of three takes the place of four.
kernel void load_triples(global const uint3* source, global uint* result)
{
    const uint i = get_global_id(0);
    const uint3 triple = source[i];
    result[i] = triple.x + triple.y + triple.z;
}

// vload4 asks for four elements that need not be aligned to the vector.
kernel void load_unaligned_quads(global const uint* source, global uint* result, uint offset)
{
    const uint i = get_global_id(0);
    const uint4 quad = vload4(i, source + offset);
    result[i] = quad.x + quad.y + quad.z + quad.w;
}

kernel void store_unaligned_quads(global const uint* source, global uint* result, uint offset)
{
    const uint i = get_global_id(0);
    const uint word = source[i];
    vstore4((uint4)(word, word + 1, word + 2, word + 3), i, result + offset);
}

kernel void load_reversed(global const uint* source, global uint* result, uint count)
{
    const uint i = get_global_id(0);
    result[i] = source[count - 1 - i];
}

kernel void load_permuted(global const uint* source, global uint* result, global const uint* order)
{
    const uint i = get_global_id(0);
    result[i] = source[order[i]];
}

kernel void store_permuted(global const uint* source, global uint* result, global const uint* order)
{
    const uint i = get_global_id(0);
    result[order[i]] = source[i];
}

// `sharers` neighbours ask for the same element; 1024 of them make it one element a group or more.
kernel void load_shared_by(global const uint* source, global uint* result, uint sharers)
{
    const uint i = get_global_id(0);
    result[i] = source[i / sharers];
}

// Four bytes in one vector, and vectors wider than a request can be.
kernel void copy_byte_quads(global const uchar4* source, global uchar4* result)
{
    const uint i = get_global_id(0);
    result[i] = source[i];
}

kernel void copy_eights(global const uint8* source, global uint8* result)
{
    const uint i = get_global_id(0);
    result[i] = source[i];
}

kernel void copy_sixteens(global const uint16* source, global uint16* result)
{
    const uint i = get_global_id(0);
    result[i] = source[i];
}

// Of a vector only some components are used.
kernel void load_one_component(global const uint4* source, global uint* result)
{
    const uint i = get_global_id(0);
    result[i] = source[i].y;
}

kernel void load_two_components(global const uint4* source, global uint* result)
{
    const uint i = get_global_id(0);
    result[i] = source[i].x + 3 * source[i].w;
}

kernel void load_first_two_components(global const uint4* source, global uint* result)
{
    const uint i = get_global_id(0);
    result[i] = source[i].x + 3 * source[i].y;
}

kernel void load_middle_two_components(global const uint4* source, global uint* result)
{
    const uint i = get_global_id(0);
    result[i] = source[i].y + 3 * source[i].z;
}

kernel void load_last_three_components(global const uint4* source, global uint* result)
{
    const uint i = get_global_id(0);
    result[i] = source[i].y + 3 * source[i].z + 5 * source[i].w;
}

kernel void load_all_components(global const uint4* source, global uint* result)
{
    const uint i = get_global_id(0);
    const uint4 quad = source[i];
    result[i] = quad.x + 3 * quad.y + 5 * quad.z + 7 * quad.w;
}

kernel void store_one_component(global const uint* source, global uint4* result)
{
    const uint i = get_global_id(0);
    result[i].z = source[i];
}

kernel void store_made_quads(global const uint* source, global uint4* result)
{
    const uint i = get_global_id(0);
    const uint word = source[i];
    result[i] = (uint4)(word, word + 1, 2 * word, 3 * word);
}

struct Three
{
    uint a, b, c;
};

struct Four
{
    uint a, b, c, d;
};

struct Five
{
    uint a, b, c, d, e;
};

struct Eight
{
    uint a, b, c, d, e, f, g, h;
};

kernel void structures_of_12(global const struct Three* source, global uint* result)
{
    const uint i = get_global_id(0);
    result[i] = source[i].a + 2 * source[i].b + 3 * source[i].c;
}

kernel void structures_of_16(global const struct Four* source, global uint* result)
{
    const uint i = get_global_id(0);
    result[i] = source[i].a + 2 * source[i].b + 3 * source[i].c + 4 * source[i].d;
}

kernel void structures_of_20(global const struct Five* source, global uint* result)
{
    const uint i = get_global_id(0);
    result[i] = source[i].a + 2 * source[i].b + 3 * source[i].c + 4 * source[i].d + 5 * source[i].e;
}

kernel void structures_of_32_one_field(global const struct Eight* source, global uint* result)
{
    const uint i = get_global_id(0);
    result[i] = source[i].c;
}

kernel void structures_of_32_two_fields_changed(global struct Eight* result)
{
    const uint i = get_global_id(0);
    result[i].b = i;
    result[i].g = 3 * i;
}

kernel void structures_of_16_whole(global const struct Four* source, global struct Four* result)
{
    const uint i = get_global_id(0);
    result[i] = source[i];
}

// An array of structures becomes three arrays of `count` elements.
kernel void structures_to_arrays(global const struct Three* source, global uint* result, uint count)
{
    const uint i = get_global_id(0);
    result[i] = source[i].a;
    result[count + i] = source[i].b;
    result[2 * count + i] = source[i].c;
}

kernel void copy_guarded(global const uint* source, global uint* result, uint count)
{
    const uint i = get_global_id(0);
    if (i < count) result[i] = source[i];
}

kernel void copy_plane(global const uint* source, global uint* result, uint columns, uint rows)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x < columns && y < rows) result[y * columns + x] = source[y * columns + x];
}

kernel void copy_space(global const uint* source, global uint* result, uint columns, uint rows, uint layers)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    const uint z = get_global_id(2);
    if (x >= columns || y >= rows || z >= layers) return;
    const uint i = (z * rows + y) * columns + x;
    result[i] = source[i];
}

// Five neighbours of a row, with the ends repeated.
kernel void neighbours(global const uint* source, global uint* result, uint count)
{
    const int i = get_global_id(0);
    uint sum = 0;
#pragma unroll 1
    for (int k = -2; k <= 2; ++k) sum += source[clamp(i + k, 0, (int)count - 1)];
    result[i] = sum;
}

// A volatile element is loaded as often as the program says.
kernel void load_volatile_twice(global volatile const uint* source, global uint* result)
{
    const uint i = get_global_id(0);
    const uint first = source[i];
    const uint second = source[i];
    result[i] = first + second;
}
