// How wrong a long sum of products becomes, added up one after the other and in blocks.
#pragma once

#include "lab.hpp"

inline void measure_summation(const Lab& lab)
{
    std::printf("\nlargest error of a sum of products of numbers from 0 to 1, relative to "
                "the sum\n");
    const cl::Program program = lab.program(CHAPTER_DIR "/sums.cl");
    for (const std::size_t depth : {256, 4096, 65536, 1048576}) {
        if (lab.simulated && depth > 256) break;
        const Matrices matrices(lab, 16, 16, depth, 0.0F);
        std::printf("  %7zu products:", depth);
        for (const char* name : {"in_order", "in_blocks"}) {
            lab.best_ms(find_kernel(program, name), cl::NDRange(16, 16),
                        cl::NDRange(16, 16), matrices.on_device_a, matrices.on_device_b,
                        matrices.on_device_c, static_cast<cl_uint>(depth));
            const std::vector<float> c = lab.read(matrices.on_device_c, 256);
            double worst = 0;
            for (std::size_t i = 0; i < c.size(); ++i) {
                const double expected = matrices.element(i / 16, i % 16);
                worst = std::max(worst, std::abs(double{c[i]} - expected) / expected);
            }
            std::printf(" %s %8.1e", name, worst);
        }
        std::printf("\n");
    }
}
