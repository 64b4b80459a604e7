// rejected by: correct, a hot cell warms its four neighbours
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
heat_step(global const float* before, global float* after, uint columns, uint rows, float rate)
{
}
