// An inclusive scan of integers in three launches: blocks are scanned,
// then their sums, and then each block grows by the sum before it.
#include "../common/check.hpp"
#include "../common/hip.hpp"

constexpr unsigned group = 256;

//! [index]
__global__ __launch_bounds__(group) void
scan(const unsigned* in, unsigned* out, unsigned* sums,
    unsigned n)
{
    __shared__ unsigned block[group];
    const unsigned item = threadIdx.x,
                   i = blockIdx.x * group + item;
    unsigned sum = i < n ? in[i] : 0;
    //! [index]
    //! [steps]
    for (unsigned away = 1; away < group; away *= 2) {
        block[item] = sum;
        __syncthreads();
        if (item >= away) sum += block[item - away];
        __syncthreads();
    }
    //! [steps]
    //! [write]
    if (i < n) out[i] = sum;
    if (item == group - 1) sums[blockIdx.x] = sum;
    //! [write]
}

//! [grow]
// Launched without the first block, which has no sum before it.
__global__ void grow(
    unsigned* out, const unsigned* sums, unsigned n)
{
    const unsigned i = (blockIdx.x + 1) * group + threadIdx.x;
    if (i < n) out[i] += sums[blockIdx.x];
}
//! [grow]

int main()
{
    constexpr unsigned n = 50'003,
                       blocks = (n + group - 1) / group;
    const std::vector<unsigned> in = digits(n);
    std::vector<unsigned> out(n);

    const auto words = [](size_t count) {
        unsigned* memory;
        check(hipMalloc(&memory, count * sizeof(unsigned)));
        return memory;
    };
    unsigned *values = words(n), *scanned = words(n);
    unsigned *sums = words(blocks), *before = words(blocks);
    unsigned* total = words(1);
    check(hipMemcpy(values, in.data(), n * sizeof(unsigned),
        hipMemcpyHostToDevice));

    //! [launch]
    scan<<<blocks, group>>>(values, scanned, sums, n);
    check(hipGetLastError());
    scan<<<1, group>>>(sums, before, total, blocks);
    check(hipGetLastError());
    grow<<<blocks - 1, group>>>(scanned, before, n);
    check(hipGetLastError());
    //! [launch]
    check(hipMemcpy(out.data(), scanned, n * sizeof(unsigned),
        hipMemcpyDeviceToHost));
    for (unsigned* memory :
        {values, scanned, sums, before, total})
        check(hipFree(memory));
    return check_scan("scan in HIP", in, out);
}
