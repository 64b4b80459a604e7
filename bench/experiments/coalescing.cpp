// Bandwidth of loads and stores against their stride and their offset; arrays of structures against arrays.
#include "experiment.hpp"

#include <fmt/format.h>

namespace lockstep::bench
{
namespace
{

constexpr std::uint32_t rounds = 8; // as in coalescing.cl
constexpr std::uint32_t group = 256;
constexpr std::uint32_t checked = 4096;

/// The buffers of the experiment: `elements` words to read (filled), and as many to write.
struct Memory
{
    std::uint32_t elements;
    cl::Buffer in;
    cl::Buffer out;
};

double gbps(double bytes, double ms)
{
    return bytes / ms * 1e-6;
}

CoalescingRow figures_of(const char* access, double bytes, double ms)
{
    CoalescingRow row;
    row.access = access;
    row.ms = ms;
    row.gbps = gbps(bytes, ms);
    return row;
}

/// The positions that work-item `i` of a row touches.
std::uint32_t position(std::uint32_t i, std::uint32_t round, std::uint32_t step, std::uint32_t stride,
                       std::uint32_t row, std::uint32_t offset)
{
    return (i + round * step) * stride + row + offset;
}

CoalescingRow measure_load(Bench& bench, const Memory& memory, std::uint32_t stride, std::uint32_t offset)
{
    cl::Kernel kernel = bench.kernel("coalescing.cl", "load");
    set_arguments(kernel, memory.in, memory.out, stride, offset);
    const std::uint32_t step = (memory.elements - 64) / stride / rounds / group * group;
    const double ms = bench.median_ms(kernel, {step, stride}, {group, 1});
    const auto got = bench.words(memory.out, std::size_t{stride - 1} * step, checked);
    bool right = true;
    for (std::uint32_t i = 0; i < std::min(checked, step); ++i) {
        std::uint32_t expected = 0;
        for (std::uint32_t r = 0; r < rounds; ++r)
            expected ^= hash(position(i, r, step, stride, stride - 1, offset));
        right = right && got[i] == expected;
    }
    require_right(right, fmt::format("loads with stride {}, offset {}", stride, offset));
    return figures_of("load", 4.0 * step * stride * rounds, ms);
}

CoalescingRow measure_store(Bench& bench, const Memory& memory, std::uint32_t stride, std::uint32_t offset)
{
    cl::Kernel kernel = bench.kernel("coalescing.cl", "store");
    set_arguments(kernel, memory.out, stride, offset);
    const std::uint32_t step = (memory.elements - 64) / stride / rounds / group * group;
    const double ms = bench.median_ms(kernel, {step, stride}, {group, 1});
    bool right = true;
    for (const std::uint32_t first : {offset, step * stride * rounds + offset - checked}) {
        const auto got = bench.words(memory.out, first, checked);
        for (std::uint32_t i = 0; i < checked; ++i) right = right && got[i] == hash(first + i) + stride;
    }
    require_right(right, fmt::format("stores with stride {}, offset {}", stride, offset));
    return figures_of("store", 4.0 * step * stride * rounds, ms);
}

std::vector<CoalescingRow> measure_layouts(Bench& bench, const Memory& memory)
{
    const std::uint32_t particles = memory.elements / 8;
    std::vector<CoalescingRow> rows;
    for (const bool as_arrays : {false, true}) {
        cl::Kernel kernel = bench.kernel("coalescing.cl", as_arrays ? "arrays" : "structures");
        const cl_buffer_region mass_region{0, particles * std::size_t{4}};
        const cl_buffer_region vx_region{particles * std::size_t{4}, particles * std::size_t{4}};
        cl::Buffer in = memory.in;
        // A kernel's argument does not keep its buffer alive: these must outlive the launch.
        const cl::Buffer mass =
            in.createSubBuffer(CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &mass_region);
        const cl::Buffer vx = in.createSubBuffer(CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &vx_region);
        if (as_arrays)
            set_arguments(kernel, mass, vx, memory.out);
        else
            set_arguments(kernel, in, memory.out);
        const double ms = bench.median_ms(kernel, {particles}, {group});
        const auto got = bench.words(memory.out, 0, checked);
        bool right = true;
        for (std::uint32_t i = 0; i < checked; ++i)
            right = right &&
                    got[i] == (as_arrays ? hash(i) ^ hash(particles + i) : hash(8 * i + 3) ^ hash(8 * i + 4));
        require_right(right, as_arrays ? "a structure of arrays" : "an array of structures");
        CoalescingRow& row = rows.emplace_back();
        row.vary = "layout";
        row.layout = as_arrays ? "arrays" : "structures";
        row.ms = ms;
        row.gbps = gbps(12.0 * particles, ms);
    }
    return rows;
}

CoalescingRow with_stride(std::uint32_t stride, CoalescingRow row)
{
    row.vary = "stride";
    row.stride = stride;
    return row;
}

CoalescingRow with_offset(std::uint32_t elements, CoalescingRow row)
{
    row.vary = "offset";
    row.offset_bytes = 4 * elements;
    return row;
}

} // namespace

std::vector<CoalescingRow> measure_coalescing(Bench& bench)
{
    const std::uint32_t elements = bench.scale().quick ? 1U << 20U : 1U << 28U; // 4 MiB, 1 GiB
    Memory memory{elements, bench.buffer(elements * std::size_t{4}), bench.buffer(elements * std::size_t{4})};
    cl::Kernel fill = bench.kernel("coalescing.cl", "fill");
    set_arguments(fill, memory.in);
    bench.launch(fill, {elements}, {group});

    std::vector<CoalescingRow> rows;
    for (std::uint32_t stride = 1; stride <= 64; stride += stride < 34 ? 1 : 2) {
        rows.push_back(with_stride(stride, measure_load(bench, memory, stride, 0)));
        rows.push_back(with_stride(stride, measure_store(bench, memory, stride, 0)));
    }
    for (std::uint32_t offset = 0; offset <= 32; ++offset) {
        rows.push_back(with_offset(offset, measure_load(bench, memory, 1, offset)));
        rows.push_back(with_offset(offset, measure_store(bench, memory, 1, offset)));
    }
    for (const CoalescingRow& row : measure_layouts(bench, memory)) rows.push_back(row);
    return rows;
}

} // namespace lockstep::bench
