// Normals of a mesh of rows and columns that is closed in the direction of its columns.

// Work-item (x, y): vertex x of row y. Two-dimensional, any work-group; the range may be larger than the mesh. xyz of
// a place is a place; what its w holds has no meaning. The w of a normal is 0.
kernel void mesh_normals(global const float4* places, global float4* normals, uint columns, uint rows)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    size_t left = x > 0 ? x - 1 : columns - 1, right = x + 1 < columns ? x + 1 : 0;
    size_t above = y > 0 ? y - 1 : y, below = y + 1 < rows ? y + 1 : y;
    float3 east = places[y * columns + right].xyz - places[y * columns + left].xyz;
    float3 south = places[below * columns + x].xyz - places[above * columns + x].xyz;
    float3 normal = cross(east, south);
    float size = sqrt(dot(normal, normal));
    normals[y * columns + x] = size > 0.0f ? (float4)(normal / size, 0.0f) : (float4)(0.0f);
}
