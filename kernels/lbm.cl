// A fluid by the lattice Boltzmann method, the rungs up to a single buffer; directions,
// layout, storage and box are those of lbm.clh. A work-item takes a cell, (column, row), in
// groups of GROUP × 1. `wall` tells for each cell whether it is one, and `walls` more: bit
// q is set where what arrives from direction q comes back from a wall, and all bits are
// where the cell is one.
typedef float Number;
#include "lbm.clh"

#ifndef GROUP
#define GROUP 64
#endif

// The place in an array of what arrives from direction q: that of the neighbour from which
// it comes, or of the opposite direction of the cell itself where that neighbour is a wall.
int place_of_arriving(const Around* here, int q, bool comes_back, int cell, int cells)
{
    return comes_back ? AT(OPPOSITE(q), cell, cells) : AT(q, behind(here, q), cells);
}

//! [two_loops]
// The first of two loops: what arrives from the neighbours.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
stream(global const Stored* restrict from, global Stored* restrict to,
       global const uchar* restrict wall, int columns, int rows, int height)
{
    int x = get_global_id(0), row = get_global_id(1), cells = columns * rows;
    if (x >= columns) return;
    int cell = row * columns + x;
    if (wall[cell]) return;
    Around here = around(x, row, columns, rows, height);
    for (int q = 0; q < DIRECTIONS; ++q) {
        bool comes_back = wall[behind(&here, q)];
        int source = place_of_arriving(&here, q, comes_back, cell, cells);
        PUT(GET(from, q, source), to, q, AT(q, cell, cells));
    }
}

// The second: a step towards the equilibrium.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
collide(global Stored* restrict numbers, global const uchar* restrict wall, int cells,
        float rate)
{
    int cell = get_global_id(0);
    if (cell >= cells || wall[cell]) return;
    float f[DIRECTIONS];
    for (int q = 0; q < DIRECTIONS; ++q) f[q] = GET(numbers, q, AT(q, cell, cells));
    move_to_rest(f, rate);
    for (int q = 0; q < DIRECTIONS; ++q) PUT(f[q], numbers, q, AT(q, cell, cells));
}
//! [two_loops]

//! [fused]
// Both in one: in between, the numbers are in registers.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
pull(global const Stored* restrict from, global Stored* restrict to,
     global const uchar* restrict wall, int columns, int rows, int height, float rate)
{
    int x = get_global_id(0), row = get_global_id(1), cells = columns * rows;
    if (x >= columns) return;
    int cell = row * columns + x;
    if (wall[cell]) return;
    Around here = around(x, row, columns, rows, height);
    float f[DIRECTIONS];
#pragma unroll
    for (int q = 0; q < DIRECTIONS; ++q) {
        bool comes_back = wall[behind(&here, q)];
        f[q] = GET(from, q, place_of_arriving(&here, q, comes_back, cell, cells));
    }
    move_to_rest(f, rate);
#pragma unroll
    for (int q = 0; q < DIRECTIONS; ++q) PUT(f[q], to, q, AT(q, cell, cells));
}
//! [fused]

//! [asked]
// The same with one question for all neighbours.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
pull_asked(global const Stored* restrict from, global Stored* restrict to,
           global const uint* restrict walls, int columns, int rows, int height, float rate)
{
    int x = get_global_id(0), row = get_global_id(1), cells = columns * rows;
    if (x >= columns) return;
    int cell = row * columns + x;
    uint back = walls[cell];
    if (back == 0xFFFFFFFF) return;
    Around here = around(x, row, columns, rows, height);
    float f[DIRECTIONS];
#pragma unroll
    for (int q = 0; q < DIRECTIONS; ++q)
        f[q] = GET(from, q, place_of_arriving(&here, q, back >> q & 1, cell, cells));
    move_to_rest(f, rate);
#pragma unroll
    for (int q = 0; q < DIRECTIONS; ++q) PUT(f[q], to, q, AT(q, cell, cells));
}
//! [asked]

//! [in_place]
// Every other step: what arrives lies here already, and leaves from the opposite place.
// Nothing goes from cell to cell, so no wall is asked for, and `from` may be `to`.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
even_step(global const Stored* from, global Stored* to, int cells, float rate)
{
    int cell = get_global_id(0);
    if (cell >= cells) return;
    float f[DIRECTIONS];
#pragma unroll
    for (int q = 0; q < DIRECTIONS; ++q) f[q] = GET(from, q, AT(q, cell, cells));
    move_to_rest(f, rate);
#pragma unroll
    for (int q = 0; q < DIRECTIONS; ++q) PUT(f[q], to, q, AT(OPPOSITE(q), cell, cells));
}

// The steps between: what arrives lies at the neighbours, in the opposite places. What is
// sent goes to the same places, which no other work-item touches.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
odd_step(global Stored* numbers, global const uint* restrict walls, int columns, int rows,
         int height, float rate)
{
    int x = get_global_id(0), row = get_global_id(1), cells = columns * rows;
    if (x >= columns) return;
    int cell = row * columns + x;
    uint back = walls[cell];
    if (back == 0xFFFFFFFF) return;
    Around here = around(x, row, columns, rows, height);
    int places[DIRECTIONS];
    float f[DIRECTIONS];
#pragma unroll
    for (int q = 0; q < DIRECTIONS; ++q) {
        places[q] =
            back >> q & 1 ? AT(q, cell, cells) : AT(OPPOSITE(q), behind(&here, q), cells);
        f[q] = GET(numbers, q, places[q]);
    }
    move_to_rest(f, rate);
#pragma unroll
    for (int q = 0; q < DIRECTIONS; ++q) PUT(f[q], numbers, q, places[OPPOSITE(q)]);
}
//! [in_place]
