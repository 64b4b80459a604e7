// The same sums of products in two orders: c[row][column] of 16 × 16, by one group of as many work-items.

//! [in_order]
// All products of a sum, one after the other.
kernel void in_order(global const float* a, global const float* b, global float* c,
                     uint depth)
{
    size_t column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (uint k = 0; k < depth; ++k) sum += a[row * depth + k] * b[k * 16 + column];
    c[row * 16 + column] = sum;
}
//! [in_order]

//! [in_blocks]
// Sums of 256 products, and then the sum of these.
kernel void in_blocks(global const float* a, global const float* b, global float* c,
                      uint depth)
{
    size_t column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (uint first = 0; first < depth; first += 256) {
        float part = 0;
        for (uint k = first; k < min(first + 256, depth); ++k)
            part += a[row * depth + k] * b[k * 16 + column];
        sum += part;
    }
    c[row * 16 + column] = sum;
}
//! [in_blocks]
