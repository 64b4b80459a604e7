// Tests of the heat step against the host. Temperatures are multiples of 1/64, or these times a power of two, and rates are
// multiples of 1/16: every result is exact.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>
#include <string>

using namespace lockstep;

namespace
{

struct Plate
{
    std::size_t columns;
    std::size_t rows;
};

constexpr std::size_t group_work_items = 256;

std::vector<float> stepped(const std::vector<float>& before, const Plate& plate, float rate)
{
    std::vector<float> after(before.size());
    const auto cell = [&](std::size_t x, std::size_t y) { return before[y * plate.columns + x]; };
    for (std::size_t y = 0; y < plate.rows; ++y)
        for (std::size_t x = 0; x < plate.columns; ++x) {
            const float left = cell(x == 0 ? 0 : x - 1, y);
            const float right = cell(std::min(x + 1, plate.columns - 1), y);
            const float above = cell(x, y == 0 ? 0 : y - 1);
            const float below = cell(x, std::min(y + 1, plate.rows - 1));
            after[y * plate.columns + x] =
                cell(x, y) + rate * (left + right + above + below - 4.0F * cell(x, y));
        }
    return after;
}

// The work-group's shape, which the kernel states.
std::array<std::size_t, 3> group_of(const cl::Kernel& kernel)
{
    const auto shape = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(Exercise::get().device());
    if (shape[0] * shape[1] * shape[2] != group_work_items || shape[2] != 1)
        FAIL("The kernel asks for work-groups of ", shape[0], " × ", shape[1], " × ", shape[2],
             ". Write __attribute__((reqd_work_group_size(X, Y, 1))) with X * Y = 256.");
    return {shape[0], shape[1], shape[2]};
}

cl::Kernel heat_kernel()
{
    return Exercise::get().kernel("heat.cl", "heat_step",
                                  {"global float*", "global float*", "uint", "uint", "float"});
}

void check_plate(const std::vector<float>& before, const Plate& plate, float rate)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = heat_kernel();
    const auto group = group_of(kernel);
    const auto device_before = input("before", before);
    const auto device_after = output<float>("after", before.size());
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up(plate.columns, group[0]), round_up(plate.rows, group[1])),
                     .local = cl::NDRange(group[0], group[1])},
                    device_before, device_after, static_cast<cl_uint>(plate.columns),
                    static_cast<cl_uint>(plate.rows), rate);
    INFO("columns ", plate.columns, ", rows ", plate.rows);
    exercise.expect_same("after", stepped(before, plate, rate), device_after.read(), {}, plate.columns);
    exercise.expect_same("before", before, device_before.read(), {}, plate.columns);
}

// Temperatures from -24 to 40, frost included.
std::vector<float> random_temperatures(const Plate& plate)
{
    std::vector<float> temperatures;
    for (const std::uint32_t value : random_uints(plate.columns * plate.rows, 400 + plate.columns, 4096))
        temperatures.push_back(static_cast<float>(value) / 64.0F - 24.0F);
    return temperatures;
}

void check_random(const Plate& plate, float rate = 0.125F)
{
    check_plate(random_temperatures(plate), plate, rate);
}

} // namespace

TEST_CASE("a hot cell warms its four neighbours")
{
    const Plate plate = Exercise::get().clean_stage() ? Plate{64, 16} : Plate{96, 48};
    for (const Plate& hot : {Plate{31, 7}, Plate{32, 8}, Plate{63, 16}, Plate{15, 31}}) {
        if (hot.rows >= plate.rows) continue;
        std::vector<float> before(plate.columns * plate.rows, 16.0F);
        before[hot.rows * plate.columns + hot.columns] = 80.0F;
        check_plate(before, plate, 0.25F);
    }
}

TEST_CASE("the rate counts")
{
    const Plate plate = Exercise::get().clean_stage() ? Plate{32, 8} : Plate{64, 32};
    for (const float rate : {0.0F, 0.0625F, 0.1875F, 0.25F, 0.9375F}) check_random(plate, rate);
}

TEST_CASE("temperatures may be far from 1")
{
    const Plate plate{37, 11};
    for (const float scale : {0x1p-40F, 0x1p-6F, 0x1p40F}) {
        std::vector<float> before = random_temperatures(plate);
        for (float& temperature : before) temperature *= scale;
        check_plate(before, plate, 0.25F);
    }
}

TEST_CASE("no heat leaves at the rim")
{
    for (const Plate& plate : {Plate{64, 32}, Plate{64, 16}}) {
        std::vector<float> before(plate.columns * plate.rows, 0.0F);
        for (std::size_t y = 0; y < plate.rows; ++y)
            for (std::size_t x = 0; x < plate.columns; ++x)
                if (x == 0 || y == 0 || x + 1 == plate.columns || y + 1 == plate.rows)
                    before[y * plate.columns + x] = static_cast<float>(x + 2 * y + 1);
        check_plate(before, plate, 0.25F);
    }
}

TEST_CASE("plates of every shape are handled")
{
    for (const Plate& plate :
         {Plate{1, 1}, Plate{1, 40}, Plate{50, 1}, Plate{37, 5}, Plate{5, 37}, Plate{33, 9}, Plate{65, 33}})
        check_random(plate);
    if (Exercise::get().clean_stage()) return;
    check_random({333, 257});
    check_random({1100, 3});
    check_random({3, 1100});
    check_random({70'001, 1});
    check_random({1, 70'001});
}

TEST_CASE("work-item (x, y) makes cell (x, y)")
{
    const auto group = group_of(heat_kernel());
    const Plate plate{2 * group[0] + 3, 2 * group[1] + 1}; // nine work-groups, of which one is launched
    constexpr float untouched = 1000;
    constexpr float rate = 0.25F;
    const std::vector<float> before = random_temperatures(plate);
    std::vector<float> expected = stepped(before, plate, rate);
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (i % plate.columns >= group[0] || i / plate.columns >= group[1]) expected[i] = untouched;
    // Told of the launch that everything would take, too: in that one the other work-groups are elsewhere.
    const Launch whole{.global = cl::NDRange(3 * group[0], 3 * group[1]),
                       .local = cl::NDRange(group[0], group[1])};
    for (cl::Kernel kernel : plain_and_told(heat_kernel(), "heat.cl", whole)) {
        const auto device_before = input("before", before);
        const auto device_after = input("after", std::vector<float>(before.size(), untouched));
        Exercise::get().launch(
            kernel, {.global = cl::NDRange(group[0], group[1]), .local = cl::NDRange(group[0], group[1])},
            device_before, device_after, static_cast<cl_uint>(plate.columns),
            static_cast<cl_uint>(plate.rows), rate);
        INFO("Only the first work-group is launched, on a plate of ", plate.columns, " × ", plate.rows,
             ". It makes its own cells, and leaves the others as they are.");
        Exercise::get().expect_same("after", expected, device_after.read(), {}, plate.columns);
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("a plate of 128 × 64 takes a step")
    {
        check_random({128, 64});
    }

    TEST_CASE("a plate of 117 × 61 takes a step")
    {
        check_random({117, 61});
    }
}
