// A product of matrices, c = a * b, tile by tile: a workgroup computes a
// tile of c, and its invocations load the tiles of a and b together.
#version 450

const uint TILE = 16;

//! [index]
layout(local_size_x = TILE, local_size_y = TILE) in;

layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
layout(push_constant) uniform Shape { uint rows, columns, inner; };

shared float of_a[TILE][TILE], of_b[TILE][TILE];

void main()
{
    const uint i = gl_LocalInvocationID.x, j = gl_LocalInvocationID.y;
    const uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y;
    float sum = 0;
    //! [index]
    for (uint first = 0; first < inner; first += TILE) {
        //! [load]
        const uint ka = first + i, kb = first + j;
        of_a[j][i] = y < rows && ka < inner ? a[y * inner + ka] : 0;
        of_b[j][i] =
            kb < inner && x < columns ? b[kb * columns + x] : 0;
        barrier();
        //! [load]
        //! [multiply]
        for (uint k = 0; k < TILE; ++k) sum += of_a[j][k] * of_b[k][i];
        barrier();
        //! [multiply]
    }
    //! [write]
    if (y < rows && x < columns) c[y * columns + x] = sum;
    //! [write]
}
