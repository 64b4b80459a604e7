// One work-item for each element: work-item i owns index i, and nothing else.
//! [sum]
kernel void vector_sum(global const float* a, global const float* b, global float* c,
                       uint rounds)
{
    const size_t i = get_global_id(0);
    float x = a[i];
    for (uint round = 0; round < rounds; ++round) x = 0.5f * x + b[i];
    c[i] = x;
}
//! [sum]
