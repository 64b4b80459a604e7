// How loud all whispers of a room are together: result[r] = log(exp(x[0]) + exp(x[1]) + …) of the `count` levels of row r of `levels`,
// -INFINITY if there are none or all of them are -INFINITY. 1D, work-groups of GROUP, a power of two: a group has the row with its
// number.
#ifndef GROUP
#define GROUP 64
#endif

// The pair (largest, sum of exp(x - largest)) of all numbers of which a and b are the pairs. Of no number it is (-INFINITY, 0).
float2 merged(float2 a, float2 b)
{
    // Your code here.
    return a;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void loudness(global const float* levels,
                                                                        global float* result, uint count)
{
    local float2 pairs[GROUP];
    const uint l = get_local_id(0);
    levels += get_group_id(0) * count;
    float2 pair = (float2)(-INFINITY, 0);
    for (uint i = l; i < count; i += GROUP) pair = merged(pair, (float2)(levels[i], 1));
    pairs[l] = pair;
    // Your code here: the pairs of the group become one.
    if (l == 0) result[get_group_id(0)] = pairs[0].x + log(pairs[0].y);
}
