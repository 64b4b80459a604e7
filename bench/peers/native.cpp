// The native peers. Compiled for this very processor, with all the optimiser has (but no fast-math).
#include "native.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <functional>
#include <numeric>
#include <thread>

#if defined(LOCKSTEP_HAS_TBB)
#include <execution>
#include <tbb/version.h>
#endif
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace lockstep::bench::native
{
namespace
{

/// Sixteen floats that the compiler maps to one register of 512 bits, or to several smaller ones; the loose kind may
/// begin at any float.
using Floats = float __attribute__((vector_size(64)));
using LooseFloats = float __attribute__((vector_size(64), aligned(4), may_alias));

/// Runs part(thread, first, last) for as many strips of [0, count) as there are threads, at multiples of `step`.
void in_strips(std::size_t count, std::size_t step,
               const std::function<void(unsigned, std::size_t, std::size_t)>& part)
{
    const unsigned parts = threads();
    const std::size_t each = (count / parts + step) / step * step;
    std::vector<std::jthread> workers;
    for (unsigned t = 1; t < parts; ++t)
        workers.emplace_back(part, t, std::min(count, t * each), std::min(count, (t + 1) * each));
    part(0, 0, std::min(count, each));
}

#if defined(__SSE2__)
/// Stores 64 bytes past the caches; `to` is aligned to 64.
void stream(Floats values, std::byte* to)
{
#if defined(__AVX512F__)
    _mm512_stream_ps(reinterpret_cast<float*>(to), std::bit_cast<__m512>(values));
#else
    struct Parts // a template's argument would lose the alignment
    {
        __m128 at[4];
    };
    const auto parts = std::bit_cast<Parts>(values);
    for (std::size_t i = 0; i < 4; ++i) _mm_stream_ps(reinterpret_cast<float*>(to) + 4 * i, parts.at[i]);
#endif
}
#endif

/// Multiply-adds in flight, enough to hide the latency of each.
using Chains = std::array<Floats, 12>;

Chains chains_of(unsigned thread)
{
    Chains chains{};
    for (std::size_t c = 0; c < chains.size(); ++c) chains[c] += static_cast<float>(c + thread);
    return chains;
}

/// So many multiply-adds of every chain.
void multiply_and_add(Chains& chains, std::size_t rounds)
{
    Chains lanes = chains; // in registers
    Floats factor{}, summand{};
    factor += 0.5F;
    summand += 1.0F;
    for (std::size_t r = 0; r < rounds; ++r)
        for (Floats& lane : lanes) lane = lane * factor + summand;
    chains = lanes;
    asm volatile("" : : "r"(chains.data()) : "memory"); // the results are wanted
}

/// Nanoseconds of one of many additions that wait for each other.
double addition_ns()
{
    constexpr int additions = 100'000;
    std::size_t sum = 0, summand = 1;
    asm volatile("" : "+r"(summand)); // unknown to the compiler, as is each sum
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < additions; i += 10)
        for (int k = 0; k < 10; ++k) {
            sum += summand;
            asm volatile("" : "+r"(sum));
        }
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() /
           additions;
}

float total(Floats values)
{
    float sum = 0;
    for (int i = 0; i < 16; ++i) sum += values[i];
    return sum;
}

} // namespace

unsigned threads()
{
    return std::max(1U, std::thread::hardware_concurrency());
}

void copy(std::span<const std::byte> from, std::span<std::byte> to)
{
    in_strips(from.size(), 4096, [&](unsigned, std::size_t first, std::size_t last) {
        if (last > first) std::memcpy(to.data() + first, from.data() + first, last - first);
    });
}

void streaming_copy(std::span<const std::byte> from, std::span<std::byte> to)
{
#if defined(__SSE2__)
    const std::size_t skew = reinterpret_cast<std::uintptr_t>(to.data()) % 64;
    const std::size_t head = std::min(from.size(), (64 - skew) % 64);
    const std::size_t body = (from.size() - head) / 64 * 64;
    std::memcpy(to.data(), from.data(), head);
    in_strips(body, 4096, [&](unsigned, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; i += 64) {
            const Floats values = *reinterpret_cast<const LooseFloats*>(from.data() + head + i);
            stream(values, to.data() + head + i);
        }
        _mm_sfence();
    });
    std::memcpy(to.data() + head + body, from.data() + head + body, from.size() - head - body);
