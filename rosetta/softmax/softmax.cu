// Softmax of rows: exp(x) over the sum of the row's. A block has a row,
// and its largest number is subtracted first, so that no exp overflows.
#include "../common/check.hpp"
#include "../common/cuda.hpp"

constexpr unsigned group = 256;

//! [tree]
__device__ float largest_of(float mine, float* tree)
{
    const unsigned item = threadIdx.x;
    tree[item] = mine;
    for (unsigned width = group / 2; width > 0; width /= 2) {
        __syncthreads();
        if (item < width)
            tree[item] = fmaxf(tree[item], tree[item + width]);
    }
    __syncthreads();
    return tree[0];
}
//! [tree]

__device__ float sum_of(float mine, float* tree)
{
    const unsigned item = threadIdx.x;
    tree[item] = mine;
    for (unsigned width = group / 2; width > 0; width /= 2) {
        __syncthreads();
        if (item < width) tree[item] += tree[item + width];
    }
    __syncthreads();
    return tree[0];
}

//! [index]
__global__ __launch_bounds__(group) void
softmax(const float* in, float* out, unsigned columns)
{
    __shared__ float maxima[group], sums[group];
    const unsigned item = threadIdx.x;
    const unsigned first = blockIdx.x * columns;
    const unsigned end = first + columns;
    //! [index]
    //! [largest]
    float largest = -INFINITY;
    for (unsigned c = first + item; c < end; c += group)
        largest = fmaxf(largest, in[c]);
    largest = largest_of(largest, maxima);
    //! [largest]
    //! [sum]
    float sum = 0;
    for (unsigned c = first + item; c < end; c += group)
        sum += expf(in[c] - largest);
    sum = sum_of(sum, sums);
    //! [sum]
    //! [write]
    for (unsigned c = first + item; c < end; c += group)
        out[c] = expf(in[c] - largest) / sum;
    //! [write]
}

int main()
{
    constexpr unsigned columns = 1000, rows = 37;
    const Floats in = numbers(columns * rows);
    Floats out(in.size());
    const size_t bytes = in.size() * sizeof(float);

    float *matrix, *shares;
    check(cudaMalloc(&matrix, bytes));
    check(cudaMalloc(&shares, bytes));
    check(cudaMemcpy(
        matrix, in.data(), bytes, cudaMemcpyHostToDevice));

    //! [launch]
    softmax<<<rows, group>>>(matrix, shares, columns);
    check(cudaGetLastError());
    //! [launch]
    check(cudaMemcpy(
        out.data(), shares, bytes, cudaMemcpyDeviceToHost));
    check(cudaFree(matrix));
    check(cudaFree(shares));
    return check_softmax("softmax in CUDA", in, out, columns);
}
