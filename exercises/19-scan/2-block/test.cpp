// Tests of the scanned blocks against loops on the host; sums are modulo 2^32.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

constexpr std::size_t group = 256;
constexpr std::size_t block = 2 * group;

Reference<std::uint32_t> exclusive(const std::vector<std::uint32_t>& in)
{
    Reference<std::uint32_t> expected = scanned_blocks(in, block);
    for (std::size_t i = 0; i < in.size(); ++i) expected.values[i] -= in[i];
    return expected;
}

cl::Kernel scan_kernel()
{
    return Exercise::get().kernel("block.cl", "scan_blocks", {"global uint*", "global uint*", "uint"});
}

cl::Kernel part_of_launch()
{
    scan_kernel(); // ends the test when the file does not build: its message is better
    return {program_behind(told_of({.global = cl::NDRange(1024), .local = cl::NDRange(256)}), "block.cl"),
            "scan_blocks"};
}

void check_values(const std::vector<std::uint32_t>& in)
{
    const Reference<std::uint32_t> expected = exclusive(in);
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = scan_kernel();
    const auto device_in = input("in", in);
    const auto device_out = output<std::uint32_t>("out", in.size());
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up(in.size(), block) / 2), .local = cl::NDRange(group)},
                    device_in, device_out, static_cast<cl_uint>(in.size()));
    INFO("n ", in.size());
    expect_agreed("out", expected, device_out.read());
    exercise.expect_same("in", in, device_in.read());
}

void check_random(std::size_t n)
{
    check_values(random_uints(n, 2000 + n, 0xF0000000U));
}

} // namespace

TEST_CASE("a block of ones counts its places")
{
    check_values(std::vector<std::uint32_t>(block, 1));
}

TEST_CASE("a single element is seen by all after it, and by none before")
{
    for (const std::size_t place : {0U, 1U, 31U, 32U, 255U, 256U, 510U, 511U}) {
        if (Exercise::get().clean_stage() && place != 255) continue;
        std::vector<std::uint32_t> in(block);
        in[place] = 5;
        check_values(in);
    }
}

TEST_CASE("every block begins at zero")
{
    check_values(std::vector<std::uint32_t>(2 * block, 7));
    if (!Exercise::get().clean_stage()) check_random(4 * block);
}

TEST_CASE("a work-group scans its own block and no other")
{
    // Two work-groups are launched, of the four that the values need.
    const std::size_t launched = 2, n = 3 * block + 100;
    const std::vector<std::uint32_t> in = random_uints(n, 2099, 0xF0000000U);
    std::vector<std::uint32_t> expected = exclusive(in).values;
    std::fill(expected.begin() + static_cast<std::ptrdiff_t>(launched * block), expected.end(), 1000U);
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = part_of_launch();
    const auto out = input("out", std::vector<std::uint32_t>(n, 1000));
    const auto device_in = input("in", in);
    exercise.launch(kernel, {.global = cl::NDRange(launched * group), .local = cl::NDRange(group)}, device_in,
                    out, static_cast<cl_uint>(n));
    INFO("n ", n, ", launched: work-groups 0 and 1 only; behind their blocks out held 1000 and must keep it");
    exercise.expect_same("out", expected, out.read());
}

TEST_CASE("a block may be cut short anywhere")
{
    for (const std::size_t n : {33U, 257U}) check_random(n);
    if (Exercise::get().clean_stage()) return;
    for (const std::size_t n : {1U, 2U, 255U, 256U, 511U, 513U, 1000U, 1537U, 99999U, 1000000U})
        check_random(n);
    check_random(count_of_its_own("block.cl"));
}

TEST_SUITE("lens")
{
    TEST_CASE("eight blocks under the lens")
    {
        check_random(8 * block);
    }

    TEST_CASE("seven blocks and a part of one under the lens")
    {
        check_random(7 * block + 301);
    }
}
