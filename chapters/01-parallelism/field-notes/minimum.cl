// A search for the smallest element that is wrong on purpose: all work-items write to the same place.
kernel void minimum(global const int* values, uint n, global int* smallest)
{
    //! [race]
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        if (values[i] < *smallest) *smallest = values[i];
    //! [race]
}
