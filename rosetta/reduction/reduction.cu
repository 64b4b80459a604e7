// Sums of floats in CUDA: threads walk through the input, then each
// block adds up what its threads have in a tree, and leaves one sum.
#include "../common/check.hpp"
#include "../common/cuda.hpp"

constexpr unsigned group = 256;

//! [index]
__global__ __launch_bounds__(group) void
sums(const float* in, float* out, unsigned count)
{
    __shared__ float tree[group];
    const unsigned item = threadIdx.x;
    //! [index]
    //! [walk]
    float sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
         i < count; i += gridDim.x * blockDim.x)
        sum += in[i];
    //! [walk]
    //! [tree]
    tree[item] = sum;
    for (unsigned width = group / 2; width > 0; width /= 2) {
        __syncthreads();
        if (item < width) tree[item] += tree[item + width];
    }
    if (item == 0) out[blockIdx.x] = tree[0];
    //! [tree]
}

int main()
{
    constexpr unsigned count = 1'000'003, groups = 64;
    const Floats in = numbers(count);
    float sum = 0;

    //! [device]
    check(cudaSetDevice(0)); // the default
    //! [device]

    //! [memory]
    float *numbers, *partial, *total;
    check(cudaMalloc(&numbers, count * sizeof(float)));
    check(cudaMalloc(&partial, groups * sizeof(float)));
    check(cudaMalloc(&total, sizeof(float)));
    check(cudaMemcpy(numbers, in.data(), count * sizeof(float),
        cudaMemcpyHostToDevice));
    //! [memory]

    //! [launch]
    sums<<<groups, group>>>(numbers, partial, count);
    check(cudaGetLastError());
    sums<<<1, group>>>(partial, total, groups);
    check(cudaGetLastError());
    //! [launch]

    //! [result]
    check(cudaMemcpy(
        &sum, total, sizeof sum, cudaMemcpyDeviceToHost));
    //! [result]
    check(cudaFree(numbers));
    check(cudaFree(partial));
    check(cudaFree(total));
    return check_sum("reduction in CUDA", in, sum);
}
