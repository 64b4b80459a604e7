// Reads that have to wait for memory. 1D, any group size; neighbours read neighbours in every round.

//! [sum]
// Sums rounds * PER_ITEM elements. `room` is never used: it only takes up local memory,
// and so keeps other work-groups out.
kernel void sum_ahead(global const float* in, global float* out, uint rounds,
                      local float* room)
{
    uint i = get_global_id(0), step = get_global_size(0);
    float sum = 0;
#pragma unroll 1
    for (uint r = 0; r < rounds; ++r) {
        float x[PER_ITEM]; // all of these reads are under way at once
#pragma unroll
        for (uint k = 0; k < PER_ITEM; ++k) x[k] = in[i + k * step];
#pragma unroll
        for (uint k = 0; k < PER_ITEM; ++k) sum += x[k];
        i += PER_ITEM * step;
    }
    if (sum < 0) room[get_local_id(0)] = sum; // never: the input is positive
    out[get_global_id(0)] = sum;
}
//! [sum]
