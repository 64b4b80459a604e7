// Tests of the packing against a loop on the host.
#include <lockstep/kernel_set.hpp>

#include <algorithm>
#include <array>
#include <limits>

using namespace lockstep;

namespace
{

using Lengths = std::vector<cl_uint>;

// The part of the table that work-items are launched for, from row and column 0 on.
struct Part
{
    std::size_t columns = SIZE_MAX;
    std::size_t rows = SIZE_MAX;
};

void check_table(const std::vector<float>& table, std::size_t columns, const Lengths& lengths,
                 std::size_t group_columns = 16, std::size_t group_rows = 4, const Part& part = {})
{
    const std::size_t rows = lengths.size();
    const std::vector<cl_uint> ends = scanned(lengths).values;
    std::vector<float> expected;
    std::vector<bool> made;
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < lengths[y]; ++x) {
            expected.push_back(table[y * columns + x]);
            made.push_back(x < part.columns && y < part.rows);
        }
    const auto packed = output<float>("packed", expected.size());
    cl::Kernel kernel = Exercise::get().kernel(
        "pack.cl", "pack",
        {"global float*", "global uint*", "global uint*", "global float*", "uint", "uint"});
    launch(kernel,
           covering({std::min(columns, part.columns), std::min(rows, part.rows), group_columns, group_rows}),
           input("table", table), input("lengths", lengths), input("ends", ends), packed, columns, rows);
    INFO("columns ", columns, ", rows ", rows, ", work-groups of ", group_columns, " × ", group_rows);
    expect_part("packed", expected, packed.read(), [&](std::size_t i) { return made[i]; });
}

void check_pack(std::size_t columns, const Lengths& lengths, std::size_t group_columns = 16,
                std::size_t group_rows = 4, const Part& part = {})
{
    check_table(random_floats(lengths.size() * columns, 1900 + columns), columns, lengths, group_columns,
                group_rows, part);
}

// Row 0 is never empty, so that there is something to pack.
Lengths random_lengths(std::size_t rows, std::size_t columns)
{
    Lengths lengths = random_uints(rows, 1950 + rows, static_cast<cl_uint>(columns) + 1);
    lengths[0] = std::max(lengths[0], cl_uint{1});
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
    const Part one_group{16, 4}, one_item{1, 1};
    check_pack(33, {20, 0, 33, 5, 18, 33, 1}, 16, 4, one_group);
    check_pack(33, {20, 0, 33, 5, 18, 33, 1}, 1, 1, one_item);
}

TEST_CASE("tables of every shape are packed")
{
    check_pack(1, {1, 0, 1, 1, 0});
    check_pack(50, {37});
    check_pack(17, random_lengths(5, 17));
    check_pack(65, random_lengths(33, 65), 32, 2);
    if (clean_stage()) return;
    check_pack(301, random_lengths(257, 301), 64, 4);
    check_pack(65600, {65599}, 64, 4); // more than 16 bits count
    check_pack(3, random_lengths(70001, 3), 4, 64);
}
