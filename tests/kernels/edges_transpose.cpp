// The transposes' kernels at the last corner of a matrix of 2^32 elements, and at the end of very long rows and columns.
#include "edge.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace lockstep::bench;

namespace
{

/// A rung's kernel, the shape of its groups, and which elements a group moves.
struct Turning
{
    std::string file;
    std::string kernel;
    std::array<std::uint64_t, 2> local;
    std::uint64_t across; ///< columns of a group's tile
    std::uint64_t down;   ///< rows of it
    bool downwards;       ///< the groups' first dimension counts rows
    std::string options = "";
};

constexpr auto gpu = "kernels/transpose.cl", cpu = "kernels/transpose_blocks.cl";
const std::vector<Turning> turnings{
    {"chapters/20-transpose/transpose.cl", "transpose", {16, 8}, 16, 8, false},
    {gpu, "write_rows", {16, 8}, 8, 16, true},
    {gpu, "tiled", {32, 8}, 32, 32, false},
    {gpu, "padded", {32, 8}, 32, 32, false},
    {gpu, "downwards", {32, 8}, 32, 32, true},
    {gpu, "downwards", {64, 4}, 64, 64, true, "-D TILE=64 -D GROUP_ROWS=4"},
    {gpu, "vectors", {16, 16}, 64, 64, true},
    {gpu, "whole_sectors", {32, 8}, 64, 64, true},
    {cpu, "blocks", {1, 1}, 64, 64, true},
    {cpu, "registers", {1, 1}, 64, 64, true},
    {cpu, "past_caches", {1, 1}, 64, 64, true},
    {cpu, "streamed", {1, 1}, 64, 64, true},
    {cpu, "whole_lines", {1, 1}, 64, 64, true}};

/// What is wrong with the last tile of a matrix after its group has run alone; it may look at 128 rows and columns.
std::string mistake(const Turning& turning, std::uint64_t columns, std::uint64_t rows)
{
    const std::uint64_t left = (columns - 1) / turning.across, top = (rows - 1) / turning.down;
    const auto start = [](std::uint64_t lines, std::uint64_t length) { // of what is in memory
        return lines > 128 ? (lines - 128) * length : 0;
    };
    const std::uint64_t in_start = start(rows, columns), out_start = start(columns, rows);
    const std::uint64_t elements = columns * rows;
    // Of a single long row, its end alone.
    const std::uint64_t in_first = rows == 1 ? elements - 4096 : in_start;
    const auto numbers = small_numbers<float>(elements - in_first);
    Workbench& workbench = far().workbench();
    const Guarded in = workbench.input(numbers);
    const Guarded out = workbench.output((elements - out_start) * sizeof(float));
    const std::uint64_t across = turning.downwards ? top : left, down = turning.downwards ? left : top;
    const std::string damage = far().run({.file = turning.file,
                                          .kernel = turning.kernel,
                                          .options = turning.options,
                                          .local = turning.local,
                                          .first_group = {across, down},
                                          .of_groups = {across + 1, down + 1},
                                          .moved = {{"in", in_first}, {"out", out_start}}},
                                         in, out, static_cast<cl_uint>(columns), static_cast<cl_uint>(rows));
    if (!damage.empty()) return damage;
    const std::vector<float> got = out.read<float>();
    for (std::uint64_t x = left * turning.across; x < columns; ++x)
        for (std::uint64_t y = top * turning.down; y < rows; ++y) {
            const float is = got[x * rows + y - out_start], should_be = numbers[y * columns + x - in_first];
            if (is != should_be)
                return fmt::format("row {}, column {} of the result is {}, {} expected", x, y, is, should_be);
        }
    return {};
}

} // namespace

TEST_SUITE_BEGIN("edges");

TEST_CASE("every transpose turns the last tile of 2^32 elements")
{
    for (const Turning& turning : turnings) {
        INFO(turning.kernel);
        CHECK(mistake(turning, 65536, 65536) == "");
    }
}

TEST_CASE("every transpose turns the last tile of almost 2^32 elements in ragged rows")
{
    for (const Turning& turning : turnings) {
        INFO(turning.kernel);
        CHECK(mistake(turning, 65521, 65549) == "");
    }
}

TEST_CASE("every transpose turns the end of a row of almost 2^31 elements")
{
    const std::uint64_t longest = end_of_indices / 2;
    for (const Turning& turning : turnings) {
        INFO(turning.kernel);
        CHECK(mistake(turning, longest - 5, 1) == "");
    }
}

TEST_SUITE_END();
