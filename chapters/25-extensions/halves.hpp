// A sum of two vectors with floats and with halves in memory: what half the bytes save.
#pragma once

#include "lab.hpp"

inline void halves(const Lab& lab)
{
    const std::size_t n = lab.simulated ? 1024 : std::size_t{1} << (lab.gpu ? 27U : 26U);
    const cl::Program program = lab.program("halves.cl");
    const std::vector<float> x = random_floats(n, 28, 0, 1), y = random_floats(n, 29, 0, 1);
    const cl::Buffer floats_x = lab.input(x), floats_y = lab.input(y);
    cl::Kernel narrow{program, "narrow"}, widen{program, "widen"};
    const Answer here = tell_need(lab, capability::half_numbers);
    std::printf("y = a * x + y for %zu elements\n", n);
    struct Row
    {
        const char *way, *name;
        bool half, arithmetic;
    };
    for (const auto& [way, name, half, arithmetic] :
         {Row{"floats", "with_floats", false, false},
          Row{"halves in memory alone", "half_storage", true, false},
          Row{"halves throughout", "half_arithmetic", true, true}}) {
        // The file has the kernel if the compiler knows halves. The device must, too.
        const std::optional<cl::Kernel> kernel = lab.kernel_if(program, name);
        if (!kernel || (arithmetic && !here)) {
            tell_missing(way);
            continue;
        }
        const std::size_t bytes = half ? 2 : 4;
        const cl::Buffer device_x{lab.context, CL_MEM_READ_WRITE, n * bytes};
        const cl::Buffer device_y{lab.context, CL_MEM_READ_WRITE, n * bytes};
        if (half) {
            lab.launch_ms(narrow, n, 64, floats_x, device_x);
            lab.launch_ms(narrow, n, 64, floats_y, device_y);
        } else {
            lab.queue.enqueueCopyBuffer(floats_x, device_x, 0, 0, n * bytes);
            lab.queue.enqueueCopyBuffer(floats_y, device_y, 0, 0, n * bytes);
        }
        lab.launch_ms(*kernel, n / 8, 64, device_x, device_y, 0.4F);
        std::vector<float> got(n);
        if (half) {
            const cl::Buffer wide{lab.context, CL_MEM_READ_WRITE, n * sizeof(float)};
            lab.launch_ms(widen, n, 64, device_y, wide);
            got = lab.read<float>(wide, n);
        } else {
            got = lab.read<float>(device_y, n);
        }
        double largest = 0;
        for (std::size_t i = 0; i < n; ++i)
            largest = std::max(
                largest, std::abs(0.4 * double{x[i]} + double{y[i]} - double{got[i]}));
        const double ms = lab.median_ms(*kernel, n / 8, 64, device_x, device_y, 0.4F);
        char result[96];
        std::snprintf(result, sizeof result, "%.1f GB/s, off by at most %.1e",
                      3e-6 * static_cast<double>(n * bytes) / ms, largest);
        tell_row(way, ms, result);
    }
}
