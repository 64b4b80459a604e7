// A device in numbers: the peak that it promises, its roofline, what the compiler made of the kernel, its memories.
#include "code.hpp"
#include "field-notes/shuffled.hpp"
#include "hierarchy.hpp"
#include "peak.hpp"
#include "roofline.hpp"

#include <lockstep/run.hpp>

void rooflines(const Lab& lab)
{
    std::printf("%zu compute units, %u MHz, %u arithmetic slots in each: %s GFLOP/s\n",
                lab.units, lab.device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>(),
                slots(lab.device), rounded(peak_gflops(lab.device)).c_str());
    const Form forms[] = {wide(lab), plain()};
    std::vector<Point> points[2];
    double gbps = 0, peak = 0;
    for (const cl_uint rounds : {0U, 3U, 6U, 24U, 96U, 384U, 1024U, 4096U}) {
        if (lab.simulated && rounds > 24) continue;
        for (std::size_t f = 0; f < 2; ++f) {
            points[f].push_back(measure(lab, forms[f], rounds));
            gbps = std::max(gbps, points[f].front().gbps);
            peak = std::max(peak, points[f].back().gflops);
        }
    }
    if (lab.simulated) return;
    std::printf("\nof an element    %33s %33s\n", forms[0].name, forms[1].name);
    for (std::size_t i = 0; i < points[0].size(); ++i) {
        const Point &a = points[0][i], &b = points[1][i];
        const double most = roof(a.intensity(), gbps, peak);
        std::printf("%4u multiply-adds %8s GB/s %8s GFLOP/s, %3.0f %%", a.rounds,
                    rounded(a.gbps).c_str(), rounded(a.gflops).c_str(),
                    100 * (most == 0 ? a.gbps / gbps : a.gflops / most));
        std::printf(" %9s GB/s %8s GFLOP/s, %s\n", rounded(b.gbps).c_str(),
                    rounded(b.gflops).c_str(), a.right && b.right ? "right" : "WRONG");
    }
    std::printf("the ridge is at %.1f operations for each byte\n\n", peak / gbps);
    draw(points[0], points[1], gbps, peak);
}

void generated_code(const Lab& lab)
{
    std::printf("\nmultiply-adds in the code\n");
    for (const Form& form : {wide(lab), plain()}) {
        const cl::Program program = program_of(lab, form);
        const cl::Buffer data = lab.buffer(1U << 16U);
        lab.queue.enqueueFillBuffer(data, 0.0F, 0, 1U << 16U);
        lab.best_ms(find_kernel(program, "operations"), form.group, form.group, data, data,
                    1U, 0.5F, 1.0F);
        std::printf("  of %s:", form.name);
        const auto kinds = multiply_adds(code_of(program));
        if (kinds.empty()) std::printf(" none found, or no objdump");
        for (const auto& [kind, n] : kinds) std::printf(" %d × %s", n, kind.c_str());
        std::printf("\n");
    }
}

void hierarchy(const Lab& lab)
{
    const Hierarchy memory{lab};
    const std::size_t line = lab.cpu ? 64 : 128, apart = line / sizeof(cl_uint);
    std::printf("\nthe device speaks of %llu KiB of cache and lines of %u bytes\n",
                lab.device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHE_SIZE>() / 1024ULL,
                lab.device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE>());
    std::printf("a read of which the next one depends, places %zu bytes apart\n", line);
    std::printf("  set              at random   in order\n");
    std::printf("    4 KiB local %9.1f ns\n",
                memory.local_step_ns(tour(4096 / line, apart), 4096 / line));
    for (std::size_t kib = 4; kib <= 256U << 10U; kib *= 2) {
        if (lab.simulated && kib > 4) continue;
        const std::size_t places = kib * 1024 / line;
        std::printf("%6zu %s       %9.1f ns %7.1f ns\n", kib < 1024 ? kib : kib / 1024,
                    kib < 1024 ? "KiB" : "MiB", memory.step_ns(tour(places, apart), places),
                    memory.step_ns(tour(places, apart, true), places));
    }

    const std::size_t places = lab.simulated ? 64 : 1U << 20U;
    const auto chain = shuffled(places, apart);
    std::printf("  shuffled chain %9.1f ns, %zu of %zu places visited\n",
                memory.step_ns(chain, visited(chain)), visited(chain), places);

    std::printf("\nfrom line to line at random, and on the way a second read\n");
    const std::size_t far = lab.simulated ? 16 : 1U << 19U;
    std::printf("  none                    %9.1f ns\n",
                memory.step_ns(tour(far, 128), far));
    for (const std::size_t hop : {1U, 7U, 8U, 15U, 16U, 24U, 32U, 48U, 64U, 96U})
        if (!lab.simulated || hop == 1)
            std::printf("  %3zu bytes further on    %9.1f ns\n", hop * sizeof(cl_uint),
                        2 * memory.step_ns(tour(far, 128, false, hop), 2 * far));

    std::printf("\nlines      side by side   one in each 4 KiB\n");
    for (std::size_t lines = 16; lines <= (lab.simulated ? 16U : 16384U); lines *= 2)
        std::printf("%6zu %12.1f ns %14.1f ns\n", lines,
                    memory.step_ns(tour(lines, apart), lines),
                    memory.step_ns(tour(lines, 1024 + apart), lines));
}

void paths(const Lab& lab)
{
    std::printf("\na copy in elements of 1, 4 and 16 bytes, and by atomics: "
                "%s, %s, %s, %s GB/s\n",
                rounded(copy_gbps(lab, "copy", "uchar", 1)).c_str(),
                rounded(copy_gbps(lab, "copy", "uint", 4)).c_str(),
                rounded(copy_gbps(lab, "copy", "uint4", 16)).c_str(),
                rounded(copy_gbps(lab, "exchange", "uint", 4)).c_str());
}

int main()
{
    return run([] {
        const Lab lab;
        rooflines(lab);
        generated_code(lab);
        hierarchy(lab);
        paths(lab);
    });
}
