// Tests of the softened line against the host. Whole numbers modulo 2^32, so every result must agree.
#include <lockstep/exercise.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

constexpr std::size_t group = 64;

std::vector<cl_uint> softened(const std::vector<cl_uint>& in)
{
    std::vector<cl_uint> out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
        out[i] = in[i == 0 ? 0 : i - 1] + 2 * in[i] + in[std::min(i + 1, in.size() - 1)];
    return out;
}

cl::Kernel soften()
{
    return Exercise::get().kernel("soften.cl", "soften", {"global uint*", "global uint*", "uint"});
}

void check(const std::vector<cl_uint>& in)
{
    const auto out = output<cl_uint>("out", in.size());
    launch(soften(), covering((in.size() + 3) / 4, group), input("in", in), out, in.size());
    INFO("a line of ", in.size(), " values");
    expect_same("out", softened(in), out.read());
}

std::vector<cl_uint> line(std::size_t n, cl_uint below = 0xFFFFFFFF)
{
    return random_uints(n, 1306 + n, below);
}

} // namespace

TEST_CASE("a value is counted twice, and each of its neighbours once")
{
    check({0, 0, 0, 100, 0, 0, 0, 0});
    check(line(1024, 1000));
}

TEST_CASE("beyond the ends of a line, the value at the end counts")
{
    check({7});
    check({7, 9});
    check({5, 0, 0, 0, 0, 0, 0, 11});
    check(line(4));
}

TEST_CASE("lines of any length are softened, and nothing is written beyond them")
{
    for (const std::size_t n : {0U, 3U, 5U, 6U, 7U, 255U, 257U, 1021U}) check(line(n));
    if (!clean_stage()) check(line(70001));
}

TEST_CASE("sums need all 32 bits, and wrap around")
{
    check(std::vector<cl_uint>(300, 0xFFFFFFFF));
    check(line(520));
}

TEST_CASE("work-item w makes the four elements from 4w on, and no others")
{
    const std::vector<cl_uint> in = line(1000);
    const auto out = output<cl_uint>("out", in.size());
    launch(soften(),
           {.global = cl::NDRange(group), .local = cl::NDRange(group), .offset = cl::NDRange(2 * group)},
           input("in", in), out, in.size());
    expect_part("out", softened(in), out.read(),
                [](std::size_t i) { return i >= 8 * group && i < 12 * group; });
}

TEST_SUITE("lens")
{
    TEST_CASE("a line of 4096 values is softened")
    {
        check(line(4096));
    }

    TEST_CASE("a line of 3001 values is softened")
    {
        check(line(3001));
    }
}
