// The seven bugs: each one's data, its launch, and the result that a right kernel would have.
#pragma once

#include <lockstep/device.hpp>
#include <lockstep/error.hpp>
#include <lockstep/program.hpp>

#include <cstdio>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

using namespace lockstep;

constexpr std::size_t group_size = 64;
constexpr std::size_t groups = 64;
constexpr std::size_t items = groups * group_size;

struct Opened
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device};
};

template <typename T>
std::vector<T> some_values(std::size_t count)
{
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<T>(i * i % 9 + i / 1000);
    return values;
}

// Launches kernel(in, out[, n]) over all items and tells how many of the results are wrong.
template <typename T>
void judge(const Opened& cl, const char* name, const std::vector<T>& in,
           const std::vector<T>& right, bool with_count = false)
{
    std::vector<T> out(right.size());
    const std::size_t bytes = out.size() * sizeof(T);
    const cl::Buffer from{cl.context, in.begin(), in.end(), true};
    const cl::Buffer to{cl.context, CL_MEM_READ_WRITE, bytes};
    cl.queue.enqueueWriteBuffer(to, CL_TRUE, 0, bytes, out.data()); // zeros
    cl::Kernel kernel =
        find_kernel(build_program(cl.context, cl.device, CHAPTER_DIR "/bugs.cl"), name);
    kernel.setArg(0, from);
    kernel.setArg(1, to);
    if (with_count) kernel.setArg(2, static_cast<cl_uint>(out.size()));
    cl.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items),
                                  cl::NDRange(group_size));
    cl.queue.enqueueReadBuffer(to, CL_TRUE, 0, bytes, out.data());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < out.size(); ++i) wrong += out[i] != right[i] ? 1U : 0U;
    if (wrong == 0)
        std::printf("right\n");
    else
        std::printf("%zu of %zu wrong\n", wrong, out.size());
}

// What `share` makes of each group's values.
template <typename T, typename Share>
std::vector<T> by_group(const std::vector<T>& in, Share share)
{
    std::vector<T> results;
    for (std::size_t begin = 0; begin < in.size(); begin += group_size)
        share(std::vector<T>(in.begin() + static_cast<std::ptrdiff_t>(begin),
                             in.begin() + static_cast<std::ptrdiff_t>(begin + group_size)),
              results);
    return results;
}

struct Bug
{
    const char* name;
    void (*run)(const Opened& cl, const char* name);
};

using Floats = std::vector<float>;
using Counts = std::vector<cl_uint>;

inline void past_end(const Opened& cl, const char* name)
{
    const auto in = some_values<float>(items - 24); // the last group has 40 elements
    Floats right;
    for (const float x : in) right.push_back(2 * x);
    judge(cl, name, in, right, true);
}

inline void missing_barrier(const Opened& cl, const char* name)
{
    const auto in = some_values<float>(items);
    judge(cl, name, in, by_group(in, [](const Floats& group, Floats& results) {
              const float sum = std::accumulate(group.begin(), group.end(), 0.0F);
              for (const float x : group) results.push_back(sum - x);
          }));
}

inline void sums(const Opened& cl, const char* name)
{
    const auto in = some_values<cl_uint>(items);
    judge(cl, name, in, by_group(in, [](const Counts& group, Counts& results) {
              results.push_back(std::accumulate(group.begin(), group.end(), 0U));
          }));
}

inline void uninitialised(const Opened& cl, const char* name)
{
    const auto in = some_values<cl_uint>(items);
    judge(cl, name, in, by_group(in, [](const Counts& group, Counts& results) {
              results.push_back(0);
              for (const cl_uint x : group) results.back() += x > 4 ? 1U : 0U;
          }));
}

inline void divergent_barrier(const Opened& cl, const char* name)
{
    const auto in = some_values<cl_uint>(items);
    judge(cl, name, in, by_group(in, [](const Counts& group, Counts& results) {
              for (std::size_t l = 0; l < 32; ++l)
                  results.push_back(group[l] + group[l + 32]);
          }));
}

inline void local_array(const Opened& cl, const char* name)
{
    const auto in = some_values<cl_uint>(items);
    Counts right(items);
    std::adjacent_difference(in.begin(), in.end(), right.begin());
    judge(cl, name, in, right);
}

constexpr Bug bugs[] = {{"past_end", past_end},
                        {"missing_barrier", missing_barrier},
                        {"race", sums},
                        {"uninitialised", uninitialised},
                        {"divergent_barrier", divergent_barrier},
                        {"local_array", local_array},
                        {"group_for_local", sums}};
