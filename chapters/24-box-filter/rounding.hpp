// What a moving sum forgets to forget: its error along a row, beside that of sums made afresh.
#pragma once

#include <lockstep/lab.hpp>

#include <cmath>
#include <cstdint>

using namespace lockstep;

//! [reference]
// The sum of the window around k, made afresh.
template <typename Sum, typename T>
Sum window_sum(const std::vector<T>& row, std::size_t k)
{
    const std::size_t first = std::max<std::size_t>(k, 4) - 4;
    const std::size_t end = std::min(k + 5, row.size());
    Sum sum = 0;
    for (std::size_t i = first; i < end; ++i) sum += static_cast<Sum>(row[i]);
    return sum;
}
//! [reference]

inline std::vector<float> moving_sums(const Lab& lab, const std::vector<float>& row)
{
    const int count = static_cast<int>(row.size());
    const cl::Buffer out = lab.output<float>(row.size());
    lab.best_ms(find_kernel(lab.program("sums.cl"), "sum_lines"), cl::NDRange(1),
                cl::NDRange(1), lab.input(row), out, 1, count, count, 1);
    return lab.read<float>(out, row.size());
}

inline void measure_rounding(const Lab& lab)
{
    const std::size_t count = lab.simulated ? 4096 : 1U << 22U;
    std::vector<float> row = random_floats(count, 25, 0.0F, 255.0F);
    const std::vector<float> sums = moving_sums(lab, row);
    std::printf(
        "\na row of pixels from 0 to 255: largest error of sums of nine, in float\n");
    double moving = 0, afresh = 0;
    for (std::size_t k = 0, shown = 1024; k < count; ++k) {
        const double right = window_sum<double>(row, k);
        moving = std::max(moving, std::abs(right - double{sums[k]}));
        afresh = std::max(afresh, std::abs(right - double{window_sum<float>(row, k)}));
        if (k + 1 != shown) continue;
        std::printf("  after %7zu pixels: %.6f moving, %.6f made afresh\n", shown, moving,
                    afresh);
        shown *= 16;
    }

    const std::vector<std::uint8_t> bytes = random_bytes(count, 26);
    const cl::Buffer out = lab.output<cl_uint>(count);
    lab.best_ms(find_kernel(lab.program("sums.cl"), "sum_bytes"), cl::NDRange(1),
                cl::NDRange(1), lab.input(bytes), out, static_cast<int>(count));
    const std::vector<cl_uint> exact = lab.read<cl_uint>(out, count);
    std::size_t wrong = 0;
    for (std::size_t k = 0; k < count; ++k)
        wrong += window_sum<cl_uint>(bytes, k) != exact[k] ? 1U : 0U;
    std::printf("  moving sums of bytes: %zu of %zu wrong\n", wrong, count);

    //! [poison]
    row[500] = 1e10F; // one pixel, for example from a division by something small
    //! [poison]
    const std::vector<float> spoiled = moving_sums(lab, row);
    std::printf("with one pixel of 1e10, the sum is off by\n");
    for (const std::size_t k : {std::size_t{495}, std::size_t{505}, count - 1})
        std::printf("  %9.0f at pixel %zu\n",
                    std::abs(window_sum<double>(row, k) - double{spoiled[k]}), k);
}
