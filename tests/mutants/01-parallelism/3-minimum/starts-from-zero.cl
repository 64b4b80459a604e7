// rejected by: correct, a few work-items find the minimum of many elements
kernel void minimum(global const int* values, uint n, global int* smallest)
{
    int own = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) own = min(own, values[i]);
    atomic_min(smallest, own);
}
