// A vote in a loop. 1D, whole groups. Needs sub-groups: cl_khr_subgroups, or the feature of OpenCL 3.0.
#if defined(cl_khr_subgroups) && !defined(__opencl_c_subgroups)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif

//! [votes]
// Goes round until no lane of the sub-group has anything left, and returns the number of rounds.
kernel void rounds_of_all(global const uint* length, global uint* rounds,
                          global uint* width)
{
    uint i = get_global_id(0), left = length[i], count = 0;
    while (sub_group_any(left > 0)) {
        left -= min(left, 1u);
        ++count;
    }
    rounds[i] = count;
    width[i] = get_sub_group_size();
}
//! [votes]
