// *smallest = the least of *smallest and values[0] … values[n - 1], for any number of work-items.
// The host puts INT_MAX into *smallest, or the result of an earlier launch.
kernel void minimum(global const int* values, uint n, global int* smallest)
{
    int own = INT_MAX;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) own = min(own, values[i]);
    atomic_min(smallest, own);
}
