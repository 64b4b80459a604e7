// Tiles that groups of 256 bring from global to local memory, for
// bench/causes/units.py. 1D.
//
// A tile is ROWS rows of WIDTH elements of the type ELEMENT (uint or uint4). STAGES
// tiles have room at a time, and all but one of them are asked for ahead: with one
// stage a group brings a tile, waits, and uses it. One of PLAIN, LIBRARY, DIRECT and
// ENGINE says how tiles come; each gives four names to what a pipeline does:
//   PIPE                 what it has to remember
//   BEGIN(turn, from)    asks for the tile of that turn
//   LAND(turn)           after the work that was done meanwhile
//   ARRIVE(turn)         waits for the tile of that turn, as far as one work-item can
#define ITEMS 256
#define TILE (ROWS * WIDTH)
#define AHEAD (STAGES - 1)
#define HELD ((TILE + ITEMS - 1) / ITEMS)
#define SLOT(turn) tiles[(turn) % STAGES]
#define ADDRESS(pointer) ((uint)(ulong)(pointer))

#if defined(PLAIN)
// The work-items' own loads, kept in registers until they land.
#define PIPE ELEMENT held[HELD]
#define BEGIN(turn, from) load_elements(held, from, stride)
#define LAND(turn) store_elements(SLOT(turn), held)
#define ARRIVE(turn)

void load_elements(ELEMENT* held, global const ELEMENT* from, uint stride)
{
#pragma unroll
    for (uint k = 0; k < HELD; ++k) {
        uint i = k * ITEMS + get_local_id(0);
        if (i < TILE) held[k] = from[i / WIDTH * stride + i % WIDTH];
    }
}

void store_elements(local ELEMENT* tile, const ELEMENT* held)
{
#pragma unroll
    for (uint k = 0; k < HELD; ++k) {
        uint i = k * ITEMS + get_local_id(0);
        if (i < TILE) tile[i] = held[k];
    }
}

#elif defined(LIBRARY)
// OpenCL's own function.
#define PIPE event_t events[STAGES]
#define BEGIN(turn, from) events[(turn) % STAGES] = copy_rows(SLOT(turn), from, stride)
#define LAND(turn)
#define ARRIVE(turn) wait_group_events(1, &events[(turn) % STAGES])

event_t copy_rows(local ELEMENT* tile, global const ELEMENT* from, uint stride)
{
    event_t copied = 0;
    for (uint row = 0; row < ROWS; ++row)
        copied =
            async_work_group_copy(tile + row * WIDTH, from + row * stride, WIDTH, copied);
    return copied;
}

#elif defined(DIRECT)
// Each element by an instruction of its own, which needs no register for it.
#define PIPE
#define BEGIN(turn, from) copy_elements(SLOT(turn), from, stride, (turn) < turns)
#define LAND(turn)
#define TEXT_OF(n) #n
#define TEXT(n) TEXT_OF(n)
#define ARRIVE(turn) asm volatile("cp.async.wait_group " TEXT(PENDING) ";" ::: "memory")

//! [direct]
// Copies that are begun together are a group; past the last tile the group is empty, so
// that counting them stays right. PENDING groups may be under way when a tile is used:
// those of later turns.
void copy_elements(local ELEMENT* tile, global const ELEMENT* from, uint stride,
                   bool exists)
{
#pragma unroll
    for (uint k = 0; k < HELD; ++k) {
        uint i = k * ITEMS + get_local_id(0);
        if (!exists || i >= TILE) continue;
        uint place = ADDRESS(tile + i);
        global const ELEMENT* source = from + (i / WIDTH * stride + i % WIDTH);
        if (sizeof(ELEMENT) == 16)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place),
                         "l"(source)
                         : "memory");
        else
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place),
                         "l"(source)
                         : "memory");
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
}
//! [direct]

#elif defined(ENGINE)
// Whole rows by the TMA, which counts the bytes that have come in a barrier in
// local memory.
#define PIPE                                                                               \
    local ulong bars[STAGES];                                                              \
    if (get_local_id(0) < STAGES) prepare(&bars[get_local_id(0)]);                         \
    barrier(CLK_LOCAL_MEM_FENCE)
#define BEGIN(turn, from) copy_rows(SLOT(turn), from, stride, &bars[(turn) % STAGES])
#define LAND(turn)
#define ARRIVE(turn) await(&bars[(turn) % STAGES], (turn) / STAGES & 1)

//! [engine]
void prepare(local ulong* bar)
{
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(ADDRESS(bar)) : "memory");
    asm volatile("fence.proxy.async;" ::: "memory");
}

void copy_rows(local ELEMENT* tile, global const ELEMENT* from, uint stride,
               local ulong* bar)
{
    uint row = get_local_id(0), bytes = WIDTH * sizeof(ELEMENT);
    if (row == 0)
        asm volatile(
            "mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(ADDRESS(bar)),
            "r"(ROWS * bytes)
            : "memory");
    if (row < ROWS)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                     "[%0], [%1], %2, [%3];" ::"r"(ADDRESS(tile + row * WIDTH)),
                     "l"(from + row * stride), "r"(bytes), "r"(ADDRESS(bar))
                     : "memory");
}

