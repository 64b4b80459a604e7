// One kernel whose radius is an argument, and the same one whose radius the compiler knows.
#pragma once

#include "lab.hpp"

struct Smoother
{
    cl::Kernel kernel;
    double cold_ms = 0;  // a build of what was never built before
    double first_ms = 0; // the first launch, at which some implementations compile
    double again_ms = 0; // the same build once more
    std::vector<double> times;
};

//! [specialise]
inline Smoother smoother(const Lab& lab, int radius, bool known)
{
    const std::string options = known ? "-D RADIUS=" + std::to_string(radius) : "";
    const std::string source = fresh(chapter_file("smooth.cl"));
    Smoother made;
    made.cold_ms = host_ms([&] {
        made.kernel = cl::Kernel{build(lab, source, options), "smooth"};
    });
    made.again_ms = host_ms([&] { cl::Kernel{build(lab, source, options), "smooth"}; });
    return made;
}
//! [specialise]

inline void specialisation(const Lab& lab)
{
    const std::size_t n = lab.simulated ? 256 : std::size_t{1} << (lab.cpu ? 20U : 25U);
    std::printf("\n%-22s%9s%15s%15s%15s\n", "", "kernel", "build, cold", "build, again",
                "first launch");
    for (const int radius : {2, 16}) {
        const auto taps = static_cast<std::size_t>(2 * radius + 1);
        const cl::Buffer in = lab.upload(random_floats(n + taps, 8));
        const cl::Buffer weights = lab.upload(random_floats(taps, 9, 0.0F, 0.1F));
        const std::vector<cl::Buffer> out(2, {lab.context, CL_MEM_READ_WRITE, n * 4});
        std::vector<Smoother> ways{smoother(lab, radius, false),
                                   smoother(lab, radius, true)};
        for (std::size_t way = 0; way < 2; ++way) {
            ways[way].kernel.setArg(0, in);
            ways[way].kernel.setArg(1, out[way]);
            ways[way].kernel.setArg(2, weights);
            ways[way].kernel.setArg(3, static_cast<cl_uint>(n));
            ways[way].kernel.setArg(4, radius);
            ways[way].first_ms = host_ms([&] { lab.launch_ms(ways[way].kernel, n); });
        }
        for (int repeat = 0; repeat < (lab.simulated ? 1 : 7); ++repeat) // in turn
            for (Smoother& way : ways) way.times.push_back(lab.launch_ms(way.kernel, n));
        for (std::size_t way = 0; way < 2; ++way)
            std::printf("%-19s%3d%9.3f ms%12.1f ms%12.1f ms%12.1f ms\n",
                        way == 0 ? "radius, an argument" : "-D RADIUS", radius,
                        median(ways[way].times), ways[way].cold_ms, ways[way].again_ms,
                        ways[way].first_ms);
        const bool equal = lab.download(out[0], n) == lab.download(out[1], n);
        std::printf("%s\n", equal ? "the same results" : "results that differ");
    }
}
