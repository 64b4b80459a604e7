// A matrix of floats transposed through a tile in shared memory, whose
// rows are a word longer, so that a column lies in different banks.
#include "../common/check.hpp"
#include "../common/hip.hpp"

constexpr unsigned tile_size = 32;
constexpr unsigned tile_rows = 8; // of a block

//! [index]
__global__ __launch_bounds__(tile_size * tile_rows) void
transpose(const float* in, float* out, unsigned columns,
    unsigned rows)
{
    __shared__ float tile[tile_size][tile_size + 1];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned left = blockIdx.x * tile_size;
    const unsigned top = blockIdx.y * tile_size;
    //! [index]
    //! [read]
    for (unsigned r = y; r < tile_size; r += tile_rows)
        if (left + x < columns && top + r < rows)
            tile[r][x] = in[(top + r) * columns + left + x];
    //! [read]
    //! [wait]
    __syncthreads();
    //! [wait]
    //! [write]
    for (unsigned c = y; c < tile_size; c += tile_rows)
        if (left + c < columns && top + x < rows)
            out[(left + c) * rows + top + x] = tile[x][c];
    //! [write]
}

int main()
{
    constexpr unsigned columns = 1000, rows = 777;
    const Floats in = numbers(columns * rows);
    Floats out(in.size());
    const size_t bytes = in.size() * sizeof(float);

    float *matrix, *turned;
    check(hipMalloc(&matrix, bytes));
    check(hipMalloc(&turned, bytes));
    check(hipMemcpy(
        matrix, in.data(), bytes, hipMemcpyHostToDevice));

    //! [launch]
    const dim3 blocks((columns + tile_size - 1) / tile_size,
        (rows + tile_size - 1) / tile_size);
    const dim3 threads(tile_size, tile_rows);
    transpose<<<blocks, threads>>>(
        matrix, turned, columns, rows);
    check(hipGetLastError());
    //! [launch]
    check(hipMemcpy(
        out.data(), turned, bytes, hipMemcpyDeviceToHost));
    check(hipFree(matrix));
    check(hipFree(turned));
    return check_transpose(
        "transpose in HIP", in, out, columns, rows);
}
