// y = a * x + y, eight elements a work-item: with floats, with halves that are computed on
// as floats, and with halves throughout.

kernel void with_floats(global const float* x, global float* y, float a)
{
    const size_t i = get_global_id(0);
    vstore8(a * vload8(i, x) + vload8(i, y), i, y);
}

//! [storage]
// Core since 1.0: half is a format of memory, and nothing is computed in it.
kernel void half_storage(global const half* x, global half* y, float a)
{
    const size_t i = get_global_id(0);
    vstore_half8(a * vload_half8(i, x) + vload_half8(i, y), i, y);
}
//! [storage]

#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void half_arithmetic(global const half* x, global half* y, float a)
{
    const size_t i = get_global_id(0);
    vstore8((half)a * vload8(i, x) + vload8(i, y), i, y);
}
#endif

// From and to floats, so that the host needs no halves of its own.
kernel void narrow(global const float* in, global half* out)
{
    vstore_half(in[get_global_id(0)], get_global_id(0), out);
}

kernel void widen(global const half* in, global float* out)
{
    out[get_global_id(0)] = vload_half(get_global_id(0), in);
}
