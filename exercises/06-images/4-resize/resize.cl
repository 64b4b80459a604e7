// Draws a picture in another size, with bilinear filtering. Work-item (x, y) makes pixel (x, y) of out; the launch
// may be larger than out in both dimensions.
kernel void resize(read_only image2d_t in, write_only image2d_t out)
{
    // Your code here.
}
