// A layer's end and the next one's begin: x gets what the layer adds, and y becomes the layer norm of the new x. 1D, work-groups
// of 128: group r has row r of `width` floats, of which there are 1 to 4,096.
#define GROUP 128
#define WIDEST 4096
#define EPSILON 1e-5f

// The sum of what all work-items of the group have. All of them call it, and all get the sum.
float sum_of_group(float own, local float* sums)
{
    const uint l = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE); // until all have read the sum before
    sums[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint apart = GROUP / 2; apart > 0; apart /= 2) {
        if (l < apart) sums[l] += sums[l + apart];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sums[0];
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
add_and_normalise(global float* x, global float* y, global const float* addend, global const float* gain,
                  global const float* shift, uint width)
{
    local float sums[GROUP], row[WIDEST];
    const uint l = get_local_id(0);
    const size_t begin = get_group_id(0) * (size_t)width;
    float own = 0;
    for (uint i = l; i < width; i += GROUP) {
        const float value = x[begin + i] + addend[begin + i];
        x[begin + i] = value;
        row[i] = value;
        own += value;
    }
    const float mean = sum_of_group(own, sums) / width;
    own = 0;
    for (uint i = l; i < width; i += GROUP) own += (row[i] - mean) * (row[i] - mean);
    const float scale = rsqrt(sum_of_group(own, sums) / width + EPSILON);
    for (uint i = l; i < width; i += GROUP) y[begin + i] = (row[i] - mean) * scale * gain[i] + shift[i];
}
