// Litmus tests of chapter 15 that its own program does not play, for bench/causes/causes.py. 1D, groups 2p and 2p + 1 are a
// pair: work-items of the first write, those of the second read. `seen` gets what a reader saw first, and then; 1,0 is weak.

// As a kernel does whose last group adds up: every work-item adds, the group meets, and one work-item draws a ticket.
kernel void ticket_of_group(volatile global uint* values, volatile global uint* tickets, global uint2* seen)
{
    const uint items = get_local_size(0), item = get_local_id(0), pair = get_group_id(0) / 2;
    volatile global uint* ticket = tickets + pair * items;
    local uint impossible;
    if (get_group_id(0) % 2 == 0) {
        if (item == 0) impossible = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
#ifdef RESULT
        if (atomic_add(values + pair * items + item, 1) == UINT_MAX) impossible = 1;
#else
        atomic_add(values + pair * items + item, 1);
#endif
#ifdef FENCE
        mem_fence(CLK_GLOBAL_MEM_FENCE);
#endif
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0) atomic_add(ticket, 1 + impossible);
    } else { // the second access needs what the first returned, so it cannot come first
        const uint i = pair * items + (5 * item + 3) % items;
        seen[i].x = atomic_or(ticket, 0);
        seen[i].y = atomic_or(values + i, seen[i].x & 2);
    }
}

// Two loads of one word, with PTX's own relaxed loads and store.
kernel void two_loads(global uint* words, global uint* unused, global uint2* seen)
{
    const uint items = get_local_size(0), item = get_local_id(0), pair = get_group_id(0) / 2;
    if (get_group_id(0) % 2 == 0) {
        asm volatile("st.relaxed.gpu.u32 [%0], %1;" ::"l"(words + pair * items + item), "r"(1) : "memory");
    } else {
        const uint i = pair * items + (5 * item + 3) % items;
        uint first, then;
        asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(first) : "l"(words + i) : "memory");
        asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(then) : "l"(words + i) : "memory");
        seen[i] = (uint2)(first, then);
    }
}
