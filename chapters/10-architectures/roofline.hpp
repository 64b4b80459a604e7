// The roofline of a device: bandwidth from a copy, arithmetic from thousands of operations on each element, and what lies in
// between.
#pragma once

#include "lab.hpp"

#include <bit>
#include <cmath>

// What a work-item holds: a float, or as much as keeps the arithmetic units of the device busy.
struct Form
{
    const char* name;
    const char* vector;
    std::size_t lanes;
    std::size_t vectors;
    std::size_t group;
};

//! [forms]
inline Form plain()
{
    return {"one float", "float", 1, 1, 256};
}

inline Form wide(const Lab& lab)
{
    return lab.cpu ? Form{"8 × float16", "float16", 16, 8, 1}
                   : Form{"4 × float", "float", 1, 4, 256};
}
//! [forms]

// A device without CL_FP_FMA must compute fma all the same, exactly and very slowly.
inline cl::Program program_of(const Lab& lab, const Form& form)
{
    const auto abilities = lab.device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>();
    return lab.program("architectures.cl",
                       std::string{"-D VECTOR="} + form.vector +
                           " -D VECTORS=" + std::to_string(form.vectors) +
                           ((abilities & CL_FP_FMA) != 0 ? " -D FMA" : ""));
}

//! [point]
struct Point
{
    cl_uint rounds; // a multiplication and an addition each
    double gbps;
    double gflops;
    bool right;

    // Operations for each byte that is moved: a float is read and a float is written.
    double intensity() const { return 2.0 * rounds / (2 * sizeof(float)); }
};

// What a device with this bandwidth and this peak can reach at most.
inline double roof(double intensity, double gbps, double peak_gflops)
{
    return std::min(intensity * gbps, peak_gflops);
}
//! [point]

// Measures one point. Long arithmetic is done on fewer elements, so that nobody waits.
inline Point measure(const Lab& lab, const Form& form, cl_uint rounds)
{
    const bool slow = lab.cpu && form.lanes == 1;
    const std::size_t most = std::min<std::size_t>(
        std::size_t{1} << (lab.simulated ? 11U
                           : lab.cpu     ? 25U
                                         : 28U),
        std::bit_floor(lab.device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() / sizeof(float) /
                       2));
    const std::size_t work = std::size_t{1} << (lab.simulated ? 11U
                                                : slow        ? 29U
                                                : lab.cpu     ? 34U
                                                              : 40U);
    const std::size_t n = std::max<std::size_t>(
        std::min(most, std::bit_floor(work / std::max(rounds, 1U))), 2048);
    const std::size_t items = n / form.lanes / form.vectors;
    const cl::Buffer in = lab.buffer(n * sizeof(float)),
                     out = lab.buffer(n * sizeof(float));
    lab.queue.enqueueFillBuffer(in, 4.0F, 0, n * sizeof(float));
    lab.queue.enqueueFillBuffer(out, 0.0F, 0, n * sizeof(float));
    const double ms = lab.best_ms(find_kernel(program_of(lab, form), "operations"), items,
                                  form.group, in, out, rounds, 0.5F, 1.0F);
    float last = 0;
    lab.queue.enqueueReadBuffer(out, CL_TRUE, (n - 1) * sizeof(float), sizeof last, &last);
    const float expected = 2 + std::ldexp(2.0F, -static_cast<int>(rounds)); // 4, 3, 2.5 …
    const double elements = static_cast<double>(n);
    return {rounds, 2e-6 * sizeof(float) * elements / ms, 2e-6 * rounds * elements / ms,
            std::abs(last - expected) < 1e-6F};
}

// GB/s of a copy in elements of this size.
inline double copy_gbps(const Lab& lab, const char* name, const char* element,
                        std::size_t element_bytes)
{
    const std::size_t bytes = std::size_t{1} << (lab.simulated ? 13U : lab.cpu ? 26U : 29U);
    const cl::Buffer in = lab.buffer(bytes), out = lab.buffer(bytes);
    lab.queue.enqueueFillBuffer(in, cl_uint{7}, 0, bytes);
    lab.queue.enqueueFillBuffer(out, cl_uint{0}, 0, bytes);
    const cl::Kernel kernel =
        lab.kernel("architectures.cl", name, std::string{"-D ELEMENT="} + element);
    const double ms = lab.best_ms(kernel, bytes / element_bytes, 256, in, out);
    cl_uint last = 0;
    lab.queue.enqueueReadBuffer(out, CL_TRUE, bytes - sizeof last, sizeof last, &last);
    return last == 7 ? 2e-6 * static_cast<double>(bytes) / ms : 0;
}

// Draws roof and points on a grid of characters; both axes double from one step to the next.
inline void draw(const std::vector<Point>& wide, const std::vector<Point>& plain,
                 double gbps, double peak_gflops)
{
    constexpr int columns = 61, rows = 10, per_doubling = 5;
    const double top = std::ceil(std::log2(peak_gflops));
    std::vector<std::string> picture(rows, std::string(columns, ' '));
    const auto put = [&](double intensity, double gflops, char mark) {
        const auto x = std::lround((std::log2(intensity) + 2) * per_doubling);
        const auto y = std::lround(top - std::log2(gflops));
        if (x >= 0 && x < columns && y >= 0 && y < rows)
            picture[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = mark;
    };
    for (int x = 0; x < columns; ++x) {
        const double intensity = std::exp2(static_cast<double>(x) / per_doubling - 2);
        put(intensity, roof(intensity, gbps, peak_gflops), '.');
    }
    for (const Point& point : plain) put(point.intensity(), point.gflops, 'x');
    for (const Point& point : wide) put(point.intensity(), point.gflops, 'o');
    for (int y = 0; y < rows; ++y)
        std::printf("%7.0f |%s\n", std::exp2(top - y),
                    picture[static_cast<std::size_t>(y)].c_str());
    std::printf("GFLOP/s +%s\n        0.25", std::string(columns, '-').c_str());
    for (int x = 1; x <= 6; ++x) std::printf("%10g", std::exp2(2 * x - 2));
    std::printf("  operations for each byte\n");
}
