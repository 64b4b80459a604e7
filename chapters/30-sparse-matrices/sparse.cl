// The plain product of a sparse matrix and a vector, and the rest of a step of conjugate gradients. Vectors have n elements.
//
// -D GROUP    work-items of a work-group, a power of two
//
// A dot product is left in GROUP parts, one for each of as many groups. Whoever needs it adds them up.

//! [multiply]
// y = A x, a work-item a row. The nonzeros of row r are those from row_begins[r] to
// row_begins[r + 1] - 1.
kernel void multiply(global const uint* row_begins, global const uint* columns,
                     global const float* values, global const float* x, global float* y,
                     uint rows)
{
    uint r = get_global_id(0);
    if (r >= rows) return;
    float sum = 0;
    for (uint i = row_begins[r]; i < row_begins[r + 1]; ++i)
        sum += values[i] * x[columns[i]];
    y[r] = sum;
}
//! [multiply]

// The same, but for the places that it reads in x: all are among the first 1,024, so they stay
// in the nearest cache. Right only if x is the same everywhere.
kernel void multiply_near(global const uint* row_begins, global const uint* columns,
                          global const float* values, global const float* x,
                          global float* y, uint rows)
{
    uint r = get_global_id(0);
    if (r >= rows) return;
    float sum = 0;
    for (uint i = row_begins[r]; i < row_begins[r + 1]; ++i)
        sum += values[i] * x[columns[i] % 1024];
    y[r] = sum;
}

// The sum of what the group's work-items have, in all of them.
float sum_of_group(float own, local float* sums)
{
    uint l = get_local_id(0);
    sums[l] = own;
    for (uint apart = GROUP / 2; apart > 0; apart /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < apart) sums[l] += sums[l + apart];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = sums[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

//! [dot]
// The parts of a · b.
kernel void dot_in_parts(global const float* a, global const float* b, global float* parts,
                         uint n)
{
    local float sums[GROUP];
    float sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) sum += a[i] * b[i];
    sum = sum_of_group(sum, sums);
    if (get_local_id(0) == 0) parts[get_group_id(0)] = sum;
}
//! [dot]

//! [step]
// Goes along the direction p as far as it pays, and finds what is left: q is A p. The parts
// of r · r before and after the step are rr and new_rr.
kernel void take_step(global float* x, global float* r, global const float* p,
                      global const float* q, global const float* rr, global const float* pq,
                      global float* new_rr, uint n)
{
    local float sums[GROUP];
    float length = sum_of_group(rr[get_local_id(0)], sums);
    length /= sum_of_group(pq[get_local_id(0)], sums);
    float sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        x[i] += length * p[i];
        r[i] -= length * q[i];
        sum += r[i] * r[i];
    }
    sum = sum_of_group(sum, sums);
    if (get_local_id(0) == 0) new_rr[get_group_id(0)] = sum;
}

// The next direction.
kernel void turn(global float* p, global const float* r, global const float* rr,
                 global const float* new_rr, uint n)
{
    local float sums[GROUP];
    float weight = sum_of_group(new_rr[get_local_id(0)], sums);
    weight /= sum_of_group(rr[get_local_id(0)], sums);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        p[i] = r[i] + weight * p[i];
}
//! [step]
