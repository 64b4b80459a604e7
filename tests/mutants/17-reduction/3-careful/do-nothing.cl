// rejected by: correct, every element is added once
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void careful_sum(global const float* in,
                                                                         global float* total, uint count)
{
}
