// The film's first stage. 1D; work-item i handles pixel i, in work-groups of any size.

//! [brighten]
kernel void brighten(global uchar4* frame, uint n, uint percent)
{
    const uint i = get_global_id(0);
    if (i < n) frame[i] = convert_uchar4_sat(convert_uint4(frame[i]) * percent / 100);
}
//! [brighten]
