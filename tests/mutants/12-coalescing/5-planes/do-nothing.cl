// rejected by: correct, a picture without padding is split into its planes
kernel void planes(global const uchar4* pixels, global uchar* red, global uchar* green, global uchar* blue,
                   uint columns, uint rows, uint pitch)
{
    (void)pitch;
}
