// rejected by: correct, negative values are smaller than positive ones
kernel void minimum(global const int* values, uint n, global int* smallest)
{
    uint own = INT_MAX;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) own = min(own, as_uint(values[i]));
    atomic_min(smallest, own);
}
