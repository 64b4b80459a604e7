// What each way to blur can reach on this device at most, and what it reaches.
#pragma once

#include "filters.hpp"

inline bool is_cpu(const Lab& lab)
{
    return lab.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU;
}

inline double peak_gflops(const Lab& lab)
{
    const bool cpu = is_cpu(lab) && !lab.simulated;
    const std::size_t items = lab.simulated ? 16
                              : cpu         ? 64
                                            : 1U << 18U,
                      lanes = cpu ? 16 : 1;
    const cl_uint rounds = lab.simulated ? 1 : cpu ? 1U << 18U : 1U << 11U;
    const double ms = lab.best_ms(
        find_kernel(lab.program("peak.cl", cpu ? "-D VECTOR=float16" : ""), "peak"),
        cl::NDRange(items), cl::NDRange(cpu ? 1 : 256U / (lab.simulated ? 16 : 1)),
        lab.output<float>(items * lanes), 0.5F, 1.0F, rounds);
    return 2.0 * 12 * static_cast<double>(items * lanes) * rounds / ms * 1e-6;
}

// Whether the window's result is right, in double precision, where the picture ends and at some thousand pixels more.
inline bool is_right(const std::vector<float>& in, const std::vector<float>& out,
                     std::size_t side)
{
    const std::vector<double> window = gaussian_window(4.0 / 3, 4);
    const auto clamped = [side](std::size_t at) {
        return std::clamp<std::size_t>(at, 4, side + 3) - 4;
    };
    for (std::size_t y = 0; y < side; y += y < 8 || y + 9 > side ? 1 : 61)
        for (std::size_t x = 0; x < side; x += x < 8 || x + 9 > side ? 1 : 61) {
            double sum = 0;
            for (std::size_t k = 0; k < 81; ++k)
                sum +=
                    window[k] * double{in[clamped(y + k / 9) * side + clamped(x + k % 9)]};
            // 81 products and sums of numbers up to 3 round by less than 2 · 81 · 3 · 2^-24 in all.
            if (!(std::abs(sum - double{out[y * side + x]}) < 3e-5)) return false;
        }
    return true;
}

//! [ways]
struct Way
{
    const char* name;
    int accesses;   // reads and writes of a pixel in the kernels' text
    int transfers;  // of these, how many must go to memory if the caches keep all else
    int operations; // additions and multiplications
    double (Blur::*ms)() const;
};

constexpr Way ways[] = {{"9 × 9 window", 82, 2, 162, &Blur::window_ms},
                        {"rows, then columns", 20, 4, 36, &Blur::separable_ms},
                        {"recursive", 8, 8, 28, &Blur::recursive_ms},
                        {"recursive, turned", 12, 12, 28, &Blur::turned_ms}};
//! [ways]

// Several times as large as the caches.
inline std::size_t side_of_picture(const Lab& lab)
{
    return lab.simulated ? 64 : is_cpu(lab) ? 3072 : 8192;
}

inline void estimate_and_measure(const Lab& lab)
{
    const std::size_t side = side_of_picture(lab);
    const double pixels = static_cast<double>(side * side);
    const std::vector<float> picture = random_floats(side * side, 23);
    const Blur blur(lab, picture, side, 4.0 / 3);
    const double copy_ms = blur.copy_ms(), window_ms = blur.window_ms();
    std::printf("%zu × %zu floats\n  copied  %9.3f ms\n", side, side, copy_ms);
    std::printf("  blurred %9.3f ms, 1/%.1f of the copy's speed, %s\n", window_ms,
                window_ms / copy_ms,
                is_right(picture, blur.result(), side) ? "right" : "WRONG");
    //! [estimates]
    const double copied = pixels / copy_ms * 1e-3;    // million pixels a second
    const double operations = peak_gflops(lab) * 1e3; // million a second
    std::printf("\na copy moves %.0f million pixels a second, and there are %.0f GFLOP/s\n",
                copied, operations * 1e-3);
    std::printf(
        "million pixels/s       each access | each pixel once | arithmetic | measured\n");
    for (const auto& [name, accesses, transfers, operations_each, ms] : ways) {
        const double measured_ms = ms == &Blur::window_ms ? window_ms : (blur.*ms)();
        std::printf("  %-20s %11.0f | %15.0f | %10.0f | %8.0f\n", name,
                    copied * 2 / accesses, copied * 2 / transfers,
                    operations / operations_each, pixels / measured_ms * 1e-3);
    }
    //! [estimates]
}
