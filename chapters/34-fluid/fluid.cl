// A fluid in two dimensions by the lattice Boltzmann method. A work-item is a cell, (column, row); a cell has nine numbers, one for
// each direction. Directions 1 and 2 are opposite, and so are 3 and 4, 5 and 6, 7 and 8.
//! [directions]
constant int right[9] = {0, 1, -1, 0, 0, 1, -1, 1, -1},
             down[9] = {0, 0, 0, 1, -1, 1, -1, -1, 1};
constant float weight[9] = {4.0F / 9,  1.0F / 9,  1.0F / 9,  1.0F / 9, 1.0F / 9,
                            1.0F / 36, 1.0F / 36, 1.0F / 36, 1.0F / 36};
#define OPPOSITE(q) ((q) == 0 ? 0 : (((q)-1) ^ 1) + 1)
//! [directions]

//! [layout]
#ifdef BY_CELL
#define AT(q, cell, cells) ((cell)*9 + (q)) // the nine numbers of a cell side by side
#else
#define AT(q, cell, cells) ((q) * (cells) + (cell)) // nine arrays
#endif
//! [layout]

//! [storage]
#ifdef HALF // half of the bytes; a number is stored as what it differs from a fluid at rest
typedef half Stored;
#define GET(from, q, place) (vload_half(place, from) + weight[q])
#define PUT(value, to, q, place) vstore_half((value)-weight[q], place, to)
#else
typedef float Stored;
#define GET(from, q, place) (from)[place]
#define PUT(value, to, q, place) (to)[place] = (value)
#endif
//! [storage]

//! [walls]
#ifdef ASKED_ONCE // bit q of a cell: does what arrives from direction q come back from a wall? All bits: the cell is a wall
typedef ushort Wall;
#define IS_WALL(walls) ((walls) == 0xFFFF)
#define COMES_BACK(q, x, y, source) (walls >> (q)&1)
#else // a cell's neighbours are asked in each step
typedef uchar Wall;
#define IS_WALL(walls) (walls)
#define COMES_BACK(q, x, y, source) ((x) < 0 || (y) < 0 || (y) >= rows || wall[source])
#endif
//! [walls]

#ifndef FIRST_ROW // of a channel in bands: where row 0 of this band is in the whole one, and how many rows that has
#define FIRST_ROW 0
#define ALL_ROWS rows
#endif

//! [stream_and_collide]
kernel void stream_and_collide(global const Stored* restrict from,
                               global Stored* restrict to, global const Wall* restrict wall,
                               int columns, int rows, float rate, float speed)
{
    int x = get_global_id(0), y = get_global_id(1), cells = columns * rows;
    if (x >= columns || y >= rows) return;
    int cell = y * columns + x;
    uint walls = wall[cell];
    if (IS_WALL(walls)) return;
    float height = (FIRST_ROW + y + 0.5F) / ALL_ROWS;
    float inflow = 6 * speed * height * (1 - height); // a parabola; `speed` is its mean

    float f[9], density = 0, u = 0, v = 0;
#pragma unroll
    for (int q = 0; q < 9; ++q) { // stream: what arrives from the neighbours
        int from_x = min(x - right[q], columns - 1), from_y = y - down[q];
        int source = from_y * columns + from_x;
        if (COMES_BACK(q, from_x, from_y, source)) {
            f[q] = GET(from, OPPOSITE(q),
                       AT(OPPOSITE(q), cell, cells)); // what left comes back
            if (from_x < 0)
                f[q] += 6 * weight[q] * right[q] * inflow; // from a wall that moves
        } else
            f[q] = GET(from, q, AT(q, source, cells));
        density += f[q];
        u += right[q] * f[q];
        v += down[q] * f[q];
    }
    u /= density;
    v /= density;
    float scale = x == columns - 1 ? 1 / density : 1; // at the outlet the density is 1
#pragma unroll
    for (int q = 0; q < 9; ++q) { // collide: a step towards the equilibrium
        float along = right[q] * u + down[q] * v;
        float rest = weight[q] * density *
                     (1 + 3 * along + 4.5F * along * along - 1.5F * (u * u + v * v));
        PUT(scale * (f[q] + rate * (rest - f[q])), to, q, AT(q, cell, cells));
    }
}
//! [stream_and_collide]
