// What each build option does to results, to special values and to the time.
#pragma once

#include "lab.hpp"

#include <array>
#include <cmath>
#include <limits>

//! [options]
constexpr std::array build_options{"",
                                   "-D SEPARATE", // FP_CONTRACT OFF
                                   "-cl-mad-enable",
                                   "-cl-no-signed-zeros",
                                   "-cl-finite-math-only",
                                   "-cl-unsafe-math-optimizations",
                                   "-cl-fast-relaxed-math",
                                   "-cl-denorms-are-zero",
                                   "-cl-single-precision-constant",
                                   "-cl-opt-disable",
                                   "-cl-fp32-correctly-rounded-divide-sqrt"};
//! [options]

// What the five results of the kernel `accuracy` would be without rounding.
inline std::array<double, 5> references(double x)
{
    const double a = 0.37F, b = 0.61F, c = 0.83F, d = 1.3F,
                 e = 1.7F; // as the kernel has them
    return {((a * x + b) * x + c) * x + d, e / x, std::sqrt(x), std::exp(x), 0.1 * x + 0.3};
}

// The distance in units in the last place that a float of the reference's size has.
inline double ulps(float result, double reference)
{
    const int exponent = std::max(std::ilogb(reference), -126);
    return std::abs(result - reference) / std::ldexp(1.0, exponent - 23);
}

struct Row
{
    const char* options = "";
    cl::Kernel accuracy, specials, iterate;
    std::array<double, 5> largest{}; // errors in ulp
    std::vector<float> special;
    std::vector<double> times;
};

inline void errors(const Lab& lab, Row& row, const std::vector<float>& x)
{
    const std::size_t n = x.size();
    const cl::Buffer in = lab.upload(x);
    const cl::Buffer out{lab.context, CL_MEM_READ_WRITE, 5 * n * sizeof(float)};
    row.accuracy.setArg(0, in);
    row.accuracy.setArg(1, out);
    row.accuracy.setArg(2, static_cast<cl_uint>(n));
    lab.launch_ms(row.accuracy, n);
    const std::vector<float> results = lab.download(out, 5 * n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::array<double, 5> reference = references(x[i]);
        for (std::size_t k = 0; k < reference.size(); ++k)
            row.largest.at(k) =
                std::max(row.largest.at(k), ulps(results[k * n + i], reference.at(k)));
    }
}

inline void special_values(const Lab& lab, Row& row)
{
    const float infinity = std::numeric_limits<float>::infinity();
    const cl::Buffer in =
        lab.upload({0x1p-126F, 0.25F, std::nanf(""), infinity, -0.0F, 0.5F});
    const cl::Buffer out{lab.context, CL_MEM_READ_WRITE, 6 * sizeof(float)};
    row.specials.setArg(0, in);
    row.specials.setArg(1, out);
    lab.queue.enqueueNDRangeKernel(row.specials, cl::NullRange, cl::NDRange(1),
                                   cl::NDRange(1));
    row.special = lab.download(out, 6);
}

// Seven launches of each, in turn, so that a busy moment meets all of them; one more before is not counted.
inline void times(const Lab& lab, std::vector<Row>& rows, const std::vector<float>& x)
{
    const std::size_t n = lab.simulated ? 64 : lab.cpu ? std::size_t{1} << 14U : x.size();
    const cl::Buffer in = lab.upload(x);
    const cl::Buffer out{lab.context, CL_MEM_READ_WRITE, n * sizeof(float)};
    for (int repeat = 0; repeat < (lab.simulated ? 1 : 8); ++repeat)
        for (Row& row : rows) {
            row.iterate.setArg(0, in);
            row.iterate.setArg(1, out);
            row.iterate.setArg(2, static_cast<cl_uint>(n));
            row.iterate.setArg(3, cl_int{lab.simulated ? 2 : lab.cpu ? 64 : 1024});
            const double ms = lab.launch_ms(row.iterate, n);
            if (repeat > 0 || lab.simulated) row.times.push_back(ms);
        }
}

// Not every device rounds divisions and square roots correctly, even when it is asked to.
inline bool takes(const Lab& lab, const std::string& options)
{
    return options.find("correctly-rounded") == std::string::npos ||
           (lab.device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() &
            CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
}

inline void options_table(const Lab& lab)
{
    const std::vector<float> x =
        random_floats(lab.simulated ? 512 : std::size_t{1} << 18U, 8, 0.01F, 20.0F);
    std::vector<Row> rows;
    for (const char* options : build_options) {
        if (!takes(lab, options)) continue;
        const cl::Program program = build(lab, chapter_file("programs.cl"), options);
        rows.push_back(
            {.options = *options == 0 ? "none" : options,
             .accuracy = {program, "accuracy"},
             .specials = {build(lab, chapter_file("specials.cl"), options), "specials"},
             .iterate = {program, "iterate"},
             .special = {},
             .times = {}});
        errors(lab, rows.back(), x);
        special_values(lab, rows.back());
    }
    times(lab, rows, x);

    std::printf("%-38s|%7s |%7s |%7s |%8s |%7s |%8s\n", "largest error in ulp, and time",
                "poly", "1.7/x", "sqrt", "exp", "0.1x+.3", "ms");
    for (const Row& row : rows)
        std::printf("%-38s|%7.2f |%7.2f |%7.2f |%8.2f |%7.2f |%8.3f\n", row.options,
                    row.largest[0], row.largest[1], row.largest[2], row.largest[3],
                    row.largest[4], median(row.times));
    if (rows.size() < build_options.size())
        std::printf("%-38s| the device does not offer it\n", build_options.back());

    std::printf("\n%-38s|%7s |%6s |%6s |%6s |%6s |%12s\n", "special values", "2^-128",
                "isnan", "x!=x", "isinf", "-0+0", ".5+2^24-2^24");
    const auto said = [](float result) { return result != 0 ? "yes" : "no"; };
    for (const Row& row : rows)
        std::printf("%-38s|%7s |%6s |%6s |%6s |%6s |%12g\n", row.options,
                    row.special[0] == 0x1p-128F ? "kept" : "0", said(row.special[1]),
                    said(row.special[2]), said(row.special[3]),
                    std::signbit(row.special[4]) ? "-0" : "+0", row.special[5]);
}
