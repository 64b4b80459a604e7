// Normals of a mesh of rows and columns that is closed in the direction of its columns.

// Work-item (x, y): vertex x of row y. Two-dimensional, any work-group; the range may be larger than the mesh. xyz of
// a place is a place; what its w holds has no meaning. The w of a normal is 0.
kernel void mesh_normals(global const float4* places, global float4* normals, uint columns, uint rows)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    // Your code here. So far every normal points along z.
    normals[y * columns + x] = (float4)(0.0f, 0.0f, 1.0f, 0.0f);
}
