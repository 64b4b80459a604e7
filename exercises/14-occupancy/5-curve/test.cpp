// Tests of the added light against the host. Whole numbers that fit in 32 bits: all must agree.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>

using namespace lockstep;

namespace
{

constexpr std::size_t exposures = 8;
constexpr std::size_t levels = 4096;
constexpr cl_int untouched = -77'777'777;

struct Scene
{
    std::size_t n;
    std::vector<cl_uint> raw;  ///< exposure k of pixel i is raw[k * n + i]
    std::vector<cl_int> curve; ///< of all levels
};

/// @param range of the levels: in a small one, exposures are equally far from their mean. @param lights range of the curve.
Scene scene_of(std::size_t n, std::uint32_t range = levels, std::uint32_t lights = 100'000)
{
    Scene scene{n, random_uints(std::max<std::size_t>(n, 1) * exposures, 1405 + n, range), {}};
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
        sums.push_back(sum - *std::max_element(light.begin(), light.end(), [&](cl_int left, cl_int right) {
                           return away(left) < away(right);
                       }));
    }
    return sums;
}

cl::Kernel light_kernel()
{
    return Exercise::get().kernel("curve.cl", "add_light",
                                  {"global uint*", "global int*", "global int*", "uint"});
}

/// The work-items of a group, which the kernel states.
std::size_t group_of(const cl::Kernel& kernel)
{
    const auto shape = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(Exercise::get().device());
    if (shape[0] < 32 || shape[0] > 512 || shape[0] % 32 != 0 || shape[1] != 1 || shape[2] != 1)
        FAIL(
            "The kernel asks for work-groups of ", shape[0], " × ", shape[1], " × ", shape[2],
            ". Write __attribute__((reqd_work_group_size(X, 1, 1))), where X is a multiple of 32 up to 512.");
    return shape[0];
}

/// Launches the kernel and expects the pixels from first to end - 1 to be made, and the rest to stay as it was.
void check_part(const Scene& scene, cl::Kernel kernel, const Launch& how, std::size_t first, std::size_t end)
{
    Exercise& exercise = Exercise::get();
    const bool all = first == 0 && end == scene.n && scene.n != 0;
    const std::size_t room = std::max<std::size_t>(scene.n, 1);
    const auto raw = input("raw", scene.raw);
    const auto curve = input("curve", scene.curve);
    const auto sums =
        all ? output<cl_int>("sums", room) : input("sums", std::vector<cl_int>(room, untouched));
    exercise.launch(kernel, how, raw, curve, sums, static_cast<cl_uint>(scene.n));
    std::vector<cl_int> expected = added(scene);
    expected.resize(room, untouched);
    for (std::size_t i = 0; i < room; ++i)
        if (i < first || i >= end) expected[i] = untouched;
    INFO("", scene.n, " pixels; the launch is for those from ", first, " on, up to ", end);
    exercise.expect_same("sums", expected, sums.read());
    exercise.expect_same("raw", scene.raw, raw.read());
    exercise.expect_same("curve", scene.curve, curve.read());
}

void check_scene(const Scene& scene, std::size_t more_groups = 0)
{
    const cl::Kernel kernel = light_kernel();
    const std::size_t group = group_of(kernel);
    check_part(scene, kernel,
               {.global = cl::NDRange(std::max(round_up(scene.n, group), group) + more_groups * group),
                .local = cl::NDRange(group)},
               0, scene.n);
}

} // namespace

TEST_CASE("exposures are added up by the curve")
{
    check_scene(scene_of(64));
}

TEST_CASE("each level has its own light")
{
    Scene scene = scene_of(levels);
    for (std::size_t at = 0; at < scene.raw.size(); ++at)
        scene.raw[at] = static_cast<cl_uint>((at * 37 + at / levels * 11) % levels);
    check_scene(scene);
}

TEST_CASE("of exposures that are equally far from the mean, the first is left out")
{
    check_scene(scene_of(300, 2));
    check_scene(scene_of(300, 3));
    check_scene(scene_of(40, 1));
}

TEST_CASE("pixels may be of any number, and the launch larger")
{
    for (const std::size_t n : {1U, 31U, 65U, 257U, 513U}) check_scene(scene_of(n));
    check_scene(scene_of(70), 2);
    check_scene(scene_of(count_of_its_own("curve.cl")));
}

TEST_CASE("without pixels nothing is written")
{
    check_scene(scene_of(0));
}

TEST_CASE("light may be very little or very much, and needs all its bits")
{
    check_scene(scene_of(100, levels, 7));
    check_scene(scene_of(100, levels, 130'000'001));
}

TEST_CASE("a second scene has its own curve")
{
    check_scene(scene_of(90));
    check_scene(scene_of(90, 900, 2'000));
    check_scene(scene_of(90));
}

TEST_CASE("work-item i makes pixel i, and no other")
{
    const std::size_t group = group_of(light_kernel());
    const Scene scene = scene_of(3 * group + 9);
    const Launch whole{.global = cl::NDRange(4 * group), .local = cl::NDRange(group)};
    const cl::Kernel told{program_behind(groups_of(whole), "curve.cl"), "add_light"};
    for (const std::size_t number : {std::size_t{1}, std::size_t{3}})
        check_part(scene, told,
                   {.global = cl::NDRange(group),
                    .local = cl::NDRange(group),
                    .offset = cl::NDRange(number * group)},
                   number * group, std::min((number + 1) * group, scene.n));
}

TEST_CASE("there may be more pixels than 16 bits, and more levels than 24 bits can count")
{
    if (Exercise::get().clean_stage()) return;
    check_scene(scene_of(70'001));
    Scene scene{(1U << 21U) + 37, {}, scene_of(1).curve};
    scene.raw.resize(scene.n * exposures);
    for (std::size_t at = 0; at < scene.raw.size(); ++at)
        scene.raw[at] = static_cast<cl_uint>(at * 2654435761U % 4093);
    check_scene(scene);
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
