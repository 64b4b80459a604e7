// rejected by: correct, a few work-items find the minimum of many elements
kernel void minimum(global const int* values, uint n, global int* smallest)
{
    int own = INT_MAX;
    const uint length = n / get_global_size(0);
    for (uint i = get_global_id(0) * length; i < (get_global_id(0) + 1) * length; ++i)
        own = min(own, values[i]);
    atomic_min(smallest, own);
}
