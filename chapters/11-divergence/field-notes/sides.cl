// An if whose sides read and write: no compiler can take the branch away.
//! [sides]
kernel void sides(global float* a, global float* b, uint left)
{
    uint i = get_local_id(0);
    if (i < left)
        a[i] += 1.0f;
    else
        b[i] *= 2.0f;
}
//! [sides]
