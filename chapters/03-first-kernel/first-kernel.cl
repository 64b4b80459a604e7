// Two kernels over vectors of n floats. Work-item i handles element i; the launch has exactly n work-items.

//! [vecadd]
kernel void vecadd(global const float* a, global const float* b, global float* sum)
{
    const size_t i = get_global_id(0);
    sum[i] = a[i] + b[i];
}
//! [vecadd]

//! [square]
kernel void square(global const float* x, global float* y)
{
    const size_t i = get_global_id(0);
    y[i] = x[i] * x[i];
}
//! [square]
