// Tests of the added light against the host. Whole numbers that fit in 32 bits: all must agree.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>

using namespace lockstep;

namespace
{

constexpr std::size_t exposures = 8, levels = 4096;

struct Scene
{
    std::size_t n;
    std::vector<cl_uint> raw;  ///< exposure k of pixel i is raw[k * n + i]
    std::vector<cl_int> curve; ///< of all levels
};

/// @param range of the levels: in a small one, exposures are equally far from their mean. @param lights range of the curve.
Scene scene_of(std::size_t n, std::uint32_t range = levels, std::uint32_t lights = 100'000)
{
    Scene scene{n, random_uints(n * exposures, 1405 + n, range), {}};
    for (const std::uint32_t light : random_uints(levels, 1406 + n, lights))
        scene.curve.push_back(static_cast<cl_int>(light) - static_cast<cl_int>(lights / 3));
    return scene;
}

std::vector<cl_int> added(const Scene& scene)
{
    std::vector<cl_int> sums;
    for (std::size_t i = 0; i < scene.n; ++i) {
        std::array<cl_int, exposures> light{};
        cl_int sum = 0;
        for (std::size_t k = 0; k < exposures; ++k) {
            light[k] = scene.curve[scene.raw[k * scene.n + i]];
            sum += light[k];
        }
        const auto away = [&](cl_int one) { return std::abs(static_cast<cl_int>(exposures) * one - sum); };
        sums.push_back(sum - std::ranges::max(light, {}, away));
    }
    return sums;
}

/// The work-items of a group, which the kernel states.
std::size_t group_of(const cl::Kernel& kernel)
{
    const auto shape = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(Exercise::get().device());
    if (shape[0] < 32 || shape[0] > 512 || shape[0] % 32 != 0 || shape[1] != 1 || shape[2] != 1)
        FAIL("The kernel asks for work-groups of ", shape[0], " × ", shape[1], " × ", shape[2],
             "; expected X × 1 × 1, where X is a multiple of 32 up to 512.");
    return shape[0];
}

/// @param groups work-groups that are launched, if not all.
void check_scene(const Scene& scene, std::size_t groups = SIZE_MAX)
{
    cl::Kernel kernel = Exercise::get().kernel("curve.cl", "add_light",
                                               {"global uint*", "global int*", "global int*", "uint"});
    const std::size_t group = group_of(kernel);
    const auto sums = output<cl_int>("sums", scene.n);
    launch(kernel, covering(std::min(round_up(scene.n, group) / group, groups) * group, group),
           input("raw", scene.raw), input("curve", scene.curve), sums, scene.n);
    INFO("", scene.n, " pixels");
    expect_part("sums", added(scene), sums.read(), [&](std::size_t i) { return i / group < groups; });
}

} // namespace

TEST_CASE("exposures are added up by the curve")
{
    check_scene(scene_of(64));
}

TEST_CASE("of exposures that are equally far from the mean, the first is left out")
{
    check_scene(scene_of(300, 2));
}

TEST_CASE("pixels may be of any number")
{
    for (const std::size_t n : {0U, 1U, 31U, 65U, 257U, 513U}) check_scene(scene_of(n));
}

TEST_CASE("light may be very little or very much, and needs all its bits")
{
    check_scene(scene_of(100, levels, 7));
    check_scene(scene_of(100, levels, 130'000'001));
}

TEST_CASE("work-item i makes pixel i, and no other")
{
    check_scene(scene_of(1600), 2);
}

TEST_SUITE("lens")
{
    TEST_CASE("4096 pixels are made")
    {
        check_scene(scene_of(4096));
    }

    TEST_CASE("3001 pixels are made")
    {
        check_scene(scene_of(3001));
    }
}
