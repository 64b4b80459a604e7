// Tests of the blend against the host. The elements and weights are small multiples of a power of two: every sum
// is exact.
#include <lockstep/exercise.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

struct Problem
{
    std::size_t n;
    std::size_t planes;
    std::size_t group;
    float scale = 1; ///< of the elements: a power of two
};

std::vector<float> quarters(std::size_t count, std::uint64_t seed)
{
    std::vector<float> numbers;
    for (const std::uint32_t value : random_uints(count, seed, 40))
        numbers.push_back((static_cast<float>(value) - 7.0F) / 4);
    return numbers;
}

std::vector<float> blended(const std::vector<float>& in, const std::vector<float>& weight, std::size_t n,
                           std::size_t planes)
{
    std::vector<float> out(n);
    for (std::size_t k = 0; k < planes; ++k)
        for (std::size_t i = 0; i < n; ++i) out[i] += weight[k] * in[k * n + i];
    return out;
}

cl::Kernel blend_kernel()
{
    return Exercise::get().kernel("blend.cl", "blend",
                                  {"global float*", "global float*", "global float*", "uint", "uint"});
}

void check_blend(const Problem& problem)
{
    const auto& [n, planes, group, scale] = problem;
    std::vector<float> in = quarters(n * planes, 1400 + n);
    for (float& element : in) element *= scale;
    const std::vector<float> weight = quarters(planes, 1500 + planes);
    const auto out = output<float>("out", n);
    launch(blend_kernel(), covering((n + 3) / 4, group), input("in", in), input("weight", weight), out, n,
           planes);
    INFO("n ", n, ", planes ", planes, ", work-groups of ", group, ", elements are multiples of ", scale / 4);
    expect_same("out", blended(in, weight, n, planes), out.read());
}

} // namespace

TEST_CASE("planes are scaled and added up")
{
    check_blend({256, 1, 64});
    check_blend({1024, 2, 64});
}

TEST_CASE("there may be many planes, or none")
{
    check_blend({40, 0, 16}); // zeros
    check_blend({40, 300, 64});
    if (!clean_stage()) check_blend({7, 20000, 8}); // more than local memory has room for
}

TEST_CASE("elements may be tiny or huge")
{
    for (const float scale : {0x1p-40F, 0x1p60F}) check_blend({200, 5, 32, scale});
}

TEST_CASE("blend handles every length, number of planes and work-group")
{
    for (const std::size_t n : {1U, 2U, 3U, 5U, 127U, 129U, 255U, 257U, 1001U}) check_blend({n, 3, 32});
    for (const Size1D& size : Exercise::get().sizes_1d())
        for (const std::size_t planes : {std::size_t{1}, std::size_t{19}})
            check_blend({size.count, planes, size.group});
    if (!clean_stage()) check_blend({5000, 2, 512});
}

TEST_CASE("each work-item makes at most four elements")
{
    // A quarter of the work-items that so many elements need. Which elements are theirs is their choice.
    constexpr std::size_t n = 1024, launched = 64;
    const auto out = input("out", std::vector<float>(n, 1e6F));
    launch(blend_kernel(), covering(launched, 64), input("in", quarters(2 * n, 1)),
           input("weight", quarters(2, 2)), out, n, std::size_t{2});
    const std::vector<float> got = out.read();
    const auto made = n - static_cast<std::size_t>(std::ranges::count(got, 1e6F));
    if (made > 4 * launched)
        FAIL("A launch of ", launched, " work-items made ", made, " elements of ", n, ", and at most ",
             4 * launched, " are theirs: four each.");
}

TEST_SUITE("lens")
{
    TEST_CASE("16 planes of 4096 elements under the lens")
    {
        check_blend({4096, 16, 64});
    }

    TEST_CASE("13 planes of 4001 elements under the lens")
    {
        check_blend({4001, 13, 96});
    }
}
