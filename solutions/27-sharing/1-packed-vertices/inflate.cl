// Moves each vertex of a mesh along its normal. Work-item i has vertex i, which begins at byte i * stride. Its position is three floats from
// byte `position` of the vertex on, its normal three floats from byte `normal` on.
kernel void inflate(global uchar* vertices, uint n, uint stride, uint position, uint normal, float distance)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    global uchar* vertex = vertices + (size_t)i * stride;
    global float* place = (global float*)(vertex + position); // a float3 would be four, and aligned
    global const float* direction = (global const float*)(vertex + normal);
    vstore3(vload3(0, place) + distance * vload3(0, direction), 0, place);
}
