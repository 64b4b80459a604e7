// What the chapter's program shows of failures, printf and range checks. 1D; work-item i handles element i.

//! [late]
kernel void prepare(global float* values, uint rounds)
{
    const uint i = get_global_id(0);
    float x = i;
    for (uint k = 0; k < rounds; ++k) x = 0.5f * x + 1.0f;
    values[i] = x;
}

kernel void spread(global float* values, uint stride)
{
    values[get_global_id(0) * (size_t)stride] = 1.0f;
}

kernel void collect(global float* values)
{
    values[get_global_id(0)] += 1.0f;
}
//! [late]

//! [say]
kernel void say(void)
{
    printf("group %d, item %d before the barrier\n", (int)get_group_id(0),
           (int)get_local_id(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    printf("group %d, item %d after it\n", (int)get_group_id(0), (int)get_local_id(0));
}
//! [say]

//! [check-index]
#ifdef CHECK_INDEX
// The index if it is below count, or 0; the first out of range reports where, who and what.
uint checked(uint index, uint count, uint line, global uint* report)
{
    if (index < count) return index;
    if (atomic_cmpxchg(&report[0], 0, line) == 0) {
        report[1] = get_global_id(0);
        report[2] = index;
        report[3] = count;
    }
    return 0;
}
#define AT(index, count) checked(index, count, __LINE__, report)
#else
#define AT(index, count) (index)
#endif
//! [check-index]

//! [gather]
kernel void gather(global const float* in, global const uint* from, global float* out,
                   uint n, global uint* report)
{
    const uint i = get_global_id(0);
    out[AT(i, n)] = in[AT(from[i], n)];
}
//! [gather]

//! [last-words]
kernel void last_words(global float* values, uint stride)
{
    printf("item %d was here\n", (int)get_global_id(0));
    barrier(CLK_LOCAL_MEM_FENCE); // all of the group have printed before anyone writes
    values[get_global_id(0) * (size_t)stride] = 1.0f;
}
//! [last-words]
