// The histograms' kernels beyond 2^31 bytes: in memory where there is enough, otherwise told so.
#include "edge.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

using namespace lockstep::bench;

namespace
{

using Counts = std::vector<cl_uint>;

constexpr std::uint64_t group = 64;

Counts counted(const std::vector<std::uint8_t>& bytes)
{
    Counts counts(256);
    for (const std::uint8_t byte : bytes) ++counts[byte];
    return counts;
}

Guarded zeros()
{
    Guarded counts = far().workbench().output(256 * sizeof(cl_uint));
    far().workbench().queue().enqueueFillBuffer(counts.buffer(), cl_uint{0}, 0, counts.bytes());
    return counts;
}

/// The counts of the bytes from `before` to n - 1 by a group that is told to be where its last steps begin.
Counts counts_at_the_end(const std::string& kernel, std::uint64_t before, std::uint64_t n,
                         std::uint64_t bytes_a_piece, const std::vector<std::uint8_t>& bytes)
{
    Workbench& workbench = far().workbench();
    const Guarded counts = zeros();
    const bool naive = kernel == "histogram_global";
    Edge edge{.file = naive ? "chapters/18-histogram/histogram.cl" : "kernels/histogram.cl",
              .kernel = kernel,
              .options = "-D GROUP=64 -D COPIES=4 -D AHEAD=2",
              .local = {group, 1},
              .first_group = {before / bytes_a_piece / group, 0},
              .of_groups = {1, 1},
              .moved = {{"bytes", before}}};
    CHECK(far().run(edge, workbench.input(bytes), static_cast<cl_uint>(n), counts) == "");
    return counts.read<cl_uint>();
}

} // namespace

TEST_SUITE_BEGIN("edges");

TEST_CASE("groups count the last bytes of almost 2^32")
{
    // The last four steps of a group that is the whole launch; n leaves room for one step more.
    for (const auto& [kernel, piece] : {std::pair{std::string("histogram_local"), 1U},
                                        {"histogram_wide", 16U},
                                        {"histogram_tables", 16U},
                                        {"histogram_lanes", 16U}}) {
        const std::uint64_t n = end_of_indices - group * piece, before = n - 4 * group * piece;
        INFO(kernel);
        const auto bytes = small_numbers<std::uint8_t>(n - before);
        CHECK(counts_at_the_end(kernel, before, n, piece, bytes) == counted(bytes));
    }
}

TEST_CASE("one work-item a byte counts the last of 2^32 - 1")
{
    const std::uint64_t n = end_of_indices - 1, before = end_of_indices - group;
    const auto bytes = small_numbers<std::uint8_t>(n - before);
    CHECK(counts_at_the_end("histogram_global", before, n, 1, bytes) == counted(bytes));
}

TEST_CASE("work-items with tables of their own count 2^31 + 37 bytes")
{
    Workbench& workbench = far().workbench();
    constexpr std::uint64_t n = (std::uint64_t{1} << 31U) + 37;
    const auto device = workbench.device();
    if (workbench.is_simulator() || device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() < n ||
        device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() < 4 * n) {
        MESSAGE("not checked here: the device has no room for ", n, " bytes");
        return;
    }
    // Eight values over and over, of which one alone fills its counter beyond 16 bits in every work-item.
    const std::array<std::uint8_t, 8> pattern{3, 3, 3, 3, 255, 0, 7, 3};
    const cl::Buffer bytes(workbench.context(), CL_MEM_READ_WRITE, n + 7);
    cl_ulong word = 0;
    for (std::size_t i = 0; i < 8; ++i) word |= cl_ulong{pattern[i]} << 8 * i;
    workbench.queue().enqueueFillBuffer(bytes, word, 0, (n + 7) / 8 * 8);
    Counts expected(256, 0);
    for (std::size_t i = 0; i < 8; ++i)
        expected[pattern[i]] += static_cast<cl_uint>(n / 8 + (i < n % 8 ? 1 : 0));
    for (const std::string kernel : {"histogram_private", "histogram_pairs", "histogram_flat"}) {
        INFO(kernel);
        const Guarded counts = zeros();
        cl::Kernel histogram = workbench.kernel("kernels/histogram.cl", kernel);
        set_arguments(histogram, bytes, static_cast<cl_uint>(n), counts);
        workbench.queue().enqueueNDRangeKernel(histogram, cl::NullRange, cl::NDRange(4), cl::NDRange(1));
        workbench.queue().finish();
        CHECK(counts.read<cl_uint>() == expected);
    }
}

TEST_SUITE_END();
