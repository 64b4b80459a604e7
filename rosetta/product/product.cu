// A product of matrices, c = a * b, tile by tile: a block computes a
// tile of c, and its threads load the tiles of a and b together.
#include "../common/check.hpp"
#include "../common/cuda.hpp"

constexpr unsigned tile = 16;

//! [index]
__global__ __launch_bounds__(tile * tile) void
product(const float* a, const float* b, float* c, unsigned rows,
    unsigned columns, unsigned inner)
{
    __shared__ float of_a[tile][tile], of_b[tile][tile];
    const unsigned i = threadIdx.x, j = threadIdx.y;
    const unsigned x = blockIdx.x * tile + i,
                   y = blockIdx.y * tile + j;
    float sum = 0;
    //! [index]
    for (unsigned first = 0; first < inner; first += tile) {
        //! [load]
        const unsigned ka = first + i, kb = first + j;
        of_a[j][i] =
            y < rows && ka < inner ? a[y * inner + ka] : 0;
        of_b[j][i] =
            kb < inner && x < columns ? b[kb * columns + x] : 0;
        __syncthreads();
        //! [load]
        //! [multiply]
        for (unsigned k = 0; k < tile; ++k)
            sum += of_a[j][k] * of_b[k][i];
        __syncthreads();
        //! [multiply]
    }
    //! [write]
    if (y < rows && x < columns) c[y * columns + x] = sum;
    //! [write]
}

int main()
{
    constexpr unsigned rows = 190, columns = 250, inner = 130;
    const Floats a = numbers(rows * inner),
                 b = numbers(inner * columns);
    Floats c(rows * columns);

    float *left, *right, *out;
    check(cudaMalloc(&left, a.size() * sizeof(float)));
    check(cudaMalloc(&right, b.size() * sizeof(float)));
    check(cudaMalloc(&out, c.size() * sizeof(float)));
    check(cudaMemcpy(left, a.data(), a.size() * sizeof(float),
        cudaMemcpyHostToDevice));
    check(cudaMemcpy(right, b.data(), b.size() * sizeof(float),
        cudaMemcpyHostToDevice));

    //! [launch]
    const dim3 blocks(
        (columns + tile - 1) / tile, (rows + tile - 1) / tile);
    const dim3 threads(tile, tile);
    product<<<blocks, threads>>>(
        left, right, out, rows, columns, inner);
    check(cudaGetLastError());
    //! [launch]
    check(cudaMemcpy(c.data(), out, c.size() * sizeof(float),
        cudaMemcpyDeviceToHost));
    for (float* memory : {left, right, out})
        check(cudaFree(memory));
    return check_product(
        "product in CUDA", a, b, c, rows, columns, inner);
}
