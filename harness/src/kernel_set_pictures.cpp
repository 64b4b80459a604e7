// The kernel set's references for matrices and pictures.
#include "set_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep
{

using namespace kernel_set;

Reference<float> transposed(const std::vector<float>& in, std::size_t columns, std::size_t rows)
{
    std::vector<float> expected(in.size());
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x) expected[x * rows + y] = in[y * columns + x];
    if (!is_asked()) return {std::move(expected), {}};
    const SetKernel kernel{"transpose.cl", "padded"};
    constexpr std::size_t tile = 32;
    constexpr std::size_t group_rows = 8;
    const cl::Buffer out{Exercise::get().context(), CL_MEM_READ_WRITE, in.size() * sizeof(float)};
    launch(kernel, cl::NDRange(round_up(columns, tile), round_up(rows, tile) / tile * group_rows),
           cl::NDRange(tile, group_rows), copied(in), out, number(columns), number(rows));
    return agreed(kernel, std::move(expected), read<float>(out, in.size()), rows);
}

Reference<float> box_means(const std::vector<float>& in, std::size_t columns, std::size_t rows)
{
    static constexpr std::size_t radius = 4;
    const auto first = [](std::size_t at) { return std::max(at, radius) - radius; };
    const auto end = [](std::size_t at, std::size_t count) { return std::min(at + radius + 1, count); };
    std::vector<double> sums(in.size());
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t j = first(y); j < end(y, rows); ++j)
            for (std::size_t x = 0; x < columns; ++x) sums[y * columns + x] += in[j * columns + x];
    std::vector<float> expected(in.size());
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x) {
            double sum = 0;
            for (std::size_t i = first(x); i < end(x, columns); ++i) sum += sums[y * columns + i];
            const std::size_t count = (end(y, rows) - first(y)) * (end(x, columns) - first(x));
            expected[y * columns + x] = static_cast<float>(sum / static_cast<double>(count));
        }
    if (!is_asked()) return {std::move(expected), {}};
    const SetKernel kernel{"box_filter.cl", "tile"};
    constexpr std::size_t group = 256, own_columns = group - 16, own_rows = 72;
    const cl::Buffer out{Exercise::get().context(), CL_MEM_READ_WRITE, in.size() * sizeof(float)};
    launch(kernel,
           cl::NDRange(round_up(columns, own_columns) / own_columns * group,
                       round_up(rows, own_rows) / own_rows),
           cl::NDRange(group, 1), copied(in), out, number(columns), number(rows));
    // The sums are exact, and OpenCL's division may be off by 2.5 ulp.
    return agreed(kernel, std::move(expected), read<float>(out, in.size()), columns, {.ulps = 3});
}

Reference<float> product(const std::vector<float>& a, const std::vector<float>& b, std::size_t depth)
{
    const std::size_t rows = a.size() / depth, columns = b.size() / depth;
    std::vector<double> sums(rows * columns);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t k = 0; k < depth; ++k)
            for (std::size_t column = 0; column < columns; ++column)
                sums[row * columns + column] += double{a[row * depth + k]} * double{b[k * columns + column]};
    std::vector<float> expected(sums.begin(), sums.end());
    if (!is_asked()) return {std::move(expected), {}};
    const SetKernel kernel{"matrix_multiply.cl", "strip"};
    const cl::Buffer out{Exercise::get().context(), CL_MEM_READ_WRITE, expected.size() * sizeof(float)};
    launch(kernel, cl::NDRange(round_up(columns, 64), round_up(rows, 64) / 8), cl::NDRange(64, 8), copied(a),
           copied(b), out, number(rows), number(columns), number(depth));
    return agreed(kernel, std::move(expected), read<float>(out, sums.size()), columns);
}

Reference<float> weighted_sums(const std::vector<float>& in, const std::vector<float>& weights,
                               std::size_t columns, std::size_t rows)
{
    const std::size_t radius = weights.size() / 2;
    const auto clamped = [&](std::size_t at, std::size_t i, std::size_t count) {
        return std::min(std::max(at + i, radius) - radius, count - 1);
    };
    std::vector<double> sums(in.size());
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t j = 0; j < weights.size(); ++j)
            for (std::size_t x = 0; x < columns; ++x)
                sums[y * columns + x] += double{weights[j]} * in[clamped(y, j, rows) * columns + x];
    std::vector<float> expected(in.size()), window;
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x) {
            double sum = 0;
            for (std::size_t i = 0; i < weights.size(); ++i)
                sum += weights[i] * sums[y * columns + clamped(x, i, columns)];
            expected[y * columns + x] = static_cast<float>(sum);
        }
    if (!is_asked()) return {std::move(expected), {}};
    for (const float row : weights)
        for (const float column : weights) window.push_back(row * column);
    const SetKernel kernel{"gaussian_blur.cl", "constant_weights", fmt::format("-D RADIUS={}", radius)};
    const cl::Buffer out{Exercise::get().context(), CL_MEM_READ_WRITE, in.size() * sizeof(float)};
    launch(kernel, cl::NDRange(round_up(columns, 16), round_up(rows, 8)), cl::NDRange(16, 8), copied(in),
           copied(window), out, number(columns), number(rows));
    return agreed(kernel, std::move(expected), read<float>(out, in.size()), columns);
}

} // namespace lockstep
