// Sums of floats in HIP: threads walk through the input, then each
// block adds up what its threads have in a tree, and leaves one sum.
#include "../common/check.hpp"
#include "../common/hip.hpp"

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
    check(hipSetDevice(0)); // the default
    //! [device]

    //! [memory]
    float *numbers, *partial, *total;
    check(hipMalloc(&numbers, count * sizeof(float)));
    check(hipMalloc(&partial, groups * sizeof(float)));
    check(hipMalloc(&total, sizeof(float)));
    check(hipMemcpy(numbers, in.data(), count * sizeof(float),
        hipMemcpyHostToDevice));
    //! [memory]

    //! [launch]
    sums<<<groups, group>>>(numbers, partial, count);
    check(hipGetLastError());
    sums<<<1, group>>>(partial, total, groups);
    check(hipGetLastError());
    //! [launch]

    //! [result]
    check(hipMemcpy(
        &sum, total, sizeof sum, hipMemcpyDeviceToHost));
    //! [result]
    check(hipFree(numbers));
    check(hipFree(partial));
    check(hipFree(total));
    return check_sum("reduction in HIP", in, sum);
}
