// The same kernel on pixels that are denormal numbers, with and without them.
#pragma once

#include <lockstep/lab.hpp>

using namespace lockstep;

inline void measure_denormals(const Lab& lab)
{
    const std::size_t side = lab.simulated ? 32 : 1024;
    std::printf("\nmeans of %zu × %zu pixels\n", side, side);
    for (const float scale : {1.0F, 1e-41F}) {
        std::vector<float> pixels = random_floats(side * side, 27, 1.0F, 2.0F);
        for (float& pixel : pixels) pixel *= scale;
        const cl::Buffer in = lab.input(pixels);
        const cl::Buffer out = lab.output<float>(side * side);
        for (const char* options : {"", "-cl-denorms-are-zero"}) {
            const cl::Kernel kernel =
                find_kernel(lab.program("box-filter.cl", options), "box_mean");
            double ms = 1e30; // often, because the differences are small
            for (int repeat = 0; repeat < (lab.simulated ? 1 : 5); ++repeat)
                ms = std::min(ms, lab.best_ms(kernel, cl::NDRange(side, side),
                                              cl::NDRange(32, 8), in, out,
                                              static_cast<cl_uint>(side),
                                              static_cast<cl_uint>(side)));
            std::printf("  of %.0e to %.0e, options %s: %.2f ms, the first is %.3g\n",
                        double{scale}, 2 * double{scale},
                        *options == '\0' ? "none" : options, ms,
                        double{lab.read<float>(out, 1).front()});
        }
    }
}
