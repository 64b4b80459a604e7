// What kernels/rows.clh finds by trees in local memory, by shuffles: those of a warp, and then
// of the group's warps. Stands before softmax.cl and layer_norm.cl in its place.
#ifndef GROUP
#define GROUP 256
#endif

float exchanged(float value, uint mask)
{
    float other;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;"
                 : "=f"(other)
                 : "f"(value), "r"(mask));
    return other;
}

#define OF_ALL(of_group, of_two)                                                           \
    float of_group(float value, local float* shared)                                       \
    {                                                                                      \
        for (uint mask = 16; mask > 0; mask /= 2)                                          \
            value = of_two(value, exchanged(value, mask));                                 \
        if (GROUP == 32) return value;                                                     \
        barrier(CLK_LOCAL_MEM_FENCE);                                                      \
        if (get_local_id(0) % 32 == 0) shared[get_local_id(0) / 32] = value;               \
        barrier(CLK_LOCAL_MEM_FENCE);                                                      \
        value = shared[0];                                                                 \
        for (uint i = 1; i < GROUP / 32; ++i) value = of_two(value, shared[i]);            \
        return value;                                                                      \
    }

float sum_of_two(float a, float b)
{
    return a + b;
}
OF_ALL(group_max, fmax)
OF_ALL(group_sum, sum_of_two)
