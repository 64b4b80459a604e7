// Tests of the blend against the host. The elements and weights are small multiples of a power of two: every sum
// is exact.
#include <lockstep/probes.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

struct Problem
{
    std::size_t n;
    std::size_t planes;
    std::size_t group;
    std::size_t more_groups = 0; ///< than n elements need
    float scale = 1;             ///< of the elements: a power of two
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
    const auto& [n, planes, group, more_groups, scale] = problem;
    std::vector<float> in = quarters(std::max<std::size_t>(n * planes, 1), 1400 + n);
    for (float& element : in) element *= scale;
    const std::vector<float> weight = quarters(std::max<std::size_t>(planes, 1), 1500 + planes);

    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = blend_kernel();
    const auto device_in = input("in", in);
    const auto device_weight = input("weight", weight);
    const auto device_out = output<float>("out", n);
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up((n + 3) / 4, group) + more_groups * group),
                     .local = cl::NDRange(group)},
                    device_in, device_weight, device_out, static_cast<cl_uint>(n),
                    static_cast<cl_uint>(planes));
    INFO("n ", n, ", planes ", planes, ", work-groups of ", group, ", ", more_groups,
         " more than needed, elements are multiples of ", scale / 4);
    exercise.expect_same("out", blended(in, weight, n, planes), device_out.read());
    exercise.expect_same("in", in, device_in.read());
    exercise.expect_same("weight", weight, device_weight.read());
}

} // namespace

TEST_CASE("one plane is scaled")
{
    check_blend({256, 1, 64});
}

TEST_CASE("planes are added up")
{
    check_blend({256, 2, 64});
    check_blend({1024, 16, 64});
}

TEST_CASE("there may be many planes")
{
    check_blend({40, 300, 64});
    if (!Exercise::get().clean_stage()) check_blend({7, 20000, 8}); // more than local memory has room for
}

TEST_CASE("elements may be tiny or huge")
{
    for (const float scale : {0x1p-40F, 0x1p60F}) check_blend({200, 5, 32, 0, scale});
}

TEST_CASE("no planes make zeros")
{
    check_blend({128, 0, 32});
}

TEST_CASE("lengths that four does not divide are blended")
{
    for (const std::size_t n : {1U, 2U, 3U, 5U, 127U, 129U, 255U, 257U, 1001U}) check_blend({n, 3, 32});
}

TEST_CASE("a launch may have more work-groups than it needs")
{
    check_blend({256, 3, 32, 1});
    check_blend({100, 3, 16, 7});
}

TEST_CASE("blend handles every length, number of planes and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        for (const std::size_t planes : {std::size_t{1}, std::size_t{19}})
            check_blend({size.count, planes, size.group});
}

TEST_CASE("work-groups may have any size")
{
    check_blend({1000, 2, 48});
    if (!Exercise::get().clean_stage()) check_blend({5000, 2, 512});
}

TEST_CASE("each work-item makes at most four elements")
{
    constexpr std::size_t n = 1024;
    constexpr std::size_t planes = 2;
    constexpr std::size_t launched = 64; // a quarter of the work-items that n elements need
    constexpr float untouched = 1e6F;    // larger than every sum
    const std::vector<float> in = quarters(n * planes, 1404);
    const std::vector<float> weight = quarters(planes, 1504);
    const std::vector<float> expected = blended(in, weight, n, planes);
    // Told of the launch that everything would take, too: in that one the other work-groups are elsewhere.
    const Launch whole{.global = cl::NDRange(256), .local = cl::NDRange(64)};
    for (cl::Kernel kernel : plain_and_told(blend_kernel(), "blend.cl", whole)) {
        const auto device_in = input("in", in);
        const auto device_weight = input("weight", weight);
        const auto device_out = input("out", std::vector<float>(n, untouched));
        Exercise::get().launch(kernel, {.global = cl::NDRange(launched), .local = cl::NDRange(64)}, device_in,
                               device_weight, device_out, static_cast<cl_uint>(n),
                               static_cast<cl_uint>(planes));
        const std::vector<float> got = device_out.read();
        std::size_t made = 0;
        for (std::size_t i = 0; i < n; ++i) {
            if (got[i] == untouched) continue;
            ++made;
            if (got[i] != expected[i])
                FAIL("In a launch of ", launched, " work-items for ", n, " elements, out[", i, "] is ",
                     got[i], " where ", expected[i], " belongs.");
        }
        if (made > 4 * launched)
            FAIL("A launch of ", launched, " work-items made ", made, " elements of ", n, ", and at most ",
                 4 * launched, " are theirs: four each. Some work-item does the work of others.");
        if (made == 0) FAIL("A launch of ", launched, " work-items made none of ", n, " elements.");
    }
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
