// Tests of the scanned blocks against loops on the host; sums are modulo 2^32.
#include <lockstep/kernel_set.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

constexpr std::size_t group = 256;
constexpr std::size_t block = 2 * group;

std::vector<cl_uint> exclusive(const std::vector<cl_uint>& in)
{
    std::vector<cl_uint> expected = scanned_blocks(in, block).values;
    for (std::size_t i = 0; i < in.size(); ++i) expected[i] -= in[i];
    return expected;
}

// @param launched work-groups, if not one for each block.
void check_values(const std::vector<cl_uint>& in, std::size_t launched = SIZE_MAX)
{
    const std::size_t groups = std::min(round_up(in.size(), block) / block, launched);
    const auto out = output<cl_uint>("out", in.size());
    launch(Exercise::get().kernel("block.cl", "scan_blocks", {"global uint*", "global uint*", "uint"}),
           covering(groups * group, group), input("in", in), out, in.size());
    INFO("n ", in.size(), ", ", groups, " work-groups");
    expect_part("out", exclusive(in), out.read(), [&](std::size_t i) { return i < groups * block; });
}

void check_random(std::size_t n)
{
    check_values(random_uints(n, 2000 + n, 0xF0000000U));
}

} // namespace

TEST_CASE("a block of ones counts its places")
{
    check_values(std::vector<cl_uint>(block, 1));
}

TEST_CASE("a single element is seen by all after it, and by none before")
{
    for (const std::size_t place : {0U, 1U, 31U, 32U, 255U, 256U, 510U, 511U}) {
        if (clean_stage() && place != 255) continue;
        std::vector<cl_uint> in(block);
        in[place] = 5;
        check_values(in);
    }
}

TEST_CASE("every block begins at zero")
{
    check_values(std::vector<cl_uint>(2 * block, 7));
    if (!clean_stage()) check_random(4 * block);
}

TEST_CASE("a work-group scans its own block and no other")
{
    check_values(random_uints(3 * block + 100, 2099, 0xF0000000U), 2);
}

TEST_CASE("a block may be cut short anywhere")
{
    for (const std::size_t n : {33U, 257U}) check_random(n);
    if (clean_stage()) return;
    for (const std::size_t n : {1U, 2U, 255U, 256U, 511U, 513U, 1000U, 1537U, 99999U, 1000000U})
        check_random(n);
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
