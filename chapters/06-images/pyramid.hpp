// Channels that change places, and a picture in ever smaller copies of itself.
#pragma once

#include "bench.hpp"

class
    Pyramid // made on the device, and laid out in one image: the whole on the left, halves on the right
{
public:
    Pyramid(Bench& bench, const Picture& picture)
        : bench_(bench),
          side_(picture.columns), linear_{bench.context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE,
                                          CL_FILTER_LINEAR}
    {
        all_ = image(side_ + side_ / 2, side_);
        cl::Image2D level = image(side_, side_);
        bench.queue.enqueueWriteImage(level, CL_TRUE, corner, whole(picture), 0, 0,
                                      const_cast<std::uint8_t*>(picture.bytes.data()));
        level = turned(level);
        bench.queue.enqueueCopyImage(level, all_, corner, corner, {side_, side_, 1});
        std::size_t top = 0;
        for (std::size_t side = side_ / 2; side > 0; side /= 2) {
            cl::Image2D half = image(side, side);
            cl::Kernel kernel = find_kernel(bench.program, "halve");
            kernel.setArg(0, level);
            kernel.setArg(1, half);
            kernel.setArg(2, linear_);
            bench.queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                                             cl::NDRange(side, side));
            bench.queue.enqueueCopyImage(half, all_, corner, {side_, top, 0},
                                         {side, side, 1});
            level = half;
            top += side;
        }
        last_ = level;
    }

    Picture read() const
    {
        Picture picture{side_ + side_ / 2, side_, 4, {}};
        picture.bytes.resize(picture.columns * picture.rows * 4);
        bench_.queue.enqueueReadImage(all_, CL_TRUE, corner, whole(picture), 0, 0,
                                      picture.bytes.data());
        return picture;
    }

    std::vector<std::uint8_t> last() const
    {
        std::vector<std::uint8_t> pixel(4);
        bench_.queue.enqueueReadImage(last_, CL_TRUE, corner, {1, 1, 1}, 0, 0,
                                      pixel.data());
        return pixel;
    }

private:
    cl::Image2D image(std::size_t columns, std::size_t rows) const
    {
        cl::Image2D made{bench_.context, CL_MEM_READ_WRITE,
                         cl::ImageFormat{CL_RGBA, CL_UNORM_INT8}, columns, rows};
        bench_.queue.enqueueFillImage(made, cl_float4{{0, 0, 0, 0}}, corner,
                                      {columns, rows, 1});
        return made;
    }

    cl::Image2D turned(const cl::Image2D& from) const
    {
        cl::Image2D to = image(side_, side_);
        cl::Kernel kernel = find_kernel(bench_.program, "shift_channels");
        kernel.setArg(0, from);
        kernel.setArg(1, to);
        bench_.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(side_, side_));
        return to;
    }

    Bench& bench_;
    std::size_t side_;
    cl::Sampler linear_; // lives as long as commands may use it
    cl::Image2D all_;
    cl::Image2D last_;
};

inline void pyramid(Bench& bench)
{
    const Picture picture = draw_f(bench.simulated ? 32 : 256, bench.simulated ? 32 : 256);
    const Pyramid made{bench, picture};
    const Picture all = made.read();
    const std::size_t x = picture.columns * 2 / 5, y = picture.rows / 2;
    std::printf("\nthe F's colour: %d %d %d, its channels turned: %d %d %d\n",
                picture.at(x, y, 0), picture.at(x, y, 1), picture.at(x, y, 2),
                all.at(x, y, 0), all.at(x, y, 1), all.at(x, y, 2));
    std::array<double, 3> mean{};
    for (std::size_t i = 0; i < picture.bytes.size(); ++i)
        if (i % 4 < 3) mean.at(i % 4) += picture.bytes[i];
    const auto pixels = static_cast<double>(picture.columns * picture.rows);
    const std::vector<std::uint8_t> last = made.last();
    std::printf(
        "mean of %zu x %zu pixels %.1f %.1f %.1f, the pyramid's last pixel %d %d %d\n",
        picture.columns, picture.rows, mean[1] / pixels, mean[2] / pixels, mean[0] / pixels,
        last[0], last[1], last[2]);
    if (!bench.simulated) write_png("output-pyramid.png", all);
}
