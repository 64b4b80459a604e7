// How many operations a second: twelve chains of multiply-adds for each work-item, which do not wait for each other.
#ifndef VECTOR
#define VECTOR float
#endif

kernel void peak(global VECTOR* out, float factor, float summand, uint rounds)
{
    VECTOR chain[12];
    for (uint c = 0; c < 12; ++c) chain[c] = (VECTOR)(c + get_global_id(0));
    for (uint r = 0; r < rounds; ++r) {
#pragma unroll
        for (uint c = 0; c < 12; ++c)
            chain[c] = fma(chain[c], (VECTOR)factor, (VECTOR)summand);
    }
    VECTOR sum = 0; // stored, so that nothing can be left out
    for (uint c = 0; c < 12; ++c) sum += chain[c];
    out[get_global_id(0)] = sum;
}
