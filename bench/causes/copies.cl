// Copies and chains of multiply-adds, N elements of the type T for each work-item, a group apart.
kernel void copy(global const T* in, global T* out)
{
    const size_t group = get_local_size(0);
    const size_t first = get_group_id(0) * group * N + get_local_id(0);
    T x[N];
#pragma unroll
    for (int k = 0; k < N; ++k) x[k] = in[first + k * group];
#pragma unroll
    for (int k = 0; k < N; ++k) out[first + k * group] = x[k];
}
kernel void operations(global const float* in, global float* out, uint rounds, float factor, float summand)
{
    const size_t group = get_local_size(0);
    const size_t first = get_group_id(0) * group * N + get_local_id(0);
    float x[N];
#pragma unroll
    for (int k = 0; k < N; ++k) x[k] = in[first + k * group];
    for (uint round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < N; ++k) x[k] = fma(x[k], factor, summand);
#pragma unroll
    for (int k = 0; k < N; ++k) out[first + k * group] = x[k];
}
