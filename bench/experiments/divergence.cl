// Branches whose outcome changes every `1 << shift` work-items. 1D, 256 work-items a group.
// Both sides do the same number of fused multiply-adds with other numbers, so that neither is a special case.

#define SIDE(steps, a, b)                                                                                    \
    for (uint k = 0; k < (steps); ++k) x = fma(x, a, b)

// STEPS is a compile-time constant: a short side becomes predicated instructions, a long one a jump.
kernel void branches(global float* out, uint shift, uint repeats)
{
    uint i = get_global_id(0);
    float x = (float)(i & 1023) * 0.001f;
    bool left = ((i >> shift) & 1) == 0;
#pragma unroll 1
    for (uint r = 0; r < repeats; ++r) {
        if (left) {
            SIDE(STEPS, 0.75f, 0.125f);
        } else {
            SIDE(STEPS, 0.5f, 0.375f);
        }
    }
    out[i] = x;
}

// The work-item's trips depend on its place in a block of 1,024: `pattern` 0 all go round 496 times, 1 neighbours differ,
// 2 each block's work-items are sorted so that sub-groups agree.
kernel void trips(global float* out, uint pattern)
{
    uint i = get_global_id(0), place = i & 1023;
    uint count = pattern == 0 ? 496 : pattern == 1 ? (place & 31) * 32 : (place >> 5) * 32;
    float x = (float)place * 0.001f;
#pragma unroll 1
    for (uint k = 0; k < count; ++k) x = fma(x, 0.75f, 0.125f);
    out[i] = x;
}
