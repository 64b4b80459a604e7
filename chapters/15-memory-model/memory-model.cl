// Litmus tests: two work-items of different work-groups, two words that are 0, and at
// most two accesses each. WAY says how the words are accessed. 1D; groups 2p and 2p + 1
// are a pair, and their work-items play with each other, round after round, each time
// with new words, `apart` words from the next.
#define PLAIN 0
#define FENCE 1
#define ATOMIC 2
#define C11 3

//! [ways]
#if WAY == PLAIN
typedef uint word;
#define SET(place) *(place) = 1
#define GET(place) *(place)
#define THEN
#elif WAY == FENCE
typedef uint word;
#define SET(place) *(place) = 1
#define GET(place) *(place)
#define THEN mem_fence(CLK_GLOBAL_MEM_FENCE);
#elif WAY == ATOMIC
typedef volatile uint word;
#define SET(place) atomic_xchg(place, 1)
#define GET(place) atomic_or(place, 0)
#define THEN
#else // C11, with -D SETS=memory_order_release or another, -D GETS=…, -D SCOPE=…
typedef volatile atomic_uint word;
#define SET(place) atomic_store_explicit(place, 1, SETS, SCOPE)
#define GET(place) atomic_load_explicit(place, GETS, SCOPE)
#ifdef FENCE_ORDER
#define THEN atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, FENCE_ORDER, SCOPE);
#else
#define THEN
#endif
#endif
//! [ways]

// Few groups begin each round together, and add a random delay. They wait until
// `expected` have arrived, but the other group may not be running: after `patience` looks
// in all they wait no more. Thousands of groups need none of it.
void begin(volatile global uint* arrived, uint expected, uint* patience, uint* random)
{
    if (*patience == 0) return;
    atomic_inc(arrived);
    while (*patience > 0 && atomic_or(arrived, 0) < expected) --*patience;
    *random = *random * 1664525 + 1013904223;
    for (volatile uint delay = *random >> 26; delay > 0; --delay) {
    }
}

// Which work-items play with each other: those of neighbouring groups, or, to compare,
// sub-groups of one group.
#ifdef IN_ONE_GROUP
#define PAIR get_group_id(0)
#define PAIRS get_num_groups(0)
#define IS_LEFT (get_local_id(0) / 32 % 2 == 0)
#define ITEMS (get_local_size(0) / 2)
#define ITEM (get_local_id(0) / 64 * 32 + get_local_id(0) % 32)
#define SCATTER                                                                            \
    2654435769u // y lies far from x; odd, so that each game of a power of two has its own
#else
#define PAIR (get_group_id(0) / 2)
#define PAIRS (get_num_groups(0) / 2)
#define IS_LEFT (get_group_id(0) % 2 == 0)
#define ITEMS get_local_size(0)
#define ITEM get_local_id(0)
#define SCATTER 1
#endif

//! [tests]
#define LITMUS(name, left, right)                                                          \
    kernel void name(global word* xs, global word* ys, global uint2* seen,                 \
                     volatile global uint* arrived, uint rounds, uint apart,               \
                     uint patience)                                                        \
    {                                                                                      \
        const uint items = ITEMS, games = rounds * PAIRS * items;                          \
        uint random = get_global_id(0);                                                    \
        for (uint round = 0; round < rounds; ++round) {                                    \
            const uint game = IS_LEFT ? ITEM : (5 * ITEM + 3) % items;                     \
            const uint i = (round * PAIRS + PAIR) * items + game;                          \
            global word* x = xs + i * apart;                                               \
            global word* y = ys + (i * SCATTER & (games - 1)) * apart;                     \
            uint a = 2, b = 2; /* 2: not read on this side */                              \
            begin(arrived, 2 * (round + 1), &patience, &random);                           \
            if (IS_LEFT) {                                                                 \
                left                                                                       \
            } else {                                                                       \
                right                                                                      \
            }                                                                              \
            if (a < 2) seen[i].x = a;                                                      \
            if (b < 2) seen[i].y = b;                                                      \
        }                                                                                  \
    }

LITMUS(message_passing, SET(x); THEN SET(y);, a = GET(y); THEN b = GET(x);)
LITMUS(store_buffering, SET(x); THEN a = GET(y);, SET(y); THEN b = GET(x);)
LITMUS(load_buffering, a = GET(x); THEN SET(y);, b = GET(y); THEN SET(x);)
LITMUS(coherence, SET(x);, a = GET(x); THEN b = GET(x);)
//! [tests]