void await(local ulong* bar, uint parity)
{
    uint done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; "
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(ADDRESS(bar)), "r"(parity)
                     : "memory");
}
//! [engine]
#endif

kernel void fill(global uint* out, uint mask)
{
    uint i = get_global_id(0);
    out[i] = i * 2654435761u >> 8 & mask;
}

kernel void fill_floats(global float* out)
{
    uint i = get_global_id(0);
    out[i] = i * 2654435761u >> 28;
}

kernel void count_differences(global const uint* a, global const uint* b,
                              global uint* count)
{
    if (a[get_global_id(0)] != b[get_global_id(0)]) atomic_inc(count);
}

uint4 worked_on(uint4 x, uint factor, uint summand)
{
#pragma unroll
    for (uint r = 0; r < WORK; ++r) x = x * factor + summand;
    return x;
}

// Adds up what is made of all elements, tile by tile. Each work-item uses elements that
// others brought.
#ifdef DIRECTLY_FROM_GLOBAL
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
stream(global const uint4* in, global uint* out, uint turns, uint factor, uint summand)
{
    uint quads = TILE * sizeof(ELEMENT) / sizeof(uint4);
    uint4 sum = 0;
    for (uint t = 0; t < turns; ++t) {
        global const uint4* tile =
            in + ((size_t)t * get_num_groups(0) + get_group_id(0)) * quads;
        for (uint i = get_local_id(0); i < quads; i += ITEMS)
            sum += worked_on(tile[quads - 1 - i], factor, summand);
    }
    out[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w;
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
mean_down(global const float* in, global float* out, uint columns, uint across, uint turns)
{
    uint x = get_group_id(0) % across * 32 + get_local_id(0) % 32;
    uint top = get_group_id(0) / across * turns * 8 + get_local_id(0) / 32;
    for (uint y = top; y < top + turns * 8; y += 8) {
        float sum = 0;
        for (uint dy = 0; dy < 9; ++dy)
            for (uint dx = 0; dx < 9; ++dx) sum += in[(y + dy) * columns + x + dx];
        out[(y + 4) * columns + x + 4] = sum / 81;
    }
}

#else
// What a group does in each turn: a place is taken again when all have left it, at the
// barrier.
#define PIPELINE(from, use)                                                                \
    for (uint t = 0; t < AHEAD; ++t) {                                                     \
        BEGIN(t, from(t));                                                                 \
        LAND(t);                                                                           \
    }                                                                                      \
    for (uint t = 0; t < turns; ++t) {                                                     \
        if (STAGES == 1) {                                                                 \
            BEGIN(t, from(t));                                                             \
            LAND(t);                                                                       \
        }                                                                                  \
        ARRIVE(t);                                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                      \
        bool more = STAGES > 1 && (COMMITS || t + AHEAD < turns);                          \
        if (more) BEGIN(t + AHEAD, from(t + AHEAD));                                       \
        use(t);                                                                            \
        if (more) LAND(t + AHEAD);                                                         \
        if (STAGES == 1) barrier(CLK_LOCAL_MEM_FENCE);                                     \
    }
#ifdef DIRECT
#define COMMITS 1
#else
#define COMMITS 0
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
stream(global const ELEMENT* in, global uint* out, uint turns, uint factor, uint summand)
{
    local ELEMENT tiles[STAGES][TILE] __attribute__((aligned(128)));
    uint stride = WIDTH, quads = TILE * sizeof(ELEMENT) / sizeof(uint4);
    uint4 sum = 0;
    PIPE;
#define FROM(t) (in + ((size_t)(t)*get_num_groups(0) + get_group_id(0)) * TILE)
#define USE(t)                                                                             \
    for (uint i = get_local_id(0); i < quads; i += ITEMS)                                  \
    sum += worked_on(((local const uint4*)SLOT(t))[quads - 1 - i], factor, summand)
    PIPELINE(FROM, USE)
#undef FROM
#undef USE
    out[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w;
}

// Chapter 13's mean_down for groups of 32 × 8 in a row: 16 rows of 40 floats are
// brought for 8 rows of 32 means.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
mean_down(global const float* in, global float* out, uint columns, uint across, uint turns)
{
    local ELEMENT tiles[STAGES][TILE] __attribute__((aligned(128)));
    uint x = get_local_id(0) % 32, y = get_local_id(0) / 32,
         stride = columns * sizeof(float) / sizeof(ELEMENT);
    uint corner =
        get_group_id(0) / across * turns * 8 * columns + get_group_id(0) % across * 32;
    PIPE;
#define FROM(t) ((global const ELEMENT*)(in + corner + (t)*8 * columns))
#define USE(t)                                                                             \
    {                                                                                      \
        local const float* patch = (local const float*)SLOT(t);                            \
        float sum = 0;                                                                     \
        for (uint dy = 0; dy < 9; ++dy)                                                    \
            for (uint dx = 0; dx < 9; ++dx) sum += patch[(y + dy) * 40 + x + dx];          \
        out[corner + ((t)*8 + y + 4) * columns + x + 4] = sum / 81;                        \
    }
    PIPELINE(FROM, USE)
}
#endif
