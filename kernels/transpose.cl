// Transposing a matrix of floats, rung by rung: `in` has `rows` rows of `columns` elements, `out` has `columns` rows of
// `rows`, and out[x * rows + y] = in[y * columns + x]. Matrices may have any size; `in` and `out` begin where a float16
// may. A work-group makes one tile, TILE × TILE where nothing else is said, and launches have whole groups.
#ifndef TILE
#define TILE 32
#endif
#define GROUP_ROWS 8 // groups of TILE × GROUP_ROWS work-items; each does TILE / GROUP_ROWS elements

//! [write_rows]
// The other order: neighbours in the group differ in y, so they read down a column and write along a row.
kernel void write_rows(global const float* in, global float* out, uint columns, uint rows)
{
    uint y = get_global_id(0);
    uint x = get_global_id(1);
    if (x >= columns || y >= rows) return;
    out[x * rows + y] = in[y * columns + x];
}
//! [write_rows]

//! [tiled]
// Through a tile in local memory: rows of `in` become rows of the tile, columns of the tile become rows of `out`.
// Rows of the tile are row_length words long in memory, TILE or more.
void through_tile(global const float* in, global float* out, uint columns, uint rows, uint column_group,
                  uint row_group, local float* tile, uint row_length)
{
    uint item = get_local_id(0);
    uint left = column_group * TILE, top = row_group * TILE;
    for (uint r = get_local_id(1); r < TILE; r += GROUP_ROWS)
        if (left + item < columns && top + r < rows)
            tile[r * row_length + item] = in[(top + r) * columns + left + item];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint c = get_local_id(1); c < TILE; c += GROUP_ROWS)
        if (left + c < columns && top + item < rows)
            out[(left + c) * rows + top + item] = tile[item * row_length + c];
}

kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
tiled(global const float* in, global float* out, uint columns, uint rows)
{
    local float tile[TILE * TILE];
    through_tile(in, out, columns, rows, get_group_id(0), get_group_id(1), tile, TILE);
}
//! [tiled]

//! [padded]
// The same with one word more in each of the tile's rows: a column lies in 32 banks instead of one.
kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
padded(global const float* in, global float* out, uint columns, uint rows)
{
    local float tile[TILE * (TILE + 1)];
    through_tile(in, out, columns, rows, get_group_id(0), get_group_id(1), tile, TILE + 1);
}
//! [padded]

//! [diagonal]
// The same, but groups that follow each other go down a diagonal of tiles, wrapping around at the right edge.
kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
diagonal(global const float* in, global float* out, uint columns, uint rows)
{
    local float tile[TILE * (TILE + 1)];
    uint number = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    uint row_group = number % get_num_groups(1);
    uint column_group = (number / get_num_groups(1) + row_group) % get_num_groups(0);
    through_tile(in, out, columns, rows, column_group, row_group, tile, TILE + 1);
}
//! [diagonal]

//! [vectors]
// Tiles of 64 × 64, four floats an access both ways. Each of 16 × 16 work-items brings a block of 4 × 4, turns it in
// registers and puts its rows, now columns, into the tile. The tile's float4s are swizzled: number c of row r lies at
// c ^ (r / 4), so that eight neighbours always meet eight different groups of four banks.
float4 load_4(global const float* in, uint columns, uint rows, uint x, uint y)
{
    if (y >= rows || x >= columns) return (float4)(0);
    if (columns % 4 == 0) return *(global const float4*)(in + y * columns + x);
    float4 found = (float4)(in[y * columns + x], 0, 0, 0);
    if (x + 1 < columns) found.y = in[y * columns + x + 1];
    if (x + 2 < columns) found.z = in[y * columns + x + 2];
    if (x + 3 < columns) found.w = in[y * columns + x + 3];
    return found;
}

void store_4(float4 value, global float* out, uint columns, uint rows, uint x, uint y)
{
    if (y >= rows || x >= columns) return;
    if (columns % 4 == 0) {
        *(global float4*)(out + y * columns + x) = value;
        return;
    }
    out[y * columns + x] = value.x;
    if (x + 1 < columns) out[y * columns + x + 1] = value.y;
    if (x + 2 < columns) out[y * columns + x + 2] = value.z;
    if (x + 3 < columns) out[y * columns + x + 3] = value.w;
}

kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
vectors(global const float* in, global float* out, uint columns, uint rows)
{
    local float4 tile[64 * 16];
    uint i = get_local_id(0), j = get_local_id(1);
    uint left = get_group_id(1) * 64, top = get_group_id(0) * 64; // groups are numbered downwards
    float4 a = load_4(in, columns, rows, left + 4 * i, top + 4 * j);
    float4 b = load_4(in, columns, rows, left + 4 * i, top + 4 * j + 1);
    float4 c = load_4(in, columns, rows, left + 4 * i, top + 4 * j + 2);
    float4 d = load_4(in, columns, rows, left + 4 * i, top + 4 * j + 3);
    uint place = 4 * i * 16 + (j ^ i);
    tile[place] = (float4)(a.x, b.x, c.x, d.x);
    tile[place + 16] = (float4)(a.y, b.y, c.y, d.y);
    tile[place + 32] = (float4)(a.z, b.z, c.z, d.z);
    tile[place + 48] = (float4)(a.w, b.w, c.w, d.w);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint r = j; r < 64; r += 16)
        store_4(tile[r * 16 + (i ^ (r / 4))], out, rows, columns, top + 4 * i, left + r);
}
//! [vectors]

//! [whole_sectors]
// Where rows are no multiple of a sector long, each row of `out` begins somewhere within one, and a tile's edge cuts it in
// two. Here each row's share of the tile begins earlier, by its own number of elements less than ALIGNED, at the start of a
// sector. The rows of `in` that this needs are brought in addition. Groups of 32 × 8, tiles of TILE_COLUMNS × TILE_ROWS.
#ifndef TILE_COLUMNS
#define TILE_COLUMNS 64
#endif
#ifndef TILE_ROWS
#define TILE_ROWS 64
#endif
#ifndef ALIGNED
#define ALIGNED 8 // elements; 1: the tile's edge is straight
#endif
#if TILE_COLUMNS % 32 || TILE_ROWS % 32 || TILE_ROWS % ALIGNED
#error "TILE_COLUMNS and TILE_ROWS must be multiples of 32, and TILE_ROWS of ALIGNED"
#endif
#define EARLIER (ALIGNED - 1) // at most

kernel __attribute__((reqd_work_group_size(32, 8, 1))) void
whole_sectors(global const float* in, global float* out, uint columns, uint rows)
{
    local float tile[(EARLIER + TILE_ROWS) * (TILE_COLUMNS + 1)];
    uint i = get_local_id(0), j = get_local_id(1);
    uint left = get_group_id(1) * TILE_COLUMNS;
    uint top = get_group_id(0) * TILE_ROWS - EARLIER; // may wrap around; so does top + r, and is right again
#pragma unroll
    for (uint down = 0; down < EARLIER + TILE_ROWS; down += 8)
#pragma unroll
        for (uint across = 0; across < TILE_COLUMNS; across += 32) {
            uint r = down + j, c = across + i;
            if (r < EARLIER + TILE_ROWS && top + r < rows && left + c < columns)
                tile[r * (TILE_COLUMNS + 1) + c] = in[(top + r) * columns + left + c];
        }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint across = 0; across < TILE_COLUMNS; across += 8) {
        uint c = across + j, x = left + c;
        uint earlier = x * rows % ALIGNED;
#pragma unroll
        for (uint down = 0; down < TILE_ROWS; down += 32) {
            uint r = EARLIER - earlier + down + i;
            if (top + r < rows && x < columns) out[x * rows + top + r] = tile[r * (TILE_COLUMNS + 1) + c];
        }
    }
}
//! [whole_sectors]

// What follows is for CPUs. There a work-item is one step of a loop, and local memory is memory like any other: each
// work-group is one work-item, which does what a group did.

//! [blocks]
#if defined(__x86_64__) || defined(__aarch64__)
#define FOR_CPU // and for clang, which every OpenCL there is built on
#endif
#ifndef BLOCK_COLUMNS
#define BLOCK_COLUMNS 64
#endif
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 64
#endif
#if BLOCK_COLUMNS % 16 || BLOCK_ROWS % 16
#error "BLOCK_COLUMNS and BLOCK_ROWS must be multiples of 16"
#endif

// Block by block, so that the lines of `out` stay in the cache until their last element is written.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void blocks(global const float* in, global float* out,
                                                                  uint columns, uint rows)
{
    uint left = get_group_id(1) * BLOCK_COLUMNS, right = min(left + BLOCK_COLUMNS, columns);
    uint top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, rows);
    for (uint x = left; x < right; ++x)
        for (uint y = top; y < bottom; ++y) out[x * rows + y] = in[y * columns + x];
}
//! [blocks]

