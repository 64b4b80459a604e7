// rejected by: correct, a gain of 256 and no bias copy the picture
kernel void brightness(global const uchar* in, global uchar* out, uint columns, uint rows, uint pitch,
                       int gain, int bias)
{
    (void)pitch;
}
