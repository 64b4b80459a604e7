// Pixels of four bytes, red green blue and an unused one, to three planes. Work-item (w, y) has the pixels
// 4w to 4w + 3 of row y. Pixel (x, y) is pixels[y * pitch + x] and goes to byte y * pitch + x of each plane;
// pitch is a multiple of 32. The launch may be larger than the picture in both dimensions; what lies from
// columns to pitch may be read and must not be written.
kernel void planes(global const uchar4* pixels, global uchar* red, global uchar* green, global uchar* blue,
                   uint columns, uint rows, uint pitch)
{
    // Your code here.
}
