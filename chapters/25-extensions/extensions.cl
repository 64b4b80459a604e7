// The sum of very many energies. Work-item i has the elements i, i + items, i + 2 * items …,
// where items is the number of work-items; each leaves one sum.

//! [real]
#if defined(WITHOUT_DOUBLES)
#define HAVE_DOUBLES 0
#elif __OPENCL_C_VERSION__ >= 300
#ifdef __opencl_c_fp64
#define HAVE_DOUBLES 1
#endif
#elif defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define HAVE_DOUBLES 1
#endif
//! [real]

#if HAVE_DOUBLES
typedef double real;
#else
typedef float real;
#endif

kernel void sum_plain(global const float* energy, global real* sums, uint n)
{
    real sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) sum += energy[i];
    sums[get_global_id(0)] = sum;
}

//! [two_floats]
// a + b as two floats: x is the rounded sum, y is exactly what the rounding lost.
float2 two_sum(float a, float b)
{
    const float sum = a + b, of_b = sum - a, of_a = sum - of_b;
    return (float2)(sum, (a - of_a) + (b - of_b));
}

kernel void sum_two_floats(global const float* energy, global float2* sums, uint n)
{
    float2 sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        const float2 step = two_sum(sum.x, energy[i]);
        sum = (float2)(step.x, sum.y + step.y);
    }
    sums[get_global_id(0)] = sum;
}
//! [two_floats]

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
