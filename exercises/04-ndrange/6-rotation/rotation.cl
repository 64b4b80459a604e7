// Turns a picture about its centre, counter-clockwise as seen. Work-item (x, y) makes output pixel (x, y),
// which is byte y * columns + x, from the input pixel that lands there; 0 when there is none. The launch may
// be larger than the picture in both dimensions.
kernel void rotate_picture(global const uchar* in, global uchar* out, uint columns, uint rows, float cosine,
                           float sine)
{
    // Your code here.
}
