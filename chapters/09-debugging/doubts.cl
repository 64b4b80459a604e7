// Right kernels that a tool gets wrong: Oclgrind the first, PoCL 3.1 the second.

//! [conversions]
kernel void conversions(float x, int n, global int* out) // one work-item
{
    out[0] = convert_int_rtn(x); // towards minus infinity
    out[1] = convert_int_rtp(x); // towards plus infinity
    switch (n % 4) {
    case 0:
        out[2] = 0;
        break;
    case 1:
        out[2] = 1;
        break;
    case 2:
        out[2] = 2;
        break;
    default:
        out[2] = 3;
    }
}
//! [conversions]

//! [running]
kernel void running(global const uint* in, global uint* out, uint groups,
                    uint n) // groups of 64
{
    local uint own[64];
    const uint i = get_global_id(0);
    const uint l = get_local_id(0);
    if (get_group_id(0) <
        groups) { // the whole group or nobody, so that barriers are allowed
        own[l] = in[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        uint sum = 0;
        for (uint k = 0; k <= l; ++k) sum += own[k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < n) out[i] = sum;
    }
}
//! [running]
