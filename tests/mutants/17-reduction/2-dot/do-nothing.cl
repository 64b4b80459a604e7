// rejected by: correct, one group multiplies and adds
kernel void dot_parts(global const float* a, global const float* b, global float* partial, uint count,
                      local float* sums)
{
}
