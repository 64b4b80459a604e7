// The blurs' kernels at the last corner of a picture of 2^32 pixels.
#include "edge.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

using namespace lockstep::bench;

namespace
{

/// A rung's kernel, which of the two sums it makes, the shape of its groups, and which pixels a group makes.
struct Blurring
{
    std::string file;
    std::string kernel;
    bool along_rows;
    bool down_columns;
    std::array<std::uint64_t, 2> local;
    std::uint64_t across;   ///< columns of a group's tile
    std::uint64_t down;     ///< rows of it
    bool downwards = false; ///< the groups' first dimension counts rows
};

constexpr auto blur = "kernels/gaussian_blur.cl", walk = "kernels/gaussian_walk.cl",
               strips = "kernels/gaussian_strips.cl";
const std::vector<Blurring> blurrings{
    {"chapters/23-gaussian-blur/gaussian-blur.cl", "gaussian_blur", true, true, {16, 8}, 16, 8},
    {blur, "constant_weights", true, true, {16, 8}, 16, 8},
    {blur, "local_tile", true, true, {32, 8}, 32, 8},
    {blur, "blur_rows", true, false, {16, 8}, 16, 8},
    {blur, "blur_columns", false, true, {16, 8}, 16, 8},
    {walk, "blur_rows_4", true, false, {32, 8}, 128, 8},
    {walk, "blur_columns_4", false, true, {32, 8}, 128, 8},
    {walk, "slide_columns", false, true, {64, 1}, 256, 36},
    {walk, "fused", true, true, {32, 8}, 128, 32},
    {walk, "ring_clamped", true, true, {64, 1}, 256, 36},
    {walk, "ring_downwards", true, true, {128, 1}, 512, 36},
    {walk, "ring", true, true, {128, 1}, 512, 36},
    {strips, "strips", true, true, {1, 1}, 512, 64, true},
    {strips, "streamed", true, true, {1, 1}, 512, 64, true}};

constexpr std::array<float, 9> parts{1, 8, 28, 56, 70, 56, 28, 8, 1};

/// What is wrong with the last tile of a picture after its group has run alone; it may look at 128 rows.
std::string mistake(const Blurring& blurring, std::uint64_t columns, std::uint64_t rows)
{
    const std::uint64_t left = (columns - 1) / blurring.across, top = (rows - 1) / blurring.down;
    const std::uint64_t first_row = rows - std::min<std::uint64_t>(rows, 128), start = first_row * columns;
    const auto numbers = small_numbers<float>((rows - first_row) * columns);
    const bool window = blurring.kernel == "gaussian_blur" || blurring.kernel == "constant_weights" ||
                        blurring.kernel == "local_tile";
    std::vector<float> weights; // sums of numbers below 16 are exact
    for (const float row : parts) {
        if (!window) weights.push_back(row / 256);
        for (const float column : parts)
            if (window) weights.push_back(row * column / 65536);
    }
    Workbench& workbench = far().workbench();
    const Guarded in = workbench.input(numbers), own = workbench.input(weights);
    const Guarded out = workbench.output(numbers.size() * sizeof(float));
    const bool first_pass = !blurring.down_columns, second_pass = !blurring.along_rows;
    const std::string damage = far().run(
        {.file = blurring.file,
         .kernel = blurring.kernel,
         .options = "",
         .local = blurring.local,
         .first_group = {blurring.downwards ? top : left, blurring.downwards ? left : top},
         .of_groups = {(blurring.downwards ? top : left) + 1, (blurring.downwards ? left : top) + 1},
         .moved = {{second_pass ? "between" : "in", start}, {first_pass ? "between" : "out", start}}},
        in, own, out, static_cast<cl_uint>(columns), static_cast<cl_uint>(rows));
    if (!damage.empty()) return damage;
    const std::vector<float> got = out.read<float>();
    const auto near = [](std::uint64_t at, std::uint64_t i, std::uint64_t count) {
        return std::min(std::max<std::uint64_t>(at + i, 4) - 4, count - 1);
    };
    for (std::uint64_t y = top * blurring.down; y < rows; ++y)
        for (std::uint64_t x = left * blurring.across; x < columns; ++x) {
            double sum = 0;
            for (std::uint64_t j = second_pass || blurring.down_columns ? 0 : 4; j < (first_pass ? 5 : 9);
                 ++j)
                for (std::uint64_t i = second_pass ? 4 : 0; i < (second_pass ? 5 : 9); ++i)
                    sum += (first_pass ? 1 : parts.at(j) / 256.0) * (second_pass ? 1 : parts.at(i) / 256.0) *
                           numbers[(near(y, j, rows) - first_row) * columns + near(x, i, columns)];
            const float is = got[(y - first_row) * columns + x];
            if (is != static_cast<float>(sum))
                return fmt::format("row {}, column {} of the result is {}, {} expected", y, x, is, sum);
        }
    return {};
}

} // namespace

TEST_SUITE_BEGIN("edges");

TEST_CASE("every blur makes the last tile of 2^32 pixels")
{
    for (const Blurring& blurring : blurrings) {
        INFO(blurring.kernel);
        CHECK(mistake(blurring, 65536, 65536) == "");
    }
}

TEST_CASE("every blur makes the last tile of almost 2^32 pixels in ragged rows")
{
    for (const Blurring& blurring : blurrings) {
        INFO(blurring.kernel);
        CHECK(mistake(blurring, 65521, 65549) == "");
    }
}

TEST_SUITE_END();
