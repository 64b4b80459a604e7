// The sum of very many energies. Work-item i has the elements i, i + items, i + 2 * items …,
// where items is the number of work-items; each group of 256 leaves one sum, and a second
// launch, of one group, adds up those.

//! [real]
#if !defined(PAIRS) && !defined(FLOATS)
#if __OPENCL_C_VERSION__ >= 300
#ifdef __opencl_c_fp64
#define DOUBLES
#endif
#elif defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define DOUBLES
#endif
#endif
//! [real]

#if defined(BY_SUB_GROUPS) && defined(cl_khr_subgroups)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif

//! [two_floats]
#if defined(DOUBLES)
typedef double real;
#define AS_REAL(x) ((double)(x))
#define PLUS(a, b) ((a) + (b))
#elif defined(FLOATS)
typedef float real;
#define AS_REAL(x) (x)
#define PLUS(a, b) ((a) + (b))
#else
typedef float2 real; // .x is the sum in a float, .y what it lacks
#define AS_REAL(x) ((float2)(x, 0))
#define PLUS(a, b) add_pairs(a, b)

// a + b: the rounded sum, and exactly what the rounding lost.
float2 two_sum(float a, float b)
{
    const float sum = a + b, of_b = sum - a, of_a = sum - of_b;
    return (float2)(sum, (a - of_a) + (b - of_b));
}

float2 add_pairs(float2 a, float2 b)
{
    const float2 sum = two_sum(a.x, b.x);
    return (float2)(sum.x, sum.y + (a.y + b.y));
}
#endif
//! [two_floats]

//! [group]
void leave_sum_of_group(real sum, local real* places, global real* sums)
{
    const uint i = get_local_id(0);
#if defined(BY_GROUP)
    sum = work_group_reduce_add(sum);
#elif defined(BY_SUB_GROUPS)
    sum = sub_group_reduce_add(sum);
    if (get_sub_group_local_id() == 0) places[get_sub_group_id()] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 1; i == 0 && s < get_num_sub_groups(); ++s) sum += places[s];
#else
    places[i] = sum;
    for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < width) places[i] = PLUS(places[i], places[i + width]);
    }
    if (i == 0) sum = places[0];
#endif
    if (i == 0) sums[get_group_id(0)] = sum;
}
//! [group]

kernel void add_energies(global const float* energy, global real* sums, uint n,
                         local real* places)
{
    real sum = AS_REAL(0.0f);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum = PLUS(sum, AS_REAL(energy[i]));
    leave_sum_of_group(sum, places, sums);
}

kernel void add_sums(global const real* some, global real* sums, uint n, local real* places)
{
    real sum = AS_REAL(0.0f);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum = PLUS(sum, some[i]);
    leave_sum_of_group(sum, places, sums);
}

// Arithmetic alone: eight chains of multiply-adds, each of REALS, which is float16 or double2
// or the like.
#ifdef REALS
kernel void chains(global REALS* out, uint rounds)
{
    REALS x[8];
    for (int c = 0; c < 8; ++c) x[c] = get_global_id(0) + c;
    const REALS a = 0.5f, b = 0.25f;
    for (uint round = 0; round < rounds; ++round)
        for (int c = 0; c < 8; ++c) x[c] = fma(x[c], a, b);
    out[get_global_id(0)] = x[0] + x[1] + x[2] + x[3] + x[4] + x[5] + x[6] + x[7];
}
#endif
