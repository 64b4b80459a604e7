// The same kernel on pixels that are denormal numbers, with and without them.
#pragma once

#include "lab.hpp"

inline void measure_denormals(const Lab& lab)
{
    const std::size_t side = lab.simulated ? 32 : 2048;
    std::printf("\nmeans of %zu × %zu pixels\n", side, side);
    std::printf("  %-22s %12s %12s %14s\n", "pixels", "options", "ms", "first result");
    for (const float scale : {1.0F, 1e-41F}) {
        std::vector<float> pixels = random_floats(side * side, 27, 1.0F, 2.0F);
        for (float& pixel : pixels) pixel *= scale;
        const cl::Buffer in = lab.input(pixels);
        const cl::Buffer out = lab.output<float>(side * side);
        for (const char* options : {"", "-cl-denorms-are-zero"}) {
            const cl::Kernel kernel =
                find_kernel(lab.program("box-filter.cl", options), "box_mean");
            const double ms =
                lab.best_ms(kernel, cl::NDRange(side, side), cl::NDRange(32, 8), in, out,
                            static_cast<cl_uint>(side), static_cast<cl_uint>(side));
            std::printf("  %.0e to %.0e  %22s %9.2f %14.3g\n", double{scale},
                        2 * double{scale}, *options == '\0' ? "none" : options, ms,
                        double{lab.read<float>(out, 1).front()});
        }
    }
}
