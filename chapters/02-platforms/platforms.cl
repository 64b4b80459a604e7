// What a kernel knows of the device it was compiled for, without asking the host: one work-item fills in a form.
//! [view]
kernel void device_view(global uint* form)
{
    form[0] = __OPENCL_C_VERSION__; // 120 for 1.2, 300 for 3.0
    form[1] = 8 * sizeof(size_t);   // how wide an address is
#ifdef __ENDIAN_LITTLE__
    form[2] = 1;
#else
    form[2] = 0;
#endif
#ifdef cl_khr_fp64
    form[3] = 1;
#else
    form[3] = 0;
#endif
#ifdef __IMAGE_SUPPORT__
    form[4] = 1;
#else
    form[4] = 0;
#endif
}
//! [view]