//! [registers]
// Two vectors trade halves, quarters, eighths or sixteenths: *a keeps its even-numbered parts and gets those of *b in
// between, *b gets the odd-numbered ones.
void trade_8(float16* a, float16* b)
{
    float16 u = *a, v = *b;
    *a = (float16)(u.s0, u.s1, u.s2, u.s3, u.s4, u.s5, u.s6, u.s7, v.s0, v.s1, v.s2, v.s3, v.s4, v.s5, v.s6,
                   v.s7);
    *b = (float16)(u.s8, u.s9, u.sa, u.sb, u.sc, u.sd, u.se, u.sf, v.s8, v.s9, v.sa, v.sb, v.sc, v.sd, v.se,
                   v.sf);
}

void trade_4(float16* a, float16* b)
{
    float16 u = *a, v = *b;
    *a = (float16)(u.s0, u.s1, u.s2, u.s3, v.s0, v.s1, v.s2, v.s3, u.s8, u.s9, u.sa, u.sb, v.s8, v.s9, v.sa,
                   v.sb);
    *b = (float16)(u.s4, u.s5, u.s6, u.s7, v.s4, v.s5, v.s6, v.s7, u.sc, u.sd, u.se, u.sf, v.sc, v.sd, v.se,
                   v.sf);
}

void trade_2(float16* a, float16* b)
{
    float16 u = *a, v = *b;
    *a = (float16)(u.s0, u.s1, v.s0, v.s1, u.s4, u.s5, v.s4, v.s5, u.s8, u.s9, v.s8, v.s9, u.sc, u.sd, v.sc,
                   v.sd);
    *b = (float16)(u.s2, u.s3, v.s2, v.s3, u.s6, u.s7, v.s6, v.s7, u.sa, u.sb, v.sa, v.sb, u.se, u.sf, v.se,
                   v.sf);
}

void trade_1(float16* a, float16* b)
{
    float16 u = *a, v = *b;
    *a = (float16)(u.s0, v.s0, u.s2, v.s2, u.s4, v.s4, u.s6, v.s6, u.s8, v.s8, u.sa, v.sa, u.sc, v.sc, u.se,
                   v.se);
    *b = (float16)(u.s1, v.s1, u.s3, v.s3, u.s5, v.s5, u.s7, v.s7, u.s9, v.s9, u.sb, v.sb, u.sd, v.sd, u.sf,
                   v.sf);
}

// Turns a block of 16 × 16: first its quarters of 8 × 8 change places, then the quarters of each, down to elements.
void turn_block(float16* row)
{
#pragma unroll
    for (uint i = 0; i < 8; ++i) trade_8(row + i, row + i + 8);
#pragma unroll
    for (uint i = 0; i < 8; ++i) trade_4(row + i / 4 * 8 + i % 4, row + i / 4 * 8 + i % 4 + 4);
#pragma unroll
    for (uint i = 0; i < 8; ++i) trade_2(row + i / 2 * 4 + i % 2, row + i / 2 * 4 + i % 2 + 2);
#pragma unroll
    for (uint i = 0; i < 8; ++i) trade_1(row + i * 2, row + i * 2 + 1);
}

// A block of 16 × 16, turned, with zeros beyond the matrix.
void bring_turned(global const float* in, uint columns, uint rows, uint x, uint y, float16* row)
{
    if (x + 16 <= columns && y + 16 <= rows) {
#pragma unroll
        for (uint i = 0; i < 16; ++i) row[i] = vload16(0, in + (y + i) * columns + x);
    } else {
        for (uint i = 0; i < 16; ++i) {
            float found[16];
            for (uint c = 0; c < 16; ++c)
                found[c] = y + i < rows && x + c < columns ? in[(y + i) * columns + x + c] : 0;
            row[i] = vload16(0, found);
        }
    }
    turn_block(row);
}

// The first `count` of 16 elements.
void store_some(float16 values, uint count, global float* to)
{
    float each[16];
    vstore16(values, 0, each);
    for (uint i = 0; i < count; ++i) to[i] = each[i];
}

// Block by block, 16 × 16 elements through 16 registers.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
registers(global const float* in, global float* out, uint columns, uint rows)
{
    uint left = get_group_id(1) * BLOCK_COLUMNS, right = min(left + BLOCK_COLUMNS, columns);
    uint top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, rows);
    for (uint y = top; y < bottom; y += 16)
        for (uint x = left; x < right; x += 16) {
            float16 row[16];
            bring_turned(in, columns, rows, x, y, row);
#pragma unroll
            for (uint i = 0; i < 16; ++i)
                if (x + i < columns && y + 16 <= rows)
                    vstore16(row[i], 0, out + (x + i) * rows + y);
                else if (x + i < columns)
                    store_some(row[i], rows - y, out + (x + i) * rows + y);
        }
}
//! [registers]

