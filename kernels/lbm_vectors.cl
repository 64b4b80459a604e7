// A fluid by the lattice Boltzmann method, the rung for CPUs: in one buffer, sixteen cells
// at a time; directions, layout and box are those of lbm.clh, walls and the two kinds of
// steps those of lbm.cl. One work-item a group.
typedef float16 Number;
#include "lbm.clh"
#include "neighbours.clh"

#ifndef STRIP // cells a group in even steps
#define STRIP 16384
#endif
#ifndef BLOCK_ROWS // rows a group in odd steps
#define BLOCK_ROWS 4
#endif
#if STRIP < 16 || STRIP % 16 || BLOCK_ROWS < 1
#error "STRIP must be a multiple of 16, and BLOCK_ROWS at least 1"
#endif

// The places of up to sixteen cells' numbers, wherever these are; -1 where there is none.
typedef struct
{
    int at[DIRECTIONS][16];
} Places;

void store_16(float16 values, global float* to)
{
    *(global float16_anywhere*)to = values;
}

void load_places(const Places* places, global const float* numbers, float16* f)
{
    for (int q = 0; q < DIRECTIONS; ++q) {
        float each[16];
        for (int lane = 0; lane < 16; ++lane) {
            int place = places->at[q][lane];
            each[lane] = place < 0 ? WEIGHT(q) : numbers[place];
        }
        f[q] = vload16(0, each);
    }
}

// What goes in direction q takes the opposite direction's place.
void store_places(const Places* places, global float* numbers, const float16* f)
{
    for (int q = 0; q < DIRECTIONS; ++q) {
        float each[16];
        vstore16(f[q], 0, each);
        for (int lane = 0; lane < 16; ++lane) {
            int place = places->at[OPPOSITE(q)][lane];
            if (place >= 0) numbers[place] = each[lane];
        }
    }
}

// An even step of fewer than sixteen cells, the last ones of the box.
void even_rest(global const float* from, global float* to, int cell, int cells, float rate)
{
    Places places;
    for (int q = 0; q < DIRECTIONS; ++q)
        for (int lane = 0; lane < 16; ++lane)
            places.at[q][lane] = cell + lane < cells ? AT(q, cell + lane, cells) : -1;
    float16 f[DIRECTIONS];
    load_places(&places, from, f);
    move_to_rest(f, rate);
    store_places(&places, to, f);
}

// An odd step of `count` cells of a row from column x on, where the row ends or walls are.
void odd_rest(global float* numbers, global const uint* walls, int x, int count, int row,
              int columns, int rows, int height, float rate)
{
    Places places;
    int cells = columns * rows;
    for (int lane = 0; lane < 16; ++lane) {
        int cell = row * columns + min(x + lane, columns - 1);
        uint back = lane < count ? walls[cell] : 0xFFFFFFFF;
        Around here = around(cell - row * columns, row, columns, rows, height);
        for (int q = 0; q < DIRECTIONS; ++q)
            places.at[q][lane] = back == 0xFFFFFFFF ? -1
                                 : back >> q & 1    ? AT(q, cell, cells)
                                                 : AT(OPPOSITE(q), behind(&here, q), cells);
    }
    float16 f[DIRECTIONS];
    load_places(&places, numbers, f);
    move_to_rest(f, rate);
    store_places(&places, numbers, f);
}

//! [vectors]
// Even steps of a strip.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
even_vectors(global const float* from, global float* to, int cells, float rate)
{
    int cell = get_group_id(0) * STRIP, end = min(cell + STRIP, cells);
    for (; cell + 16 <= end; cell += 16) {
        float16 f[DIRECTIONS];
#pragma unroll
        for (int q = 0; q < DIRECTIONS; ++q) f[q] = load_16(from + AT(q, cell, cells));
        move_to_rest(f, rate);
#pragma unroll
        for (int q = 0; q < DIRECTIONS; ++q)
            store_16(f[q], to + AT(OPPOSITE(q), cell, cells));
    }
    if (cell < end) even_rest(from, to, cell, cells, rate);
}

// Odd steps of some rows. Where no wall is near, sixteen neighbours are side by side, too.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
odd_vectors(global float* numbers, global const uint* walls, int columns, int rows,
            int height, float rate)
{
    int first = get_group_id(0) * BLOCK_ROWS, end = min(first + BLOCK_ROWS, rows);
    for (int row = first; row < end; ++row) {
        odd_rest(numbers, walls, 0, 1, row, columns, rows, height, rate);
        int x = 1;
        for (; x + 16 < columns; x += 16) {
            if (any(vload16(0, walls + row * columns + x) != 0)) {
                odd_rest(numbers, walls, x, 16, row, columns, rows, height, rate);
                continue;
            }
            Around here = around(x, row, columns, rows, height);
            global float* places[DIRECTIONS];
            float16 f[DIRECTIONS];
#pragma unroll
            for (int q = 0; q < DIRECTIONS; ++q) {
                places[q] = numbers + AT(OPPOSITE(q), behind(&here, q), columns * rows);
                f[q] = load_16(places[q]);
            }
            move_to_rest(f, rate);
#pragma unroll
            for (int q = 0; q < DIRECTIONS; ++q) store_16(f[q], places[OPPOSITE(q)]);
        }
        if (x < columns)
            odd_rest(numbers, walls, x, columns - x, row, columns, rows, height, rate);
    }
}
//! [vectors]
