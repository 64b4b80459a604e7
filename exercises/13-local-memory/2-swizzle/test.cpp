// Tests of the running totals against the host. Readings are multiples of 1/16 from -8 to 24, or these times a power of
// two, so every sum is exact.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>

using namespace lockstep;

namespace
{

constexpr std::size_t side = 32;

cl::Kernel totals_kernel()
{
    return Exercise::get().kernel("totals.cl", "running_totals",
                                  {"global float*", "global float*", "uint", "uint"});
}

std::vector<float> running_totals(const std::vector<float>& values, std::size_t rows, std::size_t columns)
{
    std::vector<float> totals(values.size());
    for (std::size_t y = 0; y < rows; ++y) {
        float total = 0;
        for (std::size_t x = 0; x < columns; ++x) totals[y * columns + x] = total += values[y * columns + x];
    }
    return totals;
}

std::vector<float> random_values(std::size_t rows, std::size_t columns)
{
    std::vector<float> values;
    for (const std::uint32_t sixteenths : random_uints(rows * columns, 300 + rows * columns, 512))
        values.push_back(static_cast<float>(sixteenths) / 16.0F - 8.0F);
    return values;
}

void check_values(const std::vector<float>& values, std::size_t rows, std::size_t columns)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = totals_kernel();
    const auto device_values = input("values", values);
    const auto device_totals = output<float>("totals", values.size());
    exercise.launch(kernel, {.global = cl::NDRange(round_up(rows, side)), .local = cl::NDRange(side)},
                    device_values, device_totals, static_cast<cl_uint>(rows), static_cast<cl_uint>(columns));
    INFO("rows ", rows, ", columns ", columns);
    exercise.expect_same("totals", running_totals(values, rows, columns), device_totals.read(), {}, columns);
    exercise.expect_same("values", values, device_values.read(), {}, columns);
}

void check_random(std::size_t rows, std::size_t columns)
{
    check_values(random_values(rows, columns), rows, columns);
}

} // namespace

TEST_CASE("one tile is added up along its rows")
{
    check_random(side, side);
}

TEST_CASE("a total is carried from tile to tile")
{
    check_values(std::vector<float>(side * side * 3, 1.0F), side, side * 3);
    check_random(side, side * 3);
}

TEST_CASE("rows and columns that do not fill their tiles are handled")
{
    constexpr std::array<std::array<std::size_t, 2>, 6> sizes{
        {{1, 1}, {5, 37}, {37, 5}, {32, 33}, {33, 64}, {45, 75}}};
    for (const auto& [rows, columns] : sizes) check_random(rows, columns);
    if (Exercise::get().clean_stage()) return;
    check_random(333, 1001);
    check_random(2, 70001);
}

TEST_CASE("readings may be far from 1")
{
    for (const float scale : {0x1p-60F, 0x1p-6F, 0x1p60F}) {
        std::vector<float> values = random_values(33, 40);
        for (float& value : values) value *= scale;
        check_values(values, 33, 40);
    }
}

TEST_CASE("work-group g makes rows 32 g to 32 g + 31")
{
    constexpr std::size_t rows = 3 * side + 5;
    constexpr std::size_t columns = 40;
    constexpr float untouched = -1000; // less than every total
    const std::vector<float> values = random_values(rows, columns);
    std::vector<float> expected = running_totals(values, rows, columns);
    std::fill(expected.begin() + 2 * side * columns, expected.end(), untouched);
    // Told of the launch that everything would take, too: in that one the other work-groups are elsewhere.
    const Launch whole{.global = cl::NDRange(4 * side), .local = cl::NDRange(side)};
    for (cl::Kernel kernel : plain_and_told(totals_kernel(), "totals.cl", whole)) {
        const auto device_values = input("values", values);
        const auto device_totals = input("totals", std::vector<float>(values.size(), untouched));
        Exercise::get().launch(kernel, {.global = cl::NDRange(2 * side), .local = cl::NDRange(side)},
                               device_values, device_totals, static_cast<cl_uint>(rows),
                               static_cast<cl_uint>(columns));
        INFO("Only two work-groups are launched for ", rows,
             " rows. They make the first 64 rows, and leave the others as they are.");
        Exercise::get().expect_same("totals", expected, device_totals.read(), {}, columns);
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("running totals of 128 rows of 96")
    {
        check_random(128, 96);
    }

    TEST_CASE("running totals of 117 rows of 75")
    {
        check_random(117, 75);
    }
}
