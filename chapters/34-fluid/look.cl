// What one wants to know of a fluid: how it moves, and how it pulls at what stands in its way. The layout is that of fluid.cl.
#include "fluid.cl"

#ifndef GROUP
#define GROUP 64 // work-items that sum up the force, a power of two
#endif

// The fluid at the beginning: each cell moves as the stream that comes in.
kernel void begin(global Stored* f, int columns, int rows, float speed)
{
    int x = get_global_id(0), y = get_global_id(1), cells = columns * rows;
    if (x >= columns || y >= rows) return;
    float height = (FIRST_ROW + y + 0.5F) / ALL_ROWS, u = 6 * speed * height * (1 - height);
    for (int q = 0; q < 9; ++q) {
        float along = right[q] * u;
        PUT(weight[q] * (1 + 3 * along + 4.5F * along * along - 1.5F * u * u), f, q,
            AT(q, y * columns + x, cells));
    }
}

// Asks for each cell and direction whether what arrives comes back from a wall.
kernel void ask(global const uchar* wall, global ushort* asked, int columns, int rows)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    ushort bits = 0;
    for (int q = 0; q < 9; ++q) {
        int from_x = min(x - right[q], columns - 1), from_y = y - down[q];
        bool back = from_x < 0 || from_y < 0 || from_y >= rows;
        bits |= (back || wall[from_y * columns + from_x]) << q;
    }
    asked[y * columns + x] = wall[y * columns + x] ? 0xFFFF : bits;
}

// The velocity of each cell, (to the right, downwards), and 0 in a wall.
kernel void flow(global const Stored* f, global const uchar* wall, global float2* velocity,
                 int columns, int rows)
{
    int x = get_global_id(0), y = get_global_id(1), cells = columns * rows;
    if (x >= columns || y >= rows) return;
    int cell = y * columns + x;
    float density = 0, u = 0, v = 0;
    for (int q = 0; q < 9; ++q) {
        float value = GET(f, q, AT(q, cell, cells));
        density += value;
        u += right[q] * value;
        v += down[q] * value;
    }
    velocity[cell] = wall[cell] ? (float2)(0) : (float2)(u, v) / density;
}

//! [force]
// The force on the walls inside of the columns left ... left + GROUP - 1, in one work-group of GROUP work-items, each with a column. What moves
// towards a wall comes back, so twice its momentum stays there.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
force(global const Stored* f, global const uchar* wall, global float2* out, int place,
      int left, int columns, int rows)
{
    local float2 parts[GROUP];
    int lane = get_local_id(0), x = left + lane, cells = columns * rows;
    float2 sum = 0;
    for (int y = 1; y < rows - 1; ++y) {
        int cell = y * columns + x;
        if (wall[cell]) continue;
        for (int q = 1; q < 9; ++q)
            if (wall[cell + down[q] * columns + right[q]])
                sum += 2 * GET(f, q, AT(q, cell, cells)) * (float2)(right[q], down[q]);
    }
    parts[lane] = sum;
    for (int half_group = GROUP / 2; half_group > 0; half_group /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < half_group) parts[lane] += parts[lane + half_group];
    }
    if (lane == 0) out[place] = parts[0];
}
//! [force]
