// Products of what is in registers and nothing else, for bench/causes/units.py. 1D, groups of 256.
//
// -D TIMES   of 64 products each that are written out in a round
#define SIDE 8

// Each of a's elements with each of b's, rounds * TIMES times; out has the sum of all.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void products(global float* out,
                                                                      uint rounds)
{
    const uint id = get_global_id(0);
    float a[SIDE], b[SIDE], sum[SIDE][SIDE] = {{0}};
#pragma unroll
    for (uint i = 0; i < SIDE; ++i) {
        a[i] = (float)((id + i) % 3) - 1;
        b[i] = (float)((id / 3 + i) % 3) - 1;
    }
#pragma unroll 1
    for (uint r = 0; r < rounds; ++r) {
#pragma unroll
        for (uint k = 0; k < TIMES; ++k) {
#pragma unroll
            for (uint i = 0; i < SIDE; ++i) {
#pragma unroll
                for (uint step = 0; step < SIDE; ++step) {
                    const uint j = i % 2 ? SIDE - 1 - step : step;
                    sum[i][j] = fma(a[(i + k) % SIDE], b[(j + k) % SIDE], sum[i][j]);
                }
            }
        }
    }
    float all = 0;
#pragma unroll
    for (uint i = 0; i < SIDE; ++i)
#pragma unroll
        for (uint j = 0; j < SIDE; ++j) all += sum[i][j];
    out[id] = all;
}
