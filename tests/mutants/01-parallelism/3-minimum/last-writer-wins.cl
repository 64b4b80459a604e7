// rejected by: correct, many work-items that all write agree on the minimum
kernel void minimum(global const int* values, uint n, global int* smallest)
{
    int own = INT_MAX;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) own = min(own, values[i]);
    atomic_xchg(smallest, own);
}