#else
    copy(from, to);
#endif
}

float sum(std::span<const float> values)
{
    // From a line of the cache on, as a buffer of OpenCL begins: else every load of 64 bytes would need two lines.
    const std::size_t skew = reinterpret_cast<std::uintptr_t>(values.data()) % 64 / sizeof(float);
    const std::size_t head = std::min(values.size(), (16 - skew) % 16);
    const std::span<const float> body = values.subspan(head);
    std::vector<float> sums(threads());
    in_strips(body.size(), 16, [&](unsigned thread, std::size_t first, std::size_t last) {
        std::array<Floats, 8> lanes{};
        std::size_t i = first;
        for (; i + 128 <= last; i += 128)
            for (std::size_t a = 0; a < 8; ++a)
                lanes[a] += *reinterpret_cast<const LooseFloats*>(body.data() + i + 16 * a);
        float rest = 0;
        for (; i < last; ++i) rest += body[i];
        for (std::size_t a = 1; a < 8; ++a) lanes[0] += lanes[a];
        sums[thread] = total(lanes[0]) + rest;
    });
    return std::accumulate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(head),
                           std::accumulate(sums.begin(), sums.end(), 0.0F));
}

double fma_gflops(double milliseconds)
{
    constexpr std::size_t rounds = 4096;
    using Clock = std::chrono::steady_clock;
    std::vector<double> rates(threads());
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double, std::milli>(milliseconds));
    in_strips(threads(), 1, [&](unsigned thread, std::size_t, std::size_t) {
        Chains chains = chains_of(thread);
        const auto start = Clock::now();
        std::size_t batches = 0;
        while (Clock::now() < end) {
            multiply_and_add(chains, rounds);
            ++batches;
        }
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        rates[thread] = 2.0 * 16 * chains.size() * rounds * static_cast<double>(batches) / seconds / 1e9;
    });
    return std::accumulate(rates.begin(), rates.end(), 0.0);
}

double clock_under_load_mhz()
{
    constexpr std::size_t looks = 15;
    constexpr std::size_t rounds = 1U << 16U; // milliseconds, after which a core has chosen its clock
    std::vector<double> each_ns(threads() * looks);
    in_strips(threads(), 1, [&](unsigned thread, std::size_t, std::size_t) {
        Chains chains = chains_of(thread);
        for (std::size_t look = 0; look < looks; ++look) {
            multiply_and_add(chains, rounds);
            each_ns[thread * looks + look] = addition_ns();
        }
    });
    const auto middle = each_ns.begin() + static_cast<std::ptrdiff_t>(each_ns.size() / 2);
    std::ranges::nth_element(each_ns, middle);
    return 1e3 / *middle;
}

std::string compiler()
{
#if defined(__clang__)
    return "Clang " __clang_version__;
#else
    return "GCC " __VERSION__;
#endif
}

std::vector<std::uint32_t> histogram(std::span<const std::uint8_t> bytes)
{
    constexpr std::size_t tables = 8;
    using Table = std::array<std::uint32_t, 256>;
    struct alignas(64) Own // two threads' counters share no line of the cache
    {
        std::array<Table, tables> counters{};
    };
    std::vector<Own> counts(threads());
    in_strips(bytes.size(), 64, [&](unsigned thread, std::size_t first, std::size_t last) {
        std::array<Table, tables>& own = counts[thread].counters;
        std::size_t i = first;
        for (; i + 8 <= last; i += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + i, 8);
            for (std::size_t t = 0; t < tables; ++t) ++own[t][(word >> (8 * t)) & 255U];
        }
        for (; i < last; ++i) ++own[0][bytes[i]];
    });
    std::vector<std::uint32_t> result(256);
    for (const Own& own : counts)
        for (const Table& table : own.counters)
            for (std::size_t b = 0; b < 256; ++b) result[b] += table[b];
    return result;
}

void inclusive_scan(std::span<const float> from, std::span<float> to)
{
    std::inclusive_scan(from.begin(), from.end(), to.begin());
}

void inclusive_scan(std::span<const std::uint32_t> from, std::span<std::uint32_t> to)
{
    std::inclusive_scan(from.begin(), from.end(), to.begin());
}

#if defined(LOCKSTEP_HAS_TBB)
std::string parallel_scan_version()
{
    return "oneTBB " TBB_VERSION_STRING;
}

