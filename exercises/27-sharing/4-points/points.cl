// The nearest point of each pixel: first how near it is, then which one.
//
// x and y of a point are pixels, x from 0 on the left and y from 0 at the top, z is its distance; w has no meaning. Work-item i:
// point i of n. One-dimensional, any work-group; the range may be larger than n. A picture has at most 2^24 columns and 2^24 rows,
// and fewer than 2^32 pixels.

// depths[pixel] is 0xffffffff before, and the bits of the least distance of a point in that pixel afterwards.
kernel void nearest(global const float4* points, uint n, global uint* depths, uint columns, uint rows)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    // Your code here. So far the point that comes last wins, and all must be inside.
    depths[(uint)points[i].y * columns + (uint)points[i].x] = as_uint(points[i].z);
}

// numbers[pixel] is 0xffffffff before, and the number of the nearest point in that pixel afterwards: of several, the smallest.
kernel void owners(global const float4* points, uint n, global const uint* depths, global uint* numbers,
                   uint columns, uint rows)
{
    // Your code here.
}
