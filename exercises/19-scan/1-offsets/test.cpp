// Tests of the packing against a loop on the host.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

using namespace lockstep;

namespace
{

using Lengths = std::vector<std::uint32_t>;

cl::Kernel pack_kernel()
{
    return Exercise::get().kernel(
        "pack.cl", "pack",
        {"global float*", "global uint*", "global uint*", "global float*", "uint", "uint"});
}

// What the table of the tests below takes; launches of a part take themselves for the whole.
const Launch whole{.global = cl::NDRange(48, 8), .local = cl::NDRange(16, 4)};

cl::Kernel part_of_launch()
{
    pack_kernel(); // ends the test when the file does not build: its message is better
    return {program_behind(told_of(whole), "pack.cl"), "pack"};
}

void check_table(const std::vector<float>& table, std::size_t columns, const Lengths& lengths,
                 std::size_t group_columns = 16, std::size_t group_rows = 4)
{
    const std::size_t rows = lengths.size();
    const Reference<std::uint32_t> offsets = scanned(lengths);
    const Lengths& ends = offsets.values;
    Reference<float> expected{{}, offsets.agreed};
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < lengths[y]; ++x) expected.values.push_back(table[y * columns + x]);

    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = pack_kernel();
    const auto device_table = input("table", table);
    const auto device_lengths = input("lengths", lengths);
    const auto device_ends = input("ends", ends);
    const auto packed = output<float>("packed", expected.values.size());
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up(columns, group_columns), round_up(rows, group_rows)),
                     .local = cl::NDRange(group_columns, group_rows)},
                    device_table, device_lengths, device_ends, packed, static_cast<cl_uint>(columns),
                    static_cast<cl_uint>(rows));
    INFO("columns ", columns, ", rows ", rows, ", work-groups of ", group_columns, " × ", group_rows);
    expect_agreed("packed", expected, packed.read());
    exercise.expect_same("table", table, device_table.read(), {}, columns);
    exercise.expect_same("lengths", lengths, device_lengths.read());
    exercise.expect_same("ends", ends, device_ends.read());
}

void check_pack(std::size_t columns, const Lengths& lengths, std::size_t group_columns = 16,
                std::size_t group_rows = 4)
{
    check_table(random_floats(lengths.size() * columns, 1900 + columns), columns, lengths, group_columns,
                group_rows);
}

// Row 0 is never empty, so that there is something to pack.
Lengths random_lengths(std::size_t rows, std::size_t columns)
{
    Lengths lengths = random_uints(rows, 1950 + rows, static_cast<std::uint32_t>(columns) + 1);
    lengths[0] = std::max(lengths[0], std::uint32_t{1});
    return lengths;
}

} // namespace

TEST_CASE("rows of different lengths stand side by side")
{
    check_pack(4, {2, 0, 3, 1});
    check_pack(16, {16, 1, 7, 16, 2, 9, 3, 11});
}

TEST_CASE("full rows make a copy")
{
    check_pack(16, Lengths(8, 16));
    check_pack(7, Lengths(5, 7));
}

TEST_CASE("empty rows take no place, wherever they are")
{
    check_pack(8, {0, 0, 5, 8, 0, 0, 0, 3, 0});
    check_pack(33, {0, 33, 0, 0, 33, 1, 0});
    check_pack(5, {0, 0, 0}); // nothing is moved
}

TEST_CASE("what is moved is not changed")
{
    // Zeros are used elements, too; the tiny and the huge ones withstand no arithmetic.
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr std::array<float, 8> kinds{0.0F, 1e-30F,   -3e30F,    std::numeric_limits<float>::quiet_NaN(),
                                         0.1F, infinity, -infinity, -1e-10F};
    const Lengths lengths{13, 0, 7, 16, 9};
    std::vector<float> table(16 * lengths.size());
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = kinds[i * 5 % 11 % 8];
    check_table(table, 16, lengths);
}

TEST_CASE("a work-item moves its own element and no other")
{
    // One work-group is launched, of the six that the table needs.
    const std::size_t columns = 33, launched_columns = 16, launched_rows = 4;
    const Lengths lengths{20, 0, 33, 5, 18, 33, 1};
    const Lengths ends = scanned(lengths).values;
    const std::vector<float> table = random_floats(columns * lengths.size(), 1933);
    std::vector<float> expected(ends.back());
    std::iota(expected.begin(), expected.end(), 1000.0F);
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = part_of_launch();
    const auto packed = input("packed", expected);
    for (std::size_t y = 0; y < launched_rows; ++y)
        for (std::size_t x = 0; x < std::min<std::size_t>(lengths[y], launched_columns); ++x)
            expected[ends[y] - lengths[y] + x] = table[y * columns + x];
    const auto device_table = input("table", table);
    const auto device_lengths = input("lengths", lengths);
    const auto device_ends = input("ends", ends);
    exercise.launch(kernel,
                    {.global = cl::NDRange(launched_columns, launched_rows),
                     .local = cl::NDRange(launched_columns, launched_rows)},
                    device_table, device_lengths, device_ends, packed, static_cast<cl_uint>(columns),
                    static_cast<cl_uint>(lengths.size()));
    INFO("launched: the work-items with x < ", launched_columns, " and y < ", launched_rows,
         " only; the places of all other elements held 1000, 1001 … and must keep them");
    exercise.expect_same("packed", expected, packed.read());
}

TEST_CASE("a work-item alone moves one element, or none")
{
    const std::size_t columns = 33;
    const Lengths lengths{20, 0, 33, 5, 18, 33, 1};
    const Lengths ends = scanned(lengths).values;
    const std::vector<float> table = random_floats(columns * lengths.size(), 1934);
    std::vector<float> expected(ends.back());
    std::iota(expected.begin(), expected.end(), 1000.0F);
    Exercise& exercise = Exercise::get();
    pack_kernel(); // ends the test when the file does not build: its message is better
    cl::Kernel kernel{program_behind(item_of(whole), "pack.cl"), "pack"};
    const auto device_table = input("table", table);
    const auto device_lengths = input("lengths", lengths);
    const auto device_ends = input("ends", ends);
    const auto packed = input("packed", expected);
    constexpr std::array<std::array<std::size_t, 2>, 9> places{
        {{0, 0}, {5, 0}, {20, 0}, {0, 1}, {16, 2}, {32, 2}, {15, 4}, {0, 6}, {0, 7}}};
    for (const auto& [x, y] : places) {
        if (y < lengths.size() && x < lengths[y]) expected[ends[y] - lengths[y] + x] = table[y * columns + x];
        exercise.launch(
            kernel, {.global = cl::NDRange(1, 1), .local = cl::NDRange(1, 1), .offset = cl::NDRange(x, y)},
            device_table, device_lengths, device_ends, packed, static_cast<cl_uint>(columns),
            static_cast<cl_uint>(lengths.size()));
        INFO("launched alone: the work-item with x = ", x, " and y = ", y,
             "; all that it should not move must keep what it held");
        exercise.expect_same("packed", expected, packed.read());
    }
}

TEST_CASE("tables of every shape are packed")
{
    check_pack(1, {1});
    check_pack(1, {1, 0, 1, 1, 0});
    check_pack(50, {37});
    check_pack(17, random_lengths(5, 17));
    check_pack(65, random_lengths(33, 65), 32, 2);
    if (Exercise::get().clean_stage()) return;
    check_pack(301, random_lengths(257, 301), 64, 4);
    check_pack(65600, {65599}, 64, 4); // more than 16 bits count
    check_pack(3, random_lengths(70001, 3), 4, 64);
}
