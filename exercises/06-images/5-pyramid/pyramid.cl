// One level of a pyramid from the one before it. Work-item (x, y) makes pixel (x, y) of out, which is the mean of
// what it covers of in, weighted by area. The launch may be larger than out in both dimensions.
kernel void next_level(read_only image2d_t in, write_only image2d_t out)
{
    // Your code here.
}
