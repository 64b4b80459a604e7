// Throughput of local memory against the stride between neighbouring work-items, for 4, 8 and 16 bytes.
#include "experiment.hpp"

#include <fmt/format.h>

#include <array>

namespace lockstep::bench
{
namespace
{

constexpr std::uint32_t group = 256;
constexpr std::uint32_t unrolled = 16; // as in local_memory.cl
constexpr std::uint32_t array_words = 4096;

/// What a work-item computes.
std::uint32_t expected(std::uint32_t item, std::uint32_t stride, std::uint32_t words, std::uint32_t rounds)
{
    std::array<std::uint32_t, 4> sum{};
    std::uint32_t at = item * stride;
    for (std::uint32_t r = 0; r < rounds; ++r) {
        at &= array_words / words - 1;
        for (std::uint32_t k = 0; k < unrolled; ++k)
            for (std::uint32_t w = 0; w < words; ++w) sum.at(w) += hash((at + k * (32 / words)) * words + w);
        at += 512 / words;
    }
    return sum[0] ^ sum[1] ^ sum[2] ^ sum[3];
}

LocalMemoryRow measure_reads(Bench& bench, std::uint32_t words, std::uint32_t stride, std::uint32_t groups,
                             std::uint32_t rounds)
{
    const cl::Buffer out = bench.buffer(std::size_t{groups} * group * 4);
    cl::Kernel kernel = bench.kernel("local_memory.cl", "reads", fmt::format("-D WORDS={}", words));
    set_arguments(kernel, out, stride, rounds);
    const double ms = bench.median_ms(kernel, {std::size_t{groups} * group}, {group});
    const auto got = bench.words(out, std::size_t{groups - 1} * group, group);
    bool right = true;
    for (std::uint32_t item = 0; item < group; ++item)
        right = right && got[item] == expected(item, stride, words, rounds);
    require_right(right, fmt::format("reads of {} bytes with stride {}", 4 * words, stride));
    const double accesses = 1.0 * groups * group * unrolled * rounds;
    return {.bytes = 4 * words,
            .stride = stride,
            .ms = ms,
            .gaccesses = accesses / ms * 1e-6,
            .gbps = accesses * 4 * words / ms * 1e-6};
}

} // namespace

std::vector<LocalMemoryRow> measure_local_memory(Bench& bench)
{
    const std::uint32_t groups = bench.scale().quick ? 4 : 132 * 8 * 4;
    const std::uint32_t rounds = bench.scale().quick ? 4 : 64;
    std::vector<LocalMemoryRow> rows;
    for (const std::uint32_t words : {1U, 2U, 4U})
        for (std::uint32_t stride = 0; stride <= 33; ++stride) // 0: all read one word, a broadcast
            rows.push_back(measure_reads(bench, words, stride, groups, rounds));
    return rows;
}

} // namespace lockstep::bench
