// A long sum with floats, with pairs of floats and with doubles; and what doubles cost.
#pragma once

#include "lab.hpp"

inline std::string error_of(double got, long double exact)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.4f, off by %.1e", got,
                  std::abs(static_cast<double>(got - exact)));
    return text;
}

inline void doubles(const Lab& lab)
{
    const std::size_t n = lab.simulated ? 4096 : std::size_t{1} << 24U, items = 256;
    const std::vector<float> energy = random_floats(n, 25, 0, 1);
    long double exact = 0;
    for (const float x : energy) exact += x;
    const cl::Buffer in = lab.input(energy);
    std::printf("\nthe sum of %zu energies, in %zu work-items\n", n, items);
    const auto sum = [&](const char* way, const std::string& options, const char* name,
                         auto zero) {
        using Sum = decltype(zero);
        const cl::Kernel kernel{lab.program("extensions.cl", options), name};
        const cl::Buffer sums = lab.zeros<Sum>(items);
        const double ms =
            lab.median_ms(kernel, items, 64, in, sums, static_cast<cl_uint>(n));
        double total = 0;
        for (const Sum& part : lab.read<Sum>(sums, items))
            if constexpr (std::is_same_v<Sum, cl_float2>)
                total += double{part.s[0]} + double{part.s[1]};
            else
                total += double{part};
        tell_row(way, ms, error_of(total, exact));
    };
    sum("float", "-D WITHOUT_DOUBLES", "sum_plain", cl_float{});
    sum("two floats, the fallback", "-D WITHOUT_DOUBLES", "sum_two_floats", cl_float2{});
    const bool have =
        lab.known.has_extension("cl_khr_fp64") || lab.known.has_feature("__opencl_c_fp64");
    if (have)
        sum("double", lab.newest(), "sum_plain", cl_double{});
    else
        tell_missing("double");

    const std::size_t many = lab.simulated ? 64 : lab.gpu ? 1U << 20U : 1U << 12U;
    const cl_uint rounds = lab.simulated ? 4 : 2048, lanes = lab.gpu ? 2 : 16;
    std::printf("\nmultiply-adds, eight chains of %u in each of %zu work-items\n", lanes,
                many);
    for (const std::string type : {"float", "double"}) {
        if (type == "double" && !have) {
            tell_missing("double");
            continue;
        }
        const cl::Kernel kernel{
            lab.program("extensions.cl", "-D REALS=" + type + std::to_string(lanes)),
            "chains"};
        const cl::Buffer out = lab.zeros<cl_double>(many * lanes);
        const double ms = lab.median_ms(kernel, many, 64, out, rounds);
        char speed[64];
        std::snprintf(speed, sizeof speed, "%.0f GFLOP/s",
                      16e-6 * lanes * static_cast<double>(many) * rounds / ms);
        tell_row(type.c_str(), ms, speed);
    }
}
