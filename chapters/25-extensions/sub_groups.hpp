// Sums and prefix sums of a work-group: through local memory, by shuffles, and by what
// OpenCL C has built in.
#pragma once

#include "lab.hpp"

struct Way
{
    const char *name, *options;
    bool here;
};

inline std::vector<Way> ways(const Lab& lab)
{
    //! [here]
    const bool sub_groups{has(lab.known, capability::sub_group_functions)};
    const bool shuffles{has(lab.known, capability::shuffles)};
    const bool groups{has(lab.known, capability::group_functions)};
    //! [here]
    return {{"local memory, the fallback", " -D WAY=0", true},
            {"shuffles", " -D WAY=1", shuffles},
            {"sub-group functions", " -D WAY=2", sub_groups},
            {"and a loop over their places", " -D WAY=2 -D IN_A_LOOP", sub_groups},
            {"work-group functions", " -D WAY=3", groups}};
}

inline void sub_groups(const Lab& lab)
{
    constexpr std::size_t group = 256;
    const std::size_t n =
        group * (lab.simulated ? 2 : std::size_t{1} << (lab.gpu ? 14U : 10U));
    const cl_uint rounds = lab.simulated ? 2 : 64;
    const cl::Buffer in = lab.input(random_floats(n, 30, 0, 1));
    tell_need(lab, capability::group_functions);
    for (const char* what : {"sums", "scans"}) {
        std::printf("%s of groups of 256, %u rounds in %zu groups\n", what, rounds,
                    n / group);
        std::vector<float> expected;
        for (const auto& [name, options, here] : ways(lab)) {
            const bool loop = std::string{options}.ends_with("LOOP");
            if (loop && *what == 's' && what[1] == 'c') continue;
            if (!here) {
                tell_missing(name);
                continue;
            }
            const cl::Program program =
                lab.program("sub_groups.cl", lab.newest() + options);
            std::string widths;
            if (const auto kernel = lab.kernel_if(program, "widths")) {
                const cl::Buffer told = lab.zeros<cl_uint>(2);
                lab.launch_ms(*kernel, group, group, told);
                const std::vector<cl_uint> width = lab.read<cl_uint>(told, 2);
                widths =
                    ", " + std::to_string(width[1]) + " of " + std::to_string(width[0]);
                if (width[1] > width[0] && !loop) {
                    tell_missing(name, "too narrow" + widths);
                    continue;
                }
            }
            const cl::Kernel kernel{program, what};
            const cl::Buffer out = lab.zeros<cl_float>(n);
            const double ms = lab.median_ms(kernel, n, group, in, out, rounds);
            const std::vector<float> got = lab.read<float>(out, n);
            if (expected.empty()) expected = got;
            bool right = true; // 256 positive floats, added in another order
            for (std::size_t i = 0; i < n; ++i)
                right = right && std::abs(got[i] - expected[i]) <= 1e-3F * expected[i];
            const std::string result = verdict(right) + widths;
            tell_row(name, ms, result);
        }
    }
}
