// Moving sums of nine neighbours, for this chapter's experiments.
#define RADIUS 4

//! [sum_lines]
// Work-item l adds up line l, which begins `step` elements after the one before. A line's
// elements are `apart` from each other: 1 in a row, a whole row in a column. With IN_STEP,
// the work-items of a group go along together; the launch then has whole groups of lines.
kernel void sum_lines(global const float* in, global float* out, int lines, int step,
                      int count, int apart)
{
    int line = get_global_id(0);
    if (line >= lines) return;
    in += line * step;
    out += line * step;
    float sum = 0;
    for (int k = -RADIUS; k < count; ++k) {
        if (k + RADIUS < count) sum += in[(k + RADIUS) * apart]; // enters
        if (k > RADIUS) sum -= in[(k - RADIUS - 1) * apart];     // leaves
        if (k >= 0) out[k * apart] = sum;
#ifdef IN_STEP
        barrier(CLK_LOCAL_MEM_FENCE); // no data depend on it
#endif
    }
}
//! [sum_lines]

//! [sum_bytes]
// The same for one row of bytes.
kernel void sum_bytes(global const uchar* in, global uint* out, int count)
{
    uint sum = 0;
    for (int k = -RADIUS; k < count; ++k) {
        if (k + RADIUS < count) sum += in[k + RADIUS];
        if (k > RADIUS) sum -= in[k - RADIUS - 1];
        if (k >= 0) out[k] = sum;
    }
}
//! [sum_bytes]
