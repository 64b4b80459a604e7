// A sum of two vectors three ways: one thread, a strip for each thread, a work-item for each element.
#include <CL/opencl.hpp>
#include <lockstep/run.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using Vector = std::vector<float>;
std::size_t n = std::size_t{1} << 24U; // 16 Mi elements, 64 MiB a vector

//! [serial]
void sum_strip(const Vector& a, const Vector& b, Vector& c, unsigned rounds,
               std::size_t begin, std::size_t end)
{
    for (std::size_t i = begin; i < end; ++i) {
        float x = a[i];
        for (unsigned round = 0; round < rounds; ++round) x = 0.5F * x + b[i];
        c[i] = x;
    }
}
//! [serial]

//! [blocked]
void sum_in_blocks(const Vector& a, const Vector& b, Vector& c, unsigned rounds)
{
    constexpr std::size_t width = 16; // n is a multiple of it
    for (std::size_t i = 0; i < n; i += width) {
        float x[width];
        for (std::size_t j = 0; j < width; ++j) x[j] = a[i + j];
        for (unsigned round = 0; round < rounds; ++round)
            for (std::size_t j = 0; j < width; ++j) x[j] = 0.5F * x[j] + b[i + j];
        for (std::size_t j = 0; j < width; ++j) c[i + j] = x[j];
    }
}
//! [blocked]

//! [threads]
void sum_in_strips(const Vector& a, const Vector& b, Vector& c, unsigned rounds,
                   unsigned workers)
{
    std::vector<std::thread> threads;
    for (unsigned w = 0; w < workers; ++w)
        threads.emplace_back(
            [&, w] { sum_strip(a, b, c, rounds, n * w / workers, n * (w + 1) / workers); });
    for (std::thread& thread : threads) thread.join();
}
//! [threads]

// The best of five runs in milliseconds: the one that the rest of the system disturbed least.
template <typename Work>
double best_ms(const Work& work)
{
    double best = 1e30;
    for (int repeat = 0; repeat < 5; ++repeat) {
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> elapsed =
            std::chrono::steady_clock::now() - start;
        best = std::min(best, elapsed.count());
    }
    return best;
}

// Three digits are as many as a measurement like this is worth.
int decimals(double value)
{
    return value < 1.0 ? 3 : value < 10.0 ? 2 : value < 100.0 ? 1 : 0;
}

// The first GPU, else the first device, or what LOCKSTEP_DEVICE names. Chapter 2 explains every call.
cl::Device choose_device()
{
    const char* wanted = std::getenv("LOCKSTEP_DEVICE");
    std::vector<cl::Platform> platforms;
    std::vector<cl::Device> all;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> some;
        platform.getDevices(CL_DEVICE_TYPE_ALL, &some);
        for (const cl::Device& device : some) {
            const std::string names = platform.getInfo<CL_PLATFORM_NAME>() +
                                      platform.getInfo<CL_PLATFORM_VERSION>() +
                                      device.getInfo<CL_DEVICE_NAME>();
            const bool gpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
            if (wanted != nullptr ? strcasestr(names.c_str(), wanted) != nullptr : gpu)
                return device;
            all.push_back(device);
        }
    }
    if (wanted != nullptr)
        throw std::runtime_error(
            "no device matches LOCKSTEP_DEVICE; ./lockstep devices lists what there is");
    return all.front();
}

void chapter()
{
    // The book's own device executes one lane after another: fewer elements, and times that say nothing.
    if (choose_device().getInfo<CL_DEVICE_NAME>().starts_with("Pocket")) n = 4096;
    Vector a(n), b(n), expected(n), c(n);
    for (std::size_t i = 0; i < n; ++i) {
        a[i] = static_cast<float>(i % 1000);
        b[i] = static_cast<float>(i % 77);
    }
    //! [opencl]
    const cl::Device device = choose_device();
    const cl::Context context{device};
    cl::CommandQueue queue{context, device};
    std::ifstream file{CHAPTER_DIR "/parallelism.cl"};
    const cl::Program program{context,
                              std::string{std::istreambuf_iterator<char>{file}, {}}};
    program.build();
    const cl::Buffer device_a{context, CL_MEM_READ_ONLY, n * sizeof(float)};
    const cl::Buffer device_b{context, CL_MEM_READ_ONLY, n * sizeof(float)};
    const cl::Buffer device_c{context, CL_MEM_WRITE_ONLY, n * sizeof(float)};
    cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::Buffer, cl_uint> vector_sum{program,
                                                                              "vector_sum"};
    //! [opencl]

    const unsigned workers = std::max(1U, std::thread::hardware_concurrency());
    std::printf("%zu elements; %u CPU threads; OpenCL on %s\n", n, workers,
                device.getInfo<CL_DEVICE_NAME>().c_str());
    for (const unsigned rounds : {1U, 20U}) {
        const double serial = best_ms([&] { sum_strip(a, b, expected, rounds, 0, n); });
        const double blocks = best_ms([&] { sum_in_blocks(a, b, c, rounds); });
        bool equal = c == expected;
        const double strips = best_ms([&] { sum_in_strips(a, b, c, rounds, workers); });
        equal = equal && c == expected;
        const double whole = best_ms([&] {
            //! [launch]
            queue.enqueueWriteBuffer(device_a, CL_FALSE, 0, n * sizeof(float), a.data());
            queue.enqueueWriteBuffer(device_b, CL_FALSE, 0, n * sizeof(float), b.data());
            vector_sum({queue, cl::NDRange(n)}, device_a, device_b, device_c,
                       rounds); // n work-items
            queue.enqueueReadBuffer(device_c, CL_TRUE, 0, n * sizeof(float), c.data());
            //! [launch]
        });
        equal = equal && c == expected;
        const double kernel = best_ms([&] {
            vector_sum({queue, cl::NDRange(n)}, device_a, device_b, device_c, rounds)
                .wait();
        });

        std::printf("\n%u round%s for each element\n", rounds, rounds == 1 ? "" : "s");
        const auto row = [&](const char* what, double ms) {
            const double factor = serial / ms;
            std::printf("  %-34s %9.*f ms %8.*f times as fast\n", what, decimals(ms), ms,
                        decimals(factor), factor);
        };
        row("one thread", serial);
        row("one thread, blocks of 16", blocks);
        row("a strip for each thread", strips);
        row("a work-item for each element", kernel);
        row("the same, with the copies", whole);
        std::printf("  %s\n", equal ? "all results are equal" : "THE RESULTS DIFFER");
    }
    const double thread_ms = best_ms([] { std::thread{[] {}}.join(); });
    std::printf("\nstarting and joining one thread: %.0f us\n", thread_ms * 1e3);
}

int main()
{
    return lockstep::run(chapter);
}
