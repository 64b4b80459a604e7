// Kernels that do what a student's should not, for harness_double.cpp. One-dimensional, one work-item an element.
kernel void good(global float* y, uint n)
{
    y[get_global_id(0)] = 1.0f;
}

kernel void one_before(global float* y, uint n)
{
    const int i = get_global_id(0);
    y[i] = 1.0f;
    if (i == 0) y[i - 1] = 1.0f;
}

kernel void one_after(global float* y, uint n)
{
    const uint i = get_global_id(0);
    y[i] = 1.0f;
    if (i == n - 1) y[n] = 1.0f;
}

kernel void one_after_the_launch(global float* y, uint n)
{
    const uint i = get_global_id(0);
    y[i] = 1.0f;
    if (i == get_global_size(0) - 1 && i + 1 < n) y[i + 1] = 1.0f;
}

kernel void skips_one(global float* y, uint n)
{
    if (get_global_id(0) != 21) y[get_global_id(0)] = 1.0f;
}

kernel void picture(global uint* image, uint columns)
{
    image[get_global_id(1) * columns + get_global_id(0)] = get_global_id(1) == 2 ? 6 : 5;
}

kernel void parameters(global const float* restrict a, global unsigned char* b, constant int* c,
                       local float4* d, const unsigned int e, unsigned long f)
{
    b[0] = (uchar)(a[0] + c[0] + d[0].x + e + f);
}

// Types by other names, for a compiler the same; and names that do not mean what they say.
typedef uint count_t;
typedef float real;
typedef global real* numbers;
#define ulong int
kernel void renamed(numbers a, global const real* b, constant count_t* c, count_t d, unsigned e,
                    unsigned int f)
{
    a[0] = b[0] + c[0] + d + e + f;
}

kernel void other_types(global real* a, int b, ulong c)
{
    a[0] = b + c;
}

kernel void copy_image(read_only image2d_t in, write_only image2d_t out)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (any(at >= get_image_dim(out))) return;
    write_imagef(out, at, read_imagef(in, CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST, at));
}
