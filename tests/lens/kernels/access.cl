// Kernels that access memory in one way each. One-dimensional unless their name says otherwise.

typedef struct
{
    float x, y, z;
} Point;

kernel void bytes(global const uchar* from, global uchar* to)
{
    to[get_global_id(0)] = from[get_global_id(0)];
}
kernel void words(global const int* from, global int* to)
{
    to[get_global_id(0)] = from[get_global_id(0)];
}
kernel void longs(global const long* from, global long* to)
{
    to[get_global_id(0)] = from[get_global_id(0)];
}
kernel void quads(global const float4* from, global float4* to)
{
    to[get_global_id(0)] = from[get_global_id(0)];
}
kernel void sixteens(global const float16* from, global float16* to)
{
    to[get_global_id(0)] = from[get_global_id(0)];
}

kernel void shifted(global const int* from, global int* to, int offset)
{
    to[get_global_id(0)] = from[get_global_id(0) + offset];
}

kernel void strided(global const int* from, global int* to, int stride)
{
    to[get_global_id(0)] = from[get_global_id(0) * stride];
}

kernel void first_of_points(global const Point* from, global float* to)
{
    to[get_global_id(0)] = from[get_global_id(0)].x;
}

kernel void square(global const int* from, global int* to)
{
    const int i = get_global_id(1) * 64 + get_global_id(0);
    to[i] = from[i];
}

kernel void cube(global const int* from, global int* to)
{
    const int i = (get_global_id(2) * 64 + get_global_id(1)) * 64 + get_global_id(0);
    to[i] = from[i];
}

constant float table[4] = {1, 2, 3, 4};

kernel void from_constant(constant float* numbers, global float* to)
{
    to[get_global_id(0)] = numbers[get_global_id(0)] * table[get_global_id(0) % 4];
}

kernel void counts(global int* bins)
{
    atomic_inc(&bins[get_global_id(0) % 4]);
}

kernel void local_counts(global int* bins)
{
    local int own[4];
    if (get_local_id(0) < 4) own[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&own[get_local_id(0) % 4], 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < 4) bins[get_local_id(0)] = own[get_local_id(0)];
}

kernel void reverse(global int* data, local int* argument)
{
    local int array[32];
    const int l = get_local_id(0);
    argument[l] = data[l];
    array[l % 32] = argument[l] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    data[l] = argument[63 - l] + array[31 - l % 32];
}

kernel void reverse_more(global int* data)
{
    local int array[256];
    const int l = get_local_id(0);
    array[l] = data[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[l] = array[63 - l];
}

// Every work-item writes and reads word l * stride of local memory, of 2048 words.
kernel void banks(global int* to, local int* words, int stride)
{
    const int l = get_local_id(0);
    words[l * stride] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    to[l] = words[l * stride];
}

// Copies 256 floats in, and every second one of the first 128 out. Groups of 64.
kernel void copies(global const float* from, global float* to)
{
    local float tile[256];
    event_t event = async_work_group_copy(tile, from, 256, 0);
    wait_group_events(1, &event);
    tile[get_local_id(0)] += 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    event = async_work_group_strided_copy(to, tile, 64, 2, 0);
    wait_group_events(1, &event);
}
