// rejected by: correct, a second launch goes on from the first
kernel void minimum(global const int* values, uint n, global int* smallest)
{
    if (get_global_id(0) == 0) *smallest = INT_MAX;
    int own = INT_MAX;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) own = min(own, values[i]);
    atomic_min(smallest, own);
}
