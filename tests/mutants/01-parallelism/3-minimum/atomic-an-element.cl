// rejected by: correct, each work-item calls atomic_min once at most
kernel void minimum(global const int* values, uint n, global int* smallest)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_min(smallest, values[i]);
}
