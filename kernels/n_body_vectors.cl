// All pairs of bodies, the rungs for CPUs; bodies, accelerations and limits are those of
// n_body.cl. Here 16 bodies are one vector, and a work-item has several vectors:
// work-item w has the bodies from 16 * VECTORS * w on. A work-group is one work-item.
//
// Option: VECTORS, vectors of 16 bodies of a work-item.

#ifndef VECTORS
#define VECTORS 2
#endif

//! [vectors]
// 16 bodies at a time: mass / square^1.5 with the root that OpenCL has.
float16 strength_by_root(float16 square, float mass)
{
    float16 root = rsqrt(square);
    return mass * root * (root * root);
}
//! [vectors]

//! [bit_trick]
// A float's bits, taken as an integer, grow nearly like its logarithm. So half of them,
// subtracted from a constant, are those of a reciprocal root, to 3.5 percent.
float16 rough_root(float16 square)
{
    return as_float16(0x5f375a86 - (as_int16(square) >> 1));
}

// Newton's step: from a relative error of e to one of 1.5 * e * e.
float16 better_root(float16 square, float16 root)
{
    return root * fma(-0.5f * square, root * root, (float16)1.5f);
}

float16 strength_by_bits(float16 square, float mass)
{
    float16 root = rough_root(square);
    for (int step = 0; step < 3; ++step) root = better_root(square, root);
    return mass * root * (root * root);
}
//! [bit_trick]

//! [folded]
// Without a step. e is 0 for the right root; what a rough one makes of it says that root^3
// must be multiplied by (1 - e)^-1.5. The polynomial is that to 2.6e-7 for -0.07 < e <
// 0.07.
float16 strength_folded(float16 square, float mass)
{
    float16 root = rough_root(square), root2 = root * root;
    float16 e = fma(-square, root2, (float16)1);
    float16 factor = fma(e, (float16)2.4648889f, (float16)2.2033266f);
    factor = fma(e, factor, (float16)1.8750293f);
    factor = fma(e, factor, (float16)1.4999816f);
    factor = fma(e, factor, (float16)1);
    return (mass * root2) * (root * factor);
}
//! [folded]

//! [estimate]
// The processor's own estimate, to 2^-14, where PoCL's compiler gives it out. The factor
// begins with 1 + 1.5 * e, which is 2.5 - 1.5 * square * root^2; what it lacks is below
// 3e-8.
#if defined(__AVX512F__) && defined(__has_builtin) && !defined(__NV_CL_C_VERSION)
#if __has_builtin(__builtin_ia32_rsqrt14ps512_mask)
#define ESTIMATE(square)                                                                   \
    __builtin_ia32_rsqrt14ps512_mask(square, (float16)0, (ushort)0xffff)
#endif
#endif
float16 strength_by_estimate(float16 square, float mass)
{
#ifdef ESTIMATE
    float16 root = ESTIMATE(square), root2 = root * root;
    float16 factor = fma(square * root2, (float16)-1.5f, (float16)2.5f);
    return (mass * root2) * (root * factor);
#else
    return strength_folded(square, mass);
#endif
}
//! [estimate]

// The coordinates of 16 bodies from `first` on, zeros where there are none.
typedef struct
{
    float16 x, y, z;
} Sixteen;

Sixteen load_sixteen(global const float4* bodies, uint first, uint n)
{
    float x[16], y[16], z[16];
    for (uint k = 0; k < 16; ++k) {
        float4 body = first + k < n ? bodies[first + k] : 0;
        x[k] = body.x;
        y[k] = body.y;
        z[k] = body.z;
    }
    Sixteen loaded = {vload16(0, x), vload16(0, y), vload16(0, z)};
    return loaded;
}

void store_sixteen(Sixteen sum, global float4* accelerations, uint first, uint n)
{
    float x[16], y[16], z[16];
    vstore16(sum.x, 0, x);
    vstore16(sum.y, 0, y);
    vstore16(sum.z, 0, z);
    for (uint k = 0; k < 16 && first + k < n; ++k)
        accelerations[first + k] = (float4)(x[k], y[k], z[k], 0);
}

enum
{
    BY_ROOT,
    BY_BITS,
    FOLDED,
    BY_ESTIMATE
};

// A call names the way by a constant, so that one of the four is left when it is inlined.
float16 strength_of(int way, float16 square, float mass)
{
    return way == BY_ROOT   ? strength_by_root(square, mass)
           : way == BY_BITS ? strength_by_bits(square, mass)
           : way == FOLDED  ? strength_folded(square, mass)
                            : strength_by_estimate(square, mass);
}

//! [loop]
// What all kernels do; they differ in `way` alone.
void pull_sixteens(int way, global const float4* bodies, global float4* accelerations,
                   uint n, float softening)
{
    uint first = (uint)get_global_id(0) * (16 * VECTORS);
    Sixteen own[VECTORS], sum[VECTORS];
    for (uint v = 0; v < VECTORS; ++v) {
        own[v] = load_sixteen(bodies, first + 16 * v, n);
        sum[v].x = sum[v].y = sum[v].z = 0;
    }
    for (uint j = 0; j < n; ++j) {
        float4 other = bodies[j];
#pragma unroll
        for (uint v = 0; v < VECTORS; ++v) {
            float16 x = other.x - own[v].x, y = other.y - own[v].y, z = other.z - own[v].z;
            float16 square = fma(x, x, fma(y, y, fma(z, z, (float16)softening)));
            float16 strength = strength_of(way, square, other.w);
            sum[v].x = fma(strength, x, sum[v].x);
            sum[v].y = fma(strength, y, sum[v].y);
            sum[v].z = fma(strength, z, sum[v].z);
        }
    }
    for (uint v = 0; v < VECTORS; ++v)
        store_sixteen(sum[v], accelerations, first + 16 * v, n);
}
//! [loop]

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
pull_vectors(global const float4* bodies, global float4* accelerations, uint n,
             float softening)
{
    pull_sixteens(BY_ROOT, bodies, accelerations, n, softening);
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
pull_bits(global const float4* bodies, global float4* accelerations, uint n,
          float softening)
{
    pull_sixteens(BY_BITS, bodies, accelerations, n, softening);
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
pull_folded(global const float4* bodies, global float4* accelerations, uint n,
            float softening)
{
    pull_sixteens(FOLDED, bodies, accelerations, n, softening);
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
pull_estimate(global const float4* bodies, global float4* accelerations, uint n,
              float softening)
{
    pull_sixteens(BY_ESTIMATE, bodies, accelerations, n, softening);
}
