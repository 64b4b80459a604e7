// CUB's reduction, histogram, scan and sort, as a peer.
// Arguments: reduce float COUNT | histogram random|constant COUNT | scan float|uint COUNT | sort uniform|few|pairs COUNT.
#include "cuda_peer.cuh"

#include <cub/cub.cuh>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace
{

using peer::allocate;
using peer::fill;
using peer::require;

/// Random bits for element i, the same on every machine: the finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
__device__ std::uint32_t hash(std::uint64_t i)
{
    i = (i + 1) * 0x9E3779B97F4A7C15ULL;
    i = (i ^ (i >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    i = (i ^ (i >> 27U)) * 0x94D049BB133111EBULL;
    return static_cast<std::uint32_t>((i ^ (i >> 31U)) >> 16U);
}

/// Calls CUB once for the size of its scratch memory, and returns what runs it with that.
template <typename F>
std::function<void()> with_scratch(F call)
{
    std::size_t bytes = 0;
    require(call(nullptr, bytes), "asking for scratch memory");
    void* scratch = allocate<char>(bytes);
    return [=]() mutable { require(call(scratch, bytes), "running"); };
}

std::function<void()> reduce(std::size_t count)
{
    float* in = allocate<float>(count);
    float* out = allocate<float>(1);
    fill<<<1024, 256>>>(in, count, [] __device__(std::size_t i) { return hash(i) % 1024 / 256.0F - 1.0F; });
    return with_scratch([=](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Sum(scratch, bytes, in, out, static_cast<int>(count));
    });
}

std::function<void()> histogram(std::size_t count, bool constant)
{
    auto* in = allocate<std::uint8_t>(count);
    auto* out = allocate<std::uint32_t>(256);
    fill<<<1024, 256>>>(in, count, [=] __device__(std::size_t i) {
        return static_cast<std::uint8_t>(constant ? 77 : hash(i) & 255U);
    });
    return with_scratch([=](void* scratch, std::size_t& bytes) {
        return cub::DeviceHistogram::HistogramEven(scratch, bytes, in, out, 257, 0, 256,
                                                   static_cast<int>(count));
    });
}

template <typename T>
std::function<void()> scan(std::size_t count)
{
    T* in = allocate<T>(count);
    T* out = allocate<T>(count);
    fill<<<1024, 256>>>(in, count, [] __device__(std::size_t i) { return static_cast<T>(hash(i) % 16); });
    return with_scratch([=](void* scratch, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveSum(scratch, bytes, in, out, static_cast<int>(count));
    });
}

/// With a count of 32 bits or of 64, by which CUB chooses the size of its tiles: whichever is faster.
std::function<void()> sort(std::size_t count, bool few, bool pairs)
{
    auto* keys = allocate<std::uint32_t>(count);
    auto* keys_out = allocate<std::uint32_t>(count);
    fill<<<1024, 256>>>(keys, count,
                        [=] __device__(std::size_t i) { return few ? hash(i) % 16 * 0x01020408U : hash(i); });
    auto* values = pairs ? allocate<std::uint32_t>(count) : nullptr;
    auto* values_out = pairs ? allocate<std::uint32_t>(count) : nullptr;
    if (pairs)
        fill<<<1024, 256>>>(values, count, [] __device__(std::size_t i) { return static_cast<std::uint32_t>(i); });
    const auto counting_by = [=](auto n) {
        return with_scratch([=](void* scratch, std::size_t& bytes) {
            return pairs
                       ? cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, keys_out, values, values_out, n)
                       : cub::DeviceRadixSort::SortKeys(scratch, bytes, keys, keys_out, n);
        });
    };
    return peer::fastest({counting_by(static_cast<int>(count)), counting_by(static_cast<std::int64_t>(count))});
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 4) {
        std::fprintf(stderr, "lockstep-peer-cub reduce|histogram|scan|sort KIND COUNT\n");
        return 2;
    }
    const std::string job = argv[1];
    const std::string kind = argv[2];
    const std::size_t count = std::strtoull(argv[3], nullptr, 10);
    const std::function<void()> run = job == "reduce"      ? reduce(count)
                                      : job == "histogram" ? histogram(count, kind == "constant")
                                      : job == "sort"      ? sort(count, kind == "few", kind == "pairs")
                                      : kind == "float"    ? scan<float>(count)
                                                           : scan<std::uint32_t>(count);
    const std::string version = "CUB " + std::to_string(CUB_MAJOR_VERSION) + "." +
                                std::to_string(CUB_MINOR_VERSION) + "." + std::to_string(CUB_SUBMINOR_VERSION);
    return peer::serve(run, version + ", " + peer::cuda_version());
}
