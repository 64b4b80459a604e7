// Tests of the heat step against the host. Temperatures are multiples of 1/64, or these times a power of two, and rates are
// multiples of 1/16: every result is exact.
#include <lockstep/exercise.hpp>

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

/// @param groups work-groups in either direction, if not all.
void check_plate(const std::vector<float>& before, const Plate& plate, float rate,
                 std::size_t groups = SIZE_MAX)
{
    cl::Kernel kernel = Exercise::get().kernel("heat.cl", "heat_step",
                                               {"global float*", "global float*", "uint", "uint", "float"});
    const auto group = group_of(kernel);
    const std::size_t across = std::min(round_up(plate.columns, group[0]) / group[0], groups) * group[0],
                      down = std::min(round_up(plate.rows, group[1]) / group[1], groups) * group[1];
    const auto after = output<float>("after", before.size());
    launch(kernel, covering({across, down, group[0], group[1]}), input("before", before), after,
           plate.columns, plate.rows, rate);
    INFO("columns ", plate.columns, ", rows ", plate.rows);
    const auto made = [&](std::size_t i) { return i % plate.columns < across && i / plate.columns < down; };
    expect_part("after", stepped(before, plate, rate), after.read(), made, {}, plate.columns);
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
    const Plate plate{64, 16};
    for (const Plate& hot : {Plate{31, 7}, Plate{32, 8}, Plate{15, 14}}) {
        std::vector<float> before(plate.columns * plate.rows, 16.0F);
        before[hot.rows * plate.columns + hot.columns] = 80.0F;
        check_plate(before, plate, 0.25F);
    }
}

TEST_CASE("the rate counts")
{
    for (const float rate : {0.0F, 0.0625F, 0.1875F, 0.25F, 0.9375F}) check_random({32, 8}, rate);
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
    const Plate plate{64, 32};
    std::vector<float> before(plate.columns * plate.rows, 0.0F);
    for (std::size_t i = 0; i < before.size(); ++i) {
        const std::size_t x = i % plate.columns, y = i / plate.columns;
        if (x == 0 || y == 0 || x + 1 == plate.columns || y + 1 == plate.rows)
            before[i] = static_cast<float>(x + 2 * y + 1);
    }
    check_plate(before, plate, 0.25F);
}

TEST_CASE("plates of every shape are handled")
{
    for (const Plate& plate :
         {Plate{1, 1}, Plate{1, 40}, Plate{50, 1}, Plate{37, 5}, Plate{5, 37}, Plate{33, 9}, Plate{65, 33}})
        check_random(plate);
    if (clean_stage()) return;
    check_random({333, 257});
    check_random({1100, 3});
    check_random({70'001, 1});
    check_random({1, 70'001});
}

TEST_CASE("work-item (x, y) makes cell (x, y)")
{
    check_plate(random_temperatures({150, 70}), {150, 70}, 0.25F, 1);
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
