// What a sampler returns between pixels and beyond the edge, beside the same computed in double precision.
#pragma once

#include "bench.hpp"

#include <array>
#include <set>

// Which pixel of a row of n a whole number i stands for; -1: none, which is the border.
inline long pixel_at(cl_addressing_mode mode, long i, long n)
{
    const long turn = ((i % (2 * n)) + 2 * n) % (2 * n);
    switch (mode) {
    case CL_ADDRESS_CLAMP:
        return i < 0 || i >= n ? -1 : i;
    case CL_ADDRESS_REPEAT:
        return turn % n;
    case CL_ADDRESS_MIRRORED_REPEAT:
        return turn < n ? turn : 2 * n - 1 - turn;
    default:
        return std::clamp(i, 0L, n - 1);
    }
}

inline double sampled(const std::vector<float>& row, cl_addressing_mode mode,
                      cl_filter_mode filter, double x)
{
    const auto value = [&](double i) {
        const long at = pixel_at(mode, std::lround(i), static_cast<long>(row.size()));
        return at < 0 ? 0.0 : static_cast<double>(row[static_cast<std::size_t>(at)]);
    };
    if (filter == CL_FILTER_NEAREST) return value(std::floor(x));
    const double left = std::floor(x - 0.5); // the pixel whose centre lies before x
    const double part = x - 0.5 - left;      // how far x is on the way to the next
    return (1 - part) * value(left) + part * value(left + 1);
}

struct Mode
{
    const char* name;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
};

class Row // an image of one row of floats, and reads from it
{
public:
    Row(Bench& bench, const std::vector<float>& row) : bench_(bench), row_(row)
    {
        std::vector<cl_float4> rgba; // a format that every device with images has
        for (const float value : row) rgba.push_back({{value, 0, 0, 1}});
        image_ = cl::Image2D{bench.context,
                             CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                             cl::ImageFormat{CL_RGBA, CL_FLOAT},
                             row.size(),
                             1,
                             0,
                             rgba.data()};
    }

    std::vector<float> read(const Mode& mode, std::vector<float> x)
    {
        // Repeating needs normalised coordinates: 0 to 1 across the image.
        const bool normalised = mode.addressing == CL_ADDRESS_REPEAT ||
                                mode.addressing == CL_ADDRESS_MIRRORED_REPEAT;
        if (normalised)
            for (float& at : x) at /= static_cast<float>(row_.size());
        const cl::Sampler sampler{bench_.context, normalised, mode.addressing, mode.filter};
        const cl::Buffer places{bench_.context, x.begin(), x.end(), true};
        const cl::Buffer values{bench_.context, CL_MEM_WRITE_ONLY,
                                x.size() * sizeof(float)};
        cl::Kernel kernel = find_kernel(bench_.program, "sample");
        kernel.setArg(0, image_);
        kernel.setArg(1, sampler);
        kernel.setArg(2, places);
        kernel.setArg(3, values);
        bench_.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(x.size()));
        cl::copy(bench_.queue, values, x.begin(), x.end());
        return x;
    }

private:
    Bench& bench_;
    std::vector<float> row_;
    cl::Image2D image_;
};

inline void sampling(Bench& bench)
{
    const std::vector<float> pixels{30, 10, 20, 40};
    Row row{bench, pixels};
    constexpr std::array modes{
        Mode{"nearest", CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST},
        Mode{"linear", CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR},
        Mode{"border", CL_ADDRESS_CLAMP, CL_FILTER_LINEAR},
        Mode{"repeat", CL_ADDRESS_REPEAT, CL_FILTER_LINEAR},
        Mode{"mirror", CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR}};
    std::vector<float> x;
    for (int half = -3; half <= 11; ++half) x.push_back(0.5F * static_cast<float>(half));
    std::printf("\na row of four pixels: 30 10 20 40\n%6s", "x");
    std::vector<std::vector<float>> table;
    for (const Mode& mode : modes) {
        std::printf("%9s", mode.name);
        table.push_back(row.read(mode, x));
    }
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        std::printf("\n%6.1f", x[i]);
        for (std::size_t m = 0; m < modes.size(); ++m) {
            const Mode& mode = modes.at(m);
            std::printf("%9.1f", table[m][i]);
            const double exact = sampled(pixels, mode.addressing, mode.filter, x[i]);
            largest = std::max(largest, std::fabs(exact - table[m][i]));
        }
    }
    std::printf("\nlargest difference from double precision in this table: %.2g\n",
                largest);

    const std::size_t steps = bench.simulated ? 256 : 65536;
    std::vector<float>
        between; // 0.5 is the centre of the first pixel, 1.5 that of the second
    for (std::size_t i = 0; i < steps; ++i)
        between.push_back(0.5F + static_cast<float>(i) / static_cast<float>(steps));
    const std::vector<float> got = Row{bench, {0, 1}}.read(modes[1], between);
    largest = 0;
    for (std::size_t i = 0; i < steps; ++i)
        largest = std::max(largest, std::fabs(got[i] - (between[i] - 0.5)));
    std::printf("between a pixel of 0 and one of 1: %zu reads, %zu different values, the "
                "largest error %.5f\n",
                steps, std::set<float>(got.begin(), got.end()).size(), largest);
}
