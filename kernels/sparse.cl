// Products that deal with a matrix row by row. Options are in sparse.clh, and
//
// -D TEAM     neighbours that share a row, a power of two, at most 32
#include "sparse.clh"
#ifndef TEAM
#define TEAM 8
#endif

//! [row]
// A work-item a row.
kernel GROUPED void multiply_rows(global const uint* row_begins, global const uint* columns,
                                  global const float* values, global const float* x,
                                  global float* y, uint rows)
{
    const uint r = get_global_id(0);
    if (r >= rows) return;
    const uint end = row_begins[r + 1];
    float sum = 0;
    for (uint i = row_begins[r]; i < end; ++i) sum += values[i] * x[columns[i]];
    y[r] = sum;
}
//! [row]

//! [team]
// The sum over a team, in its first work-item: halves are added, as in a reduction.
#ifdef __NV_CL_C_VERSION // the lanes of a team go in step and read each other's registers
float sum_of_team(float sum, local float* sums)
{
#pragma unroll
    for (uint apart = TEAM / 2; apart > 0; apart /= 2) {
        float other;
        asm volatile("shfl.sync.down.b32 %0, %1, %2, 31, 0xffffffff;"
                     : "=f"(other)
                     : "f"(sum), "r"(apart));
        sum += other;
    }
    return sum;
}
#else
float sum_of_team(float sum, local float* sums)
{
    const uint l = get_local_id(0);
    for (uint apart = TEAM / 2; apart > 0; apart /= 2) {
        sums[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l % TEAM < apart) sum += sums[l + apart];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sum;
}
#endif

// A team of neighbours a row, who read its nonzeros side by side.
kernel GROUPED void multiply_by_teams(global const uint* row_begins,
                                      global const uint* columns,
                                      global const float* values, global const float* x,
                                      global float* y, uint rows)
{
    local float sums[GROUP];
    const uint r = get_global_id(0) / TEAM, lane = get_local_id(0) % TEAM;
    float sum = 0;
    if (r < rows) {
        const uint end = row_begins[r + 1];
        for (uint i = row_begins[r] + lane; i < end; i += TEAM)
            sum += values[i] * x[columns[i]];
    }
    sum = sum_of_team(sum, sums);
    if (r < rows && lane == 0) y[r] = sum;
}
//! [team]
