// The nearest point of each pixel: first how near it is, then which one.
//
// x and y of a point are pixels, x from 0 on the left and y from 0 at the top, z is its distance; w has no meaning. Work-item i:
// point i of n. One-dimensional, any work-group; the range may be larger than n. A picture has at most 2^24 columns and 2^24 rows,
// and fewer than 2^32 pixels.

// The number of the pixel that the point covers, or nobody's.
#define NOBODY 0xffffffffu
uint pixel_of(float4 point, uint columns, uint rows)
{
    bool inside = point.x >= 0.0f && point.x < (float)columns && point.y >= 0.0f && point.y < (float)rows;
    bool somewhere = point.z >= 0.0f && point.z < INFINITY;
    return inside && somewhere ? (uint)point.y * columns + (uint)point.x : NOBODY;
}

// Distances from 0 on have the order of their bits.
uint key_of(float distance)
{
    return as_uint(fabs(distance));
}

kernel void nearest(global const float4* points, uint n, global uint* depths, uint columns, uint rows)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float4 point = points[i];
    uint pixel = pixel_of(point, columns, rows);
    if (pixel != NOBODY) atomic_min(&depths[pixel], key_of(point.z));
}

kernel void owners(global const float4* points, uint n, global const uint* depths, global uint* numbers,
                   uint columns, uint rows)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float4 point = points[i];
    uint pixel = pixel_of(point, columns, rows);
    if (pixel != NOBODY && depths[pixel] == key_of(point.z)) atomic_min(&numbers[pixel], i);
}
