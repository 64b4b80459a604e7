// What the host's own compiler makes of the same jobs: loops over both halves of memory in as many threads as the CPU has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lockstep::bench::native
{

/// Threads that the parallel peers use: one for each processor this process may run on.
unsigned threads();

/// What compiled the native peers: "GCC 12.2.0".
std::string compiler();

/// The processor's clock in MHz while all its threads multiply and add in their widest registers: the median of many short
/// chains of dependent additions, of which a core makes one a cycle. Takes about 0.1 s.
double clock_under_load_mhz();

/// std::memcpy, in parallel strips.
void copy(std::span<const std::byte> from, std::span<std::byte> to);

/// Copies with streaming stores, which do not read the destination into the cache first; plain stores where the
/// processor has none. Sizes in whole multiples of 64 bytes for the fast part, the rest plainly.
void streaming_copy(std::span<const std::byte> from, std::span<std::byte> to);

/// Sum of floats, in parallel, with as many accumulators as hide the latency of an addition.
float sum(std::span<const float> values);

/// Gigaoperations a second of fused multiply-adds in registers, two for each; runs about `milliseconds`.
double fma_gflops(double milliseconds);

/// Counts of byte values, in parallel, with eight tables a thread.
std::vector<std::uint32_t> histogram(std::span<const std::uint8_t> bytes);

/// std::inclusive_scan of one thread.
void inclusive_scan(std::span<const float> from, std::span<float> to);
void inclusive_scan(std::span<const std::uint32_t> from, std::span<std::uint32_t> to);

/// The same with an execution policy, which takes oneTBB, as its version says; empty where that was not found.
std::string parallel_scan_version();
void parallel_scan(std::span<const float> from, std::span<float> to);
void parallel_scan(std::span<const std::uint32_t> from, std::span<std::uint32_t> to);

/// The same in parallel: each thread sums a strip, and then scans it from the sum of those before.
void scan_in_two_passes(std::span<const float> from, std::span<float> to);
void scan_in_two_passes(std::span<const std::uint32_t> from, std::span<std::uint32_t> to);

/// result[x] = sum over y of a[x] * b[y], multiplied every time, in parallel, as the compiler vectorises it.
void outer_sums(std::span<const float> a, std::span<const float> b, std::span<float> result);

/// Means of the windows of 9 × 9 around each pixel, of what lies in the picture: moving sums of columns, and nine of them for each
/// pixel, in parallel blocks of rows, as the compiler vectorises it.
void box_means(std::span<const float> from, std::span<float> to, std::size_t columns, std::size_t rows);

} // namespace lockstep::bench::native
