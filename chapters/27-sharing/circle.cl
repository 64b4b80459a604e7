// Vertices on a circle: work-item i makes vertex i, and all work-items together close it.
kernel void circle(global float2* vertices, float more)
{
    const uint i = get_global_id(0);
    const float angle = 2 * M_PI_F * i / get_global_size(0);
    vertices[i] = (1 + more) * (float2)(cos(angle), sin(angle));
}
