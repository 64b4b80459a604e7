// rejected by: clean, a few work-items find the minimum of many elements
kernel void minimum(global const int* values, uint n, global int* smallest)
{
    int own = INT_MAX;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) own = min(own, values[i]);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (own < *smallest) *smallest = own;
}
