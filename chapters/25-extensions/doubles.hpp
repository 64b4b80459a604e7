// A long sum with floats, with pairs of floats and with doubles; and what doubles cost.
#pragma once

#include "lab.hpp"

inline double number(float x)
{
    return x;
}
inline double number(double x)
{
    return x;
}
inline double number(cl_float2 pair)
{
    return double{pair.s[0]} + double{pair.s[1]};
}

struct Sum
{
    double value, ms;
};

// Adds up on the device, in two launches, to one number of the given type.
template <typename Real>
Sum sum_of(const Lab& lab, const std::string& options, const std::vector<float>& energy,
           const cl::Buffer& in)
{
    const std::size_t group = 256, groups = lab.simulated ? 2 : 1024;
    const cl::Program program = lab.program("extensions.cl", options);
    const cl::Kernel first{program, "add_energies"}, second{program, "add_sums"};
    const cl::Buffer sums = lab.zeros<Real>(groups), total = lab.zeros<Real>(1);
    const auto places = cl::Local(group * sizeof(Real));
    const auto n = static_cast<cl_uint>(energy.size());
    const double ms = lab.median_ms(first, groups * group, group, in, sums, n, places) +
                      lab.median_ms(second, group, group, sums, total,
                                    static_cast<cl_uint>(groups), places);
    return {number(lab.read<Real>(total, 1).at(0)), ms};
}

template <typename Real>
void tell_sum(const Lab& lab, const char* way, const std::string& options,
              const std::vector<float>& energy, const cl::Buffer& in, long double exact)
{
    const auto [got, ms] = sum_of<Real>(lab, options, energy, in);
    char text[64];
    std::snprintf(text, sizeof text, "%.4f, off by %.1e", got,
                  std::abs(static_cast<double>(got - exact)));
    tell_row(way, ms, text);
}

inline void tell_choice(const char* what, const std::string& choice)
{
    std::printf("  %-12s %s\n", what, choice.c_str());
}

struct Energies
{
    explicit Energies(const Lab& lab)
        : values{random_floats(lab.simulated ? 4096 : std::size_t{1} << 24U, 25, 0, 1)},
          in{lab.input(values)}
    {
        for (const float x : values) exact += x;
    }

    std::vector<float> values;
    cl::Buffer in;
    long double exact = 0;
};

// The whole decision, and the sum that follows from it.
inline void planned(const Lab& lab)
{
    const Energies energies{lab};
    const Plan planned = plan(lab.known);
    std::printf("the sum as this device makes it\n");
    tell_choice("options", planned.options.empty() ? "none" : planned.options.substr(1));
    tell_choice("numbers", planned.numbers + "; " + planned.doubles.because);
    tell_choice("in a group", planned.way + "; " + planned.in_group.because);
    const double got =
        planned.doubles
            ? sum_of<cl_double>(lab, planned.options, energies.values, energies.in).value
            : sum_of<cl_float2>(lab, planned.options, energies.values, energies.in).value;
    char text[64];
    std::snprintf(text, sizeof text, "%.4f, %s", got,
                  verdict(std::abs(got - static_cast<double>(energies.exact)) < 1e-3));
    tell_choice("the sum", text);
}

inline void doubles(const Lab& lab)
{
    const Energies energies{lab};
    const auto& [energy, in, exact] = energies;
    const std::size_t n = energy.size();
    const Answer here = tell_need(lab, capability::doubles);
    std::printf("the sum of %zu energies\n", n);
    tell_sum<cl_float>(lab, "float", "-D FLOATS", energy, in, exact);
    tell_sum<cl_float2>(lab, "two floats, the fallback", "-D PAIRS", energy, in, exact);
    if (here)
        tell_sum<cl_double>(lab, "double", lab.newest(), energy, in, exact);
    else
        tell_missing("double");

    const std::size_t many = lab.simulated ? 64 : lab.gpu ? 1U << 20U : 1U << 12U;
    const cl_uint rounds = lab.simulated ? 4 : 2048, lanes = lab.gpu ? 2 : 16;
    std::printf("multiply-adds, eight chains of %u in each of %zu work-items\n", lanes,
                many);
    for (const std::string type : {"float", "double"}) {
        if (type == "double" && !here) {
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
