// What a pointer does to a fluid in a page of the book. A work-item is a cell, (column, row); the layout is that of fluid.cl.
#include "fluid.cl"

//! [stir]
// Around `at` the fluid takes on the pointer's velocity, in cells a step: all of it there, and none of it `radius` cells away.
kernel void stir(global Stored* f, global const uchar* wall, int columns, int rows,
                 float2 at, float2 velocity, float radius)
{
    int x = get_global_id(0), y = get_global_id(1), cells = columns * rows;
    if (x >= columns || y >= rows) return;
    float share = 1 - distance((float2)(x + 0.5F, y + 0.5F), at) / radius;
    if (share <= 0 || wall[y * columns + x]) return;
    float numbers[9], density = 0;
    float2 momentum = 0;
    for (int q = 0; q < 9; ++q) {
        numbers[q] = GET(f, q, AT(q, y * columns + x, cells));
        density += numbers[q];
        momentum += numbers[q] * (float2)(right[q], down[q]);
    }
    float2 push = share * (density * velocity - momentum);
    for (int q = 0; q < 9; ++q)
        PUT(numbers[q] + 3 * weight[q] * dot(push, (float2)(right[q], down[q])), f, q,
            AT(q, y * columns + x, cells));
}
//! [stir]
