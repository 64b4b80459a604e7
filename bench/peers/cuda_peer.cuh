// What the peers that speak CUDA have in common: errors, memory, and answering for times.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace peer
{

inline void require(cudaError_t status, const char* what)
{
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "lockstep-peer: %s: %s\n", what, cudaGetErrorString(status));
    std::exit(1);
}

template <typename T>
T* allocate(std::size_t count)
{
    T* memory = nullptr;
    require(cudaMalloc(&memory, count * sizeof(T)), "allocating");
    return memory;
}

template <typename T, typename F>
__global__ void fill(T* values, std::size_t count, F value)
{
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < count; i += stride)
        values[i] = value(i);
}

/// Keeps the device busy for so many nanoseconds.
__global__ void wait_for(std::uint64_t nanoseconds)
{
    const auto now = [] {
        std::uint64_t time = 0;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
        return time;
    };
    const std::uint64_t start = now();
    while (now() - start < nanoseconds) {
    }
}

/// Milliseconds by the host's clock until a run is done.
inline double call_ms(const std::function<void()>& run)
{
    const auto start = std::chrono::steady_clock::now();
    run();
    require(cudaDeviceSynchronize(), "waiting");
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Milliseconds of one of ten runs by the device's clock. Before the first of them the device waits until all are
/// enqueued, so that no gap is the host's.
inline double run_ms(const std::function<void()>& run, cudaEvent_t start, cudaEvent_t stop)
{
    constexpr int runs = 10;
    wait_for<<<1, 1>>>(2'000'000);
    require(cudaEventRecord(start), "recording");
    for (int i = 0; i < runs; ++i) run();
    require(cudaEventRecord(stop), "recording");
    require(cudaEventSynchronize(stop), "waiting");
    float ms = 0;
    require(cudaEventElapsedTime(&ms, start, stop), "reading the time");
    return static_cast<double>(ms) / runs;
}

/// Of several ways to do a job the fastest.
inline std::function<void()> fastest(const std::vector<std::function<void()>>& ways)
{
    cudaEvent_t start;
    cudaEvent_t stop;
    require(cudaEventCreate(&start), "making an event");
    require(cudaEventCreate(&stop), "making an event");
    const std::function<void()>* best = nullptr;
    double least = 0;
    for (const std::function<void()>& way : ways) {
        call_ms(way); // the first run
        const double ms = run_ms(way, start, stop);
        if (best != nullptr && ms >= least) continue;
        best = &way;
        least = ms;
    }
    return *best;
}

/// "CUDA 13.0", of the runtime that this was built with.
inline std::string cuda_version()
{
    return "CUDA " + std::to_string(CUDART_VERSION / 1000) + "." + std::to_string(CUDART_VERSION % 1000 / 10);
}

/// Runs once, prints "ready" and the version, and then answers each line "run" or "call" with milliseconds until the input ends.
inline int serve(const std::function<void()>& run, const std::string& version)
{
    cudaEvent_t start;
    cudaEvent_t stop;
    require(cudaEventCreate(&start), "making an event");
    require(cudaEventCreate(&stop), "making an event");
    run();
    require(cudaDeviceSynchronize(), "the first run");
    std::printf("ready %s\n", version.c_str());
    std::fflush(stdout);
    for (char line[64]; std::fgets(line, sizeof line, stdin) != nullptr;) {
        const double ms = std::strcmp(line, "call\n") == 0 ? call_ms(run) : run_ms(run, start, stop);
        std::printf("%.6f\n", ms);
        std::fflush(stdout);
    }
    return 0;
}

} // namespace peer