void parallel_scan(std::span<const float> from, std::span<float> to)
{
    std::inclusive_scan(std::execution::par_unseq, from.begin(), from.end(), to.begin());
}

void parallel_scan(std::span<const std::uint32_t> from, std::span<std::uint32_t> to)
{
    std::inclusive_scan(std::execution::par_unseq, from.begin(), from.end(), to.begin());
}
#else
std::string parallel_scan_version()
{
    return {};
}

void parallel_scan(std::span<const float> from, std::span<float> to)
{
    inclusive_scan(from, to);
}

void parallel_scan(std::span<const std::uint32_t> from, std::span<std::uint32_t> to)
{
    inclusive_scan(from, to);
}
#endif

namespace
{

template <typename T>
void two_passes(std::span<const T> from, std::span<T> to)
{
    std::vector<T> sums(threads());
    in_strips(from.size(), 16, [&](unsigned thread, std::size_t first, std::size_t last) {
        std::array<T, 64> lanes{}; // additions that need not wait for each other
        std::size_t i = first;
        for (; i + lanes.size() <= last; i += lanes.size())
            for (std::size_t k = 0; k < lanes.size(); ++k) lanes[k] += from[i + k];
        T rest = 0;
        for (; i < last; ++i) rest += from[i];
        sums[thread] = std::accumulate(lanes.begin(), lanes.end(), rest);
    });
    in_strips(from.size(), 16, [&](unsigned thread, std::size_t first, std::size_t last) {
        const T before = std::accumulate(sums.begin(), sums.begin() + thread, T{0});
        const auto strip = from.subspan(first, last - first);
        std::inclusive_scan(strip.begin(), strip.end(), to.begin() + static_cast<std::ptrdiff_t>(first),
                            std::plus<>(), before);
    });
}

} // namespace

void scan_in_two_passes(std::span<const float> from, std::span<float> to)
{
    two_passes(from, to);
}

void scan_in_two_passes(std::span<const std::uint32_t> from, std::span<std::uint32_t> to)
{
    two_passes(from, to);
}

void outer_sums(std::span<const float> a, std::span<const float> b, std::span<float> result)
{
    in_strips(a.size(), 64, [&](unsigned, std::size_t first, std::size_t last) {
        std::size_t x = first;
        for (; x + 64 <= last; x += 64) {
            std::array<Floats, 4> sums{};
            std::array<Floats, 4> own{};
            std::memcpy(own.data(), a.data() + x, sizeof own);
            for (const float value : b)
                for (std::size_t k = 0; k < 4; ++k) sums[k] += own[k] * value;
            std::memcpy(result.data() + x, sums.data(), sizeof sums);
        }
        for (; x < last; ++x) {
            float sum = 0;
            for (const float value : b) sum += a[x] * value;
            result[x] = sum;
        }
    });
}

void box_means(std::span<const float> from, std::span<float> to, std::size_t columns, std::size_t rows)
{
    static constexpr std::size_t radius = 4;
    in_strips(rows, 1, [&](unsigned, std::size_t first, std::size_t last) {
        std::vector<float> padded(columns + 2 * radius); // sums of columns between zeros
        float* sums = padded.data() + radius;
        const auto change = [&](std::size_t y, float sign) {
            const float* row = from.data() + y * columns;
            for (std::size_t x = 0; x < columns; ++x) sums[x] += sign * row[x];
        };
        const auto count = [](std::size_t at, std::size_t of) {
            return static_cast<float>(std::min(at + radius + 1, of) - (std::max(at, radius) - radius));
        };
        for (std::size_t y = std::max(first, radius + 1) - radius - 1; y < std::min(first + radius, rows);
             ++y)
            change(y, 1);
        for (std::size_t y = first; y < last; ++y) {
            if (y + radius < rows) change(y + radius, 1);
            if (y > radius) change(y - radius - 1, -1);
            float* out = to.data() + y * columns;
            const float share = 1.0F / (9 * count(y, rows));
            for (std::size_t x = 0; x < columns; ++x) {
                float sum = 0;
                for (std::size_t k = 0; k < 9; ++k) sum += padded[x + k];
                out[x] = sum * share;
            }
            for (std::size_t x = 0; x < columns; ++x)
                if (x < radius || x + radius >= columns) out[x] *= 9 / count(x, columns);
        }
    });
}

} // namespace lockstep::bench::native