//! [streamed]
// Stores a whole line of 64 bytes past the caches, where the compiler knows how; `to` must begin a line.
void store_line(float16 line, global float* to)
{
#ifdef FOR_CPU
    __builtin_nontemporal_store(line, (global float16*)to);
#else
    *(global float16*)to = line;
#endif
}

// Asks for the lines that hold column x of 16 rows from row y on: they will be needed soon.
void fetch_lines(global const float* in, uint columns, uint rows, uint x, uint y)
{
#pragma unroll
    for (uint i = 0; i < 16; ++i) {
        global const float* line = in + min(y + i, rows - 1) * columns + min(x, columns - 1);
#ifdef FOR_CPU
        __builtin_prefetch(line);
#else
        prefetch(line, 1);
#endif
    }
}

// The same with stores that do not bring a line of `out` into the cache only to overwrite it, and with the block below
// asked for in time. That is for rows of whole lines; others are stored as before.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void streamed(global const float* in, global float* out,
                                                                    uint columns, uint rows)
{
    uint left = get_group_id(1) * BLOCK_COLUMNS, right = min(left + BLOCK_COLUMNS, columns);
    uint top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, rows);
    bool in_lines = rows % 16 == 0 && (size_t)out % 64 == 0;
    for (uint y = top; y < bottom; y += 16)
        for (uint x = left; x < right; x += 16) {
            float16 row[16];
            fetch_lines(in, columns, rows, x, y + 16);
            bring_turned(in, columns, rows, x, y, row);
#pragma unroll
            for (uint i = 0; i < 16; ++i)
                if (x + i < columns && in_lines)
                    store_line(row[i], out + (x + i) * rows + y);
                else if (x + i < columns && y + 16 <= rows)
                    vstore16(row[i], 0, out + (x + i) * rows + y);
                else if (x + i < columns)
                    store_some(row[i], rows - y, out + (x + i) * rows + y);
        }
}
//! [streamed]

//! [whole_lines]
// How many elements of its line of 64 bytes come before this one.
uint into_line(global const float* at)
{
    return (uint)((size_t)at % 64) / sizeof(float);
}

// The last `into` elements of one vector and the first ones of the next.
float16 straddle(float16 before, float16 now, uint into)
{
#ifdef __AVX512F__
    const int16 first = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return __builtin_ia32_vpermi2varps512(before, first + (int)(16 - into),
                                          now); // one shuffle, whatever `into` is
#else
    float both[32];
    vstore16(before, 0, both);
    vstore16(now, 1, both);
    return vload16(0, both + 16 - into);
#endif
}

// Where a row of `out` begins within a line, so does each block's share of it. Going down a strip, the share before waits:
// its end and the beginning of this one make a line. At the edges of the matrix, elements are stored one by one.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
whole_lines(global const float* in, global float* out, uint columns, uint rows)
{
    float16 waiting[BLOCK_COLUMNS];
    uint left = get_group_id(1) * BLOCK_COLUMNS, right = min(left + BLOCK_COLUMNS, columns);
    uint top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, rows);
    for (uint y = max(top, 16u) - 16; y < bottom; y += 16) // the block above is there for its shares
        for (uint x = left; x < right; x += 16) {
            float16 row[16];
            if (x == left)
                fetch_lines(in, columns, rows, x, y + 16); // rows of a block may straddle lines, too
            fetch_lines(in, columns, rows, x + 15, y + 16);
            bring_turned(in, columns, rows, x, y, row);
            float16* before = waiting + (x - left);
            bool inside = y > 0 && y + 16 < rows && x + 16 <= columns;
            if (inside && y >= top) {
#pragma unroll
                for (uint i = 0; i < 16; ++i) {
                    global float* to = out + (x + i) * rows + y;
                    uint into = into_line(to);
                    store_line(straddle(before[i], row[i], into), to - into);
                }
            } else if (y > 0 && y >= top) {
                for (uint i = 0; i < min(16u, columns - x); ++i) {
                    global float* to = out + (x + i) * rows + y;
                    for (uint into = into_line(to); into > 0; --into)
                        *(to - into) = ((const float*)(before + i))[16 - into];
                }
            }
#pragma unroll
            for (uint i = 0; i < 16; ++i) before[i] = row[i];
            if (!inside && y >= top)
                for (uint i = 0; i < min(16u, columns - x); ++i) {
                    global float* to = out + (x + i) * rows + y;
                    uint count = y + 16 < rows ? 16 - into_line(to) : rows - y;
                    for (uint r = 0; r < count; ++r) to[r] = ((const float*)(before + i))[r];
                }
        }
}
//! [whole_lines]
