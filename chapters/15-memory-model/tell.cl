// Leaving a value and drawing a ticket, as the groups of a reduction do: many writers,
// each with a reader in another group that looks whether the ticket was drawn, and then
// at the value. 1D, groups 2p and 2p + 1 are a pair.

//! [tell]
#if WAY == 0 // what the addition returned is discarded, and the ticket is drawn
#define TELL(value, ticket)                                                                \
    atomic_add(value, 1);                                                                  \
    atomic_inc(ticket);
#elif WAY == 1 // a fence between
#define TELL(value, ticket)                                                                \
    atomic_add(value, 1);                                                                  \
    mem_fence(CLK_GLOBAL_MEM_FENCE);                                                       \
    atomic_inc(ticket);
#elif WAY == 2 // the ticket depends on what the addition returned, which is 0
#define TELL(value, ticket) atomic_add(ticket, 1 + atomic_add(value, 1));
#elif WAY == 3 // the ticket is a release: an acquire of it sees all before it
#define TELL(value, ticket)                                                                \
    atomic_add(value, 1);                                                                  \
    atomic_fetch_add_explicit((volatile global atomic_uint*)ticket, 1,                     \
                              memory_order_release, memory_scope_device);
#endif
//! [tell]

//! [pair]
kernel void tell(volatile global uint* values, volatile global uint* tickets,
                 global uint2* seen)
{
    const uint items = get_local_size(0), item = get_local_id(0);
    const bool is_writer = get_group_id(0) % 2 == 0;
    const uint i =
        get_group_id(0) / 2 * items + (is_writer ? item : (5 * item + 3) % items);
    volatile global uint *value = values + i, *ticket = tickets + i;
    if (is_writer) {
        TELL(value, ticket)
    } else { // the second access needs what the first returned, so it cannot come first
        seen[i].x = atomic_or(ticket, 0);
        seen[i].y = atomic_or(value, seen[i].x & 2);
    }
}
//! [pair]
