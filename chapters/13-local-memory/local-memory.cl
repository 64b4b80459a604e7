// Tiles in local memory: turned, read with a stride, and brought with a rim. Group shapes stand at each kernel.
#define TILE 32

//! [turn]
// Turns each 32 × 32 tile of a picture about its diagonal; it stays where it was. Groups of
// 32 × 8; a work-item does four elements.
// ROW is the length of a row of the tile in local memory: 32, or more.
kernel __attribute__((reqd_work_group_size(TILE, 8, 1))) void
turn_tiles(global const float* in, global float* out, uint columns)
{
    local float tile[TILE][ROW];
    uint x = get_local_id(0), y = get_local_id(1);
    uint corner = get_group_id(1) * TILE * columns + get_group_id(0) * TILE;
    for (uint row = y; row < TILE; row += 8) tile[row][x] = in[corner + row * columns + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint row = y; row < TILE; row += 8) out[corner + row * columns + x] = tile[x][row];
}
//! [turn]

//! [stride]
// Work-item i of a group of 256 reads local word i * stride, over and over.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
strided_words(global uint* out, uint stride, uint rounds)
{
    local uint words[4096];
    uint i = get_local_id(0);
    for (uint w = i; w < 4096; w += 256) words[w] = w;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint at = i * stride % 4096;
    uint sum = 0;
    for (uint r = 0; r < rounds; ++r) {
        at = words[at]; // its own index: the next read must wait for this one
        sum += at ^ r;
    }
    out[get_global_id(0)] = sum;
}
//! [stride]

//! [knock]
// One sub-group's worth of work-items, each at the word that a table names.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void knock(global const uint* word,
                                                                  global uint* out)
{
    local uint words[128];
    uint i = get_local_id(0);
    for (uint w = i; w < 128; w += 32) words[w] = w;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = words[word[i]];
}
//! [knock]

//! [direct]
// The mean of the (2 * REACH + 1)² elements around each one; not at the picture's rim.
kernel void mean_direct(global const float* in, global float* out, uint columns)
{
    uint x = REACH + get_global_id(0), y = REACH + get_global_id(1);
    float sum = 0;
    for (int dy = -REACH; dy <= REACH; ++dy)
        for (int dx = -REACH; dx <= REACH; ++dx) sum += in[(y + dy) * columns + x + dx];
    out[y * columns + x] = sum / ((2 * REACH + 1) * (2 * REACH + 1));
}
//! [direct]

//! [patch]
// The mean of the patch's elements around the work-item's own.
float mean_around(local const float* patch, uint width)
{
    float sum = 0;
    for (uint dy = 0; dy <= 2 * REACH; ++dy)
        for (uint dx = 0; dx <= 2 * REACH; ++dx)
            sum += patch[(get_local_id(1) + dy) * width + get_local_id(0) + dx];
    return sum / ((2 * REACH + 1) * (2 * REACH + 1));
}

// The same from a patch in local memory: the group's tile and a rim of REACH on each side.
kernel void mean_of_patch(global const float* in, global float* out, uint columns,
                          local float* patch)
{
    uint width = get_local_size(0) + 2 * REACH, height = get_local_size(1) + 2 * REACH;
    uint corner =
        get_group_id(1) * get_local_size(1) * columns + get_group_id(0) * get_local_size(0);
    uint items = get_local_size(0) * get_local_size(1);
    uint item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    for (uint i = item; i < width * height; i += items)
        patch[i] = in[corner + i / width * columns + i % width];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(REACH + get_global_id(1)) * columns + REACH + get_global_id(0)] =
        mean_around(patch, width);
}
//! [patch]

//! [async]
// Starts to bring a patch row by row; the event stands for all its copies.
event_t bring(local float* patch, global const float* in, uint columns)
{
    uint width = get_local_size(0) + 2 * REACH, height = get_local_size(1) + 2 * REACH;
    event_t copied = 0;
    for (uint row = 0; row < height; ++row)
        copied =
            async_work_group_copy(patch + row * width, in + row * columns, width, copied);
    return copied;
}

kernel void mean_of_copy(global const float* in, global float* out, uint columns,
                         local float* patch)
{
    uint corner =
        get_group_id(1) * get_local_size(1) * columns + get_group_id(0) * get_local_size(0);
    event_t copied = bring(patch, in + corner, columns);
    wait_group_events(1, &copied);
    out[(REACH + get_global_id(1)) * columns + REACH + get_global_id(0)] =
        mean_around(patch, get_local_size(0) + 2 * REACH);
}
//! [async]

//! [ahead]
// The same for TILES tiles from top to bottom, with room for two patches. With AHEAD, the next
// patch is on its way while this one is worked on.
kernel void mean_down(global const float* in, global float* out, uint columns,
                      local float* patches)
{
    uint width = get_local_size(0) + 2 * REACH, height = get_local_size(1) + 2 * REACH;
    uint step = get_local_size(1) * columns; // from one tile to the next
    uint corner = get_group_id(1) * TILES * step + get_group_id(0) * get_local_size(0);
    uint centre = corner + (REACH + get_local_id(1)) * columns + REACH + get_local_id(0);
    event_t next = bring(patches, in + corner, columns);
    for (uint t = 0; t < TILES; ++t) {
        local float* patch = patches + t % 2 * width * height;
        local float* other = patches + (t + 1) % 2 * width * height;
        event_t now = next;
        if (AHEAD && t + 1 < TILES)
            next = bring(other, in + corner + (t + 1) * step, columns);
        wait_group_events(1, &now);
        out[centre + t * step] = mean_around(patch, width);
        barrier(CLK_LOCAL_MEM_FENCE); // before the next copy overwrites what was read here
        if (!AHEAD && t + 1 < TILES)
            next = bring(other, in + corner + (t + 1) * step, columns);
    }
}
//! [ahead]
