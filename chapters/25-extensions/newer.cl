// Dot products of four bytes, and a kernel that launches another.

//! [dot]
#ifdef cl_khr_integer_dot_product
#pragma OPENCL EXTENSION cl_khr_integer_dot_product : enable
#endif
#if defined(__opencl_c_integer_dot_product_input_4x8bit_packed) && !defined(WITHOUT_DOT)
#define DOT(a, b) dot_4x8packed_us_int(a, b)
#else
int four_products(uint a, uint b)
{
    const int4 x = convert_int4(as_uchar4(a)), y = convert_int4(as_char4(b));
    return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}
#define DOT(a, b) four_products(a, b)
#endif
//! [dot]

kernel void dots(global const uint* a, global const uint* b, global int* out, uint rounds)
{
    const size_t i = get_global_id(0);
    uint x = a[i];
    int sum = 0;
    for (uint round = 0; round < rounds; ++round) {
        sum += DOT(x, b[i]);
        x = x * 1664525 + sum;
    }
    out[i] = sum;
}

kernel void add_one(global uint* counts)
{
    counts[get_global_id(0)] += 1;
}

//! [enqueue]
#if defined(__opencl_c_device_enqueue) || __OPENCL_C_VERSION__ == 200 // 2.0 requires it
// Work-item 0 launches as many work-items as the numbers say that it found.
kernel void find_and_launch(global const uint* found, global uint* counts)
{
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(*found),
                   ^{
                     counts[get_global_id(0)] += 1;
                   });
}
#endif
//! [enqueue]
