// What a device's units for matrices can do at most, with factors of 16 bits that look like numbers: units slow
// down as more bits change. One-dimensional; each group multiplies the same again and again, and writes its sums.
#if MATRIX_UNITS >= 90
#include "../kernels/matrix_units_groups.cl"
#else
#include "../kernels/matrix_units.cl"
#endif

// Two numbers of 16 bits, each from 0.5 to 1 or from -1 to -0.5.
uint two_numbers(uint i)
{
    i = (i ^ i >> 15) * 2246822519u;
    i = (i ^ i >> 13) * 3266489917u;
    return (i ^ i >> 16) & 0x807F807Fu | 0x3F003F00u;
}

#if MATRIX_UNITS >= 90
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void limit_matrix_fma(global float* sums_of,
                                                                              uint rounds)
{
    local uint4 slabs[STAGE_PIECES] ALIGNED;
    uint id = get_local_id(0);
    for (uint i = id; i < STAGE_PIECES * 4; i += 256) ((local uint*)slabs)[i] = two_numbers(i);
    PUBLISH;
    barrier(CLK_LOCAL_MEM_FENCE);
    float sums[SUMS];
    clear(sums);
    SETTLE("+f", sums);
    for (uint round = 0; round < rounds; ++round) {
        BEGIN_PRODUCTS;
        multiply_slabs(sums, slabs + id / 128 * 64 * PIECES, slabs + TILE_ROWS * PIECES);
        END_PRODUCTS;
        AWAIT_PRODUCTS(1);
    }
    AWAIT_PRODUCTS(0);
    SETTLE("+f", sums);
    for (uint i = 1; i < SUMS; ++i) sums[0] += sums[i];
    sums_of[get_global_id(0)] = sums[0];
}
#else
kernel __attribute__((reqd_work_group_size(128, 1, 1))) void limit_matrix_fma(global float* sums_of,
                                                                              uint rounds)
{
    local uint room[1]; // other bodies exchange in it, and this one does not
    fragment a, b;
    fragment_sums sums[8];
    for (uint i = 0; i < 4; ++i) {
        a.pairs[i] = two_numbers(get_global_id(0) * 8 + i);
        b.pairs[i] = two_numbers(get_global_id(0) * 8 + 4 + i);
    }
#pragma unroll
    for (uint i = 0; i < 8; ++i) none(&sums[i]);
    for (uint round = 0; round < rounds; ++round) {
#pragma unroll
        for (uint i = 0; i < 8; ++i) multiply(&sums[i], &a, &b, room);
    }
    float sum = 0;
    for (uint i = 0; i < 8; ++i)
        for (uint j = 0; j < SUMS; ++j) sum += sums[i].values[j];
    sums_of[get_global_id(0)] = sum;
}
#endif
