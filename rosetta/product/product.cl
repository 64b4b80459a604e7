// A product of matrices, c = a * b, tile by tile: a group computes a
// tile of c, and its work-items load the tiles of a and b together.
#define TILE 16

//! [index]
kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
product(global const float* a, global const float* b,
    global float* c, uint rows, uint columns, uint inner)
{
    local float of_a[TILE][TILE], of_b[TILE][TILE];
    const uint i = get_local_id(0), j = get_local_id(1);
    const uint x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    //! [index]
    for (uint first = 0; first < inner; first += TILE) {
        //! [load]
        const uint ka = first + i, kb = first + j;
        of_a[j][i] =
            y < rows && ka < inner ? a[y * inner + ka] : 0;
        of_b[j][i] =
            kb < inner && x < columns ? b[kb * columns + x] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        //! [load]
        //! [multiply]
        for (uint k = 0; k < TILE; ++k)
            sum += of_a[j][k] * of_b[k][i];
        barrier(CLK_LOCAL_MEM_FENCE);
        //! [multiply]
    }
    //! [write]
    if (y < rows && x < columns) c[y * columns + x] = sum;
    //! [write]
}
