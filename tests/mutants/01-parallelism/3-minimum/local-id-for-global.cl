// rejected by: correct, the minimum is found wherever it is, with every launch
kernel void minimum(global const int* values, uint n, global int* smallest)
{
    int own = INT_MAX;
    for (uint i = get_local_id(0); i < n; i += get_global_size(0)) own = min(own, values[i]);
    atomic_min(smallest, own);
}
