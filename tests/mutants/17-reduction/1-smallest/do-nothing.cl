// rejected by: correct, one group finds the smallest wherever it stands
kernel void smallest_of_group(global const float* in, uint count, global float* values, global uint* places,
                              local float* smallest, local uint* place)
{
}
