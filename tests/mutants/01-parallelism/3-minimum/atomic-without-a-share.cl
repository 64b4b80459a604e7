// rejected by: correct, a few work-items find the minimum of many elements
kernel void minimum(global const int* values, uint n, global int* smallest)
{
    const uint i = get_global_id(0);
    if (i < n) atomic_min(smallest, values[i]);
}
