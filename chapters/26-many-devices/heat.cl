// One step of heat on a strip of rows with a halo row above and one below. Dimension 0 runs
// along rows, dimension 1 over `count` rows from `first` on, row 0 being the upper halo; they
// go to the rows of `new` from `to` on. Any work-group shape.

//! [heat]
#pragma OPENCL FP_CONTRACT OFF // or some compilers round once where others round twice

kernel void heat(global const float* old, global float* new, uint columns, uint first,
                 uint count, uint to)
{
    const uint x = get_global_id(0);
    if (x >= columns || get_global_id(1) >= count) return;
    const ulong i = (ulong)(first + get_global_id(1)) * columns + x;
    const float left = x > 0 ? old[i - 1] : 0.0f,
                right = x + 1 < columns ? old[i + 1] : 0.0f;
    const float around = (left + right) + (old[i - columns] + old[i + columns]);
    new[(ulong)(to + get_global_id(1)) * columns + x] =
        old[i] + 0.2f * (around - 4.0f * old[i]);
}
//! [heat]
