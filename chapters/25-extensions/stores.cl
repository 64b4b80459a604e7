// Bytes to a buffer and colours to a volume, each with and without what a device may lack.

//! [bytes]
#if __OPENCL_VERSION__ >= 110 && !defined(WITHOUT_BYTE_STORES) // core since 1.1
kernel void threshold(global const float* in, global uchar* out, float limit)
{
    out[get_global_id(0)] = in[get_global_id(0)] > limit ? 255 : 0;
}
#else // four bytes a work-item, in one word, so that no work-item writes a part of a word
kernel void threshold(global const float* in, global uint* out, float limit)
{
    const float4 x = vload4(get_global_id(0), in);
    const uint4 bit = x > limit ? (uint4)255 : (uint4)0;
    out[get_global_id(0)] = bit.x | bit.y << 8 | bit.z << 16 | bit.w << 24;
}
#endif
//! [bytes]

// A ball in a cube whose edge is `size`.
float4 colour(int x, int y, int z, int size)
{
    const float3 p = ((float3)(x, y, z) + 0.5f) / size * 2 - 1;
    return (float4)(p, dot(p, p) < 1 ? 1.0f : 0.0f);
}

#ifdef cl_khr_3d_image_writes
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
#endif
#if defined(cl_khr_3d_image_writes) || defined(__opencl_c_3d_image_writes) ||              \
    __OPENCL_C_VERSION__ == 200 // 2.0 requires it
kernel void volume_image(write_only image3d_t image)
{
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    write_imagef(image, (int4)(x, y, z, 0), colour(x, y, z, get_global_size(0)));
}
#endif

// Everywhere: into a buffer, which a command then copies into the image.
kernel void volume_buffer(global float4* voxels)
{
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    const int size = get_global_size(0);
    voxels[(z * size + y) * size + x] = colour(x, y, z, size);
}
