// Tests of the packing against a loop on the host.
#include <lockstep/kernel_set.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

using Lengths = std::vector<std::uint32_t>;

void check_pack(std::size_t columns, const Lengths& lengths, std::size_t group_columns = 16,
                std::size_t group_rows = 4)
{
    const std::size_t rows = lengths.size();
    const std::vector<float> table = random_floats(rows * columns, 1900 + columns);
    const Reference<std::uint32_t> offsets = scanned(lengths);
    const Lengths& ends = offsets.values;
    Reference<float> expected{{}, offsets.agreed};
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < lengths[y]; ++x) expected.values.push_back(table[y * columns + x]);

    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("pack.cl", "pack",
                        {"global float*", "global uint*", "global uint*", "global float*", "uint", "uint"});
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
}
