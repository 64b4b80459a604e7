// Work-items that wait for others: all groups for each other, and work-items for a lock.
// None of them waits for ever: one that has looked `patience` times in vain gives up and says so.
// 1D, any group size.
// IN_STEP is how many work-items the compiler puts into one vector; 0: it does not tell.
// PoCL 6's compiler crashes if a kernel asks for this and for nothing that needs the
// group's size.
#if defined(__opencl_c_subgroups) || defined(cl_khr_subgroups)
#define IN_STEP min(get_max_sub_group_size(), (uint)get_local_size(0))
#else
#define IN_STEP 0
#endif

//! [everybody]
// The barrier across groups that OpenCL does not have, and why: state[0] counts the
// groups that have arrived, state[1] those that gave up waiting for the rest.
kernel void everybody(volatile global uint* state, uint patience)
{
    if (get_local_id(0) == 0) {
        atomic_inc(&state[0]);
        for (uint looks = 0; atomic_or(&state[0], 0) < get_num_groups(0); ++looks)
            if (looks == patience || atomic_or(&state[1], 0) > 0) {
                atomic_inc(&state[1]);
                break;
            }
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
}
//! [everybody]

//! [lock]
// Takes the lock, or returns false after `patience` attempts.
bool locked(volatile global uint* lock, uint patience)
{
    for (uint tries = 0; tries < patience; ++tries)
        if (atomic_cmpxchg(lock, 0, 1) == 0) return true;
    return false;
}

// What the lock protects, and giving it back: the exchange that returns it needs what the
// counter's returned.
void count_and_unlock(volatile global uint* lock, volatile global uint* count)
{
    const uint before = atomic_or(count, 0);
    const uint found = atomic_xchg(count, before + 1);
    atomic_xchg(lock, found - before);
}

// Every work-item for itself.
kernel void each_locks(volatile global uint* lock, volatile global uint* count,
                       global uint* in_step, uint patience)
{
    if (locked(lock, patience)) count_and_unlock(lock, count);
    *in_step = IN_STEP;
}
//! [lock]

//! [one_at_a_time]
// One work-item of the group after the other: of those that go in step, only one ever
// wants the lock.
kernel void one_at_a_time(volatile global uint* lock, volatile global uint* count,
                          global uint* in_step, uint patience)
{
    for (uint turn = 0; turn < get_local_size(0); ++turn) {
        if (turn == get_local_id(0) && locked(lock, patience))
            count_and_unlock(lock, count);
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
    *in_step = IN_STEP;
}
//! [one_at_a_time]
