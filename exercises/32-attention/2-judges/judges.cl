// Marks that can be compared: of each judge's marks the mean becomes 0 and the variance 1. Row r of `marks` and `result` has the
// `pupils` marks of judge r, 1 to MOST of them; result = (mark - mean) / sqrt(variance + EPSILON). 1D, work-groups of 64: a group
// has the row with its number.
#define GROUP 64
#define MOST 2048
#define EPSILON 1e-5f

// The sum of the group's values, for all of its work-items.
float group_sum(float value, local float* shared)
{
    const uint l = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    shared[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        if (l < width) shared[l] += shared[l + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return shared[0];
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void level(global const float* marks,
                                                                     global float* result, uint pupils)
{
    local float shared[GROUP];
    marks += get_group_id(0) * pupils;
    result += get_group_id(0) * pupils;
    // Right, but it reads the row three times. Your code here.
    float sum = 0, squares = 0;
    for (uint p = get_local_id(0); p < pupils; p += GROUP) sum += marks[p];
    const float mean = group_sum(sum, shared) / pupils;
    for (uint p = get_local_id(0); p < pupils; p += GROUP) squares += (marks[p] - mean) * (marks[p] - mean);
    const float scale = 1 / sqrt(group_sum(squares, shared) / pupils + EPSILON);
    for (uint p = get_local_id(0); p < pupils; p += GROUP) result[p] = (marks[p] - mean) * scale;
}
