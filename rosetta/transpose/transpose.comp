// A matrix of floats transposed through a tile in shared memory, whose
// rows are a word longer, so that a column lies in different banks.
#version 450

const uint TILE = 32;
const uint ROWS = 8; // of a workgroup

//! [index]
layout(local_size_x = TILE, local_size_y = ROWS) in;

layout(std430, binding = 0) readonly buffer In { float matrix[]; };
layout(std430, binding = 1) writeonly buffer Out { float turned[]; };
layout(push_constant) uniform Shape { uint columns, rows; };

shared float tile[TILE][TILE + 1];

void main()
{
    const uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
    const uint left = gl_WorkGroupID.x * TILE;
    const uint top = gl_WorkGroupID.y * TILE;
    //! [index]
    //! [read]
    for (uint r = y; r < TILE; r += ROWS)
        if (left + x < columns && top + r < rows)
            tile[r][x] = matrix[(top + r) * columns + left + x];
    //! [read]
    //! [wait]
    barrier();
    //! [wait]
    //! [write]
    for (uint c = y; c < TILE; c += ROWS)
        if (left + c < columns && top + x < rows)
            turned[(left + c) * rows + top + x] = tile[x][c];
    //! [write]
}
