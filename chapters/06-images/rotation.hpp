// A picture turned by an angle: with an image and two kinds of filter, and with buffers by hand.
#pragma once

#include "bench.hpp"

#include <functional>
#include <utility>

struct Angle
{
    int degrees;
    float cosine;
    float sine;
};

constexpr std::array angles{Angle{0, 1, 0}, Angle{30, 0.8660254F, 0.5F}, Angle{90, 0, 1}};

struct Turned
{
    Picture picture;
    double ms; // of the kernel
};

// The picture as an image that kernels read.
inline cl::Image2D image_of(const Bench& bench, const Picture& picture)
{
    return {bench.context,
            CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
            cl::ImageFormat{CL_RGBA, CL_UNORM_INT8},
            picture.columns,
            picture.rows,
            0, // the row pitch of the host's bytes; 0: there are no gaps
            const_cast<std::uint8_t*>(picture.bytes.data())};
}

// The median duration of a kernel on the device, of seven launches after one that is not counted.
inline double duration(const Bench& bench, const cl::Kernel& kernel, const Picture& picture)
{
    std::vector<double> times;
    for (int repeat = 0; repeat < (bench.simulated ? 2 : 8); ++repeat) {
        cl::Event event;
        bench.queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                                         cl::NDRange(picture.columns, picture.rows),
                                         cl::NDRange(16, 16), nullptr, &event);
        const double ms = elapsed(event).count();
        if (repeat > 0) times.push_back(ms);
    }
    return median(times);
}

inline cl::Kernel kernel_of(const Bench& bench, const std::string& name,
                            const Picture& picture, const Angle& angle)
{
    cl::Kernel kernel = find_kernel(
        build_program(bench.context, bench.device, CHAPTER_DIR "/turn.cl"), name);
    kernel.setArg(2, cl_int2{{static_cast<cl_int>(picture.columns),
                              static_cast<cl_int>(picture.rows)}});
    kernel.setArg(3, angle.cosine);
    kernel.setArg(4, angle.sine);
    return kernel;
}

inline Turned by_image(const Bench& bench, const std::string& name, cl_filter_mode filter,
                       Picture picture, const Angle& angle)
{
    cl::Kernel kernel = kernel_of(bench, name, picture, angle);
    const cl::Image2D in = image_of(bench, picture);
    //! [launch]
    const cl::Image2D out{bench.context, CL_MEM_WRITE_ONLY,
                          cl::ImageFormat{CL_RGBA, CL_UNORM_INT8}, picture.columns,
                          picture.rows};
    const cl::Sampler sampler{bench.context, CL_FALSE, CL_ADDRESS_CLAMP, filter};
    kernel.setArg(0, in);
    kernel.setArg(1, out);
    kernel.setArg(5, sampler);
    const double ms = duration(bench, kernel, picture);
    bench.queue.enqueueReadImage(out, CL_TRUE, corner, whole(picture), 0, 0,
                                 picture.bytes.data());
    //! [launch]
    return {picture, ms};
}

inline Turned by_hand(const Bench& bench, Picture picture, const Angle& angle)
{
    cl::Kernel kernel = kernel_of(bench, "turn_by_hand", picture, angle);
    const cl::Buffer in{bench.context, picture.bytes.begin(), picture.bytes.end(), true};
    const cl::Buffer out{bench.context, CL_MEM_WRITE_ONLY, picture.bytes.size()};
    kernel.setArg(0, in);
    kernel.setArg(1, out);
    const double ms = duration(bench, kernel, picture);
    cl::copy(bench.queue, out, picture.bytes.begin(), picture.bytes.end());
    return {picture, ms};
}

// How far the bytes of two pictures are apart.
inline void compare(const Picture& a, const Picture& b)
{
    int largest = 0;
    std::size_t differ = 0;
    for (std::size_t i = 0; i < a.bytes.size(); ++i) {
        const int difference = std::abs(a.bytes[i] - b.bytes[i]);
        largest = std::max(largest, difference);
        differ += difference != 0 ? 1U : 0U;
    }
    std::printf("image and buffer, both linear: %zu of %zu bytes differ, by at most %d\n",
                differ, a.bytes.size(), largest);
}

// A part of two pictures side by side, each pixel drawn as a square.
inline void close_up(const Picture& left, const Picture& right)
{
    constexpr std::size_t side = 40, scale = 8, gap = 16;
    Picture both{2 * side * scale + gap, side * scale, 4, {}};
    both.bytes.assign(both.columns * both.rows * 4, 0);
    for (std::size_t y = 0; y < both.rows; ++y)
        for (std::size_t x = 0; x < side * scale; ++x)
            for (std::size_t channel = 0; channel < 4; ++channel) {
                const std::size_t from_x = 44 + x / scale, from_y = 20 + y / scale;
                both.at(x, y, channel) = left.at(from_x, from_y, channel);
                both.at(x + side * scale + gap, y, channel) =
                    right.at(from_x, from_y, channel);
            }
    write_png("output-filters.png", both);
}

// The host's time for a command that moves the picture to the device, waited for; the median of seven.
template <typename Write>
double transfer(const Bench& bench, const Write& write)
{
    std::vector<double> times;
    for (int repeat = 0; repeat < (bench.simulated ? 2 : 8); ++repeat) {
        const Stopwatch watch;
        write();
        if (repeat > 0) times.push_back(watch.elapsed().count());
    }
    return median(times);
}

inline void rotation(const Bench& bench)
{
    const bool gpu = (bench.device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
    const std::size_t side = bench.simulated ? 64 : gpu ? 8192 : 1024; // soon done on both
    const Picture picture = draw_f(side, side);
    std::printf("\n%zu x %zu pixels, turned by%7s%12s%12s\n", side, side, "0", "30",
                "90 degrees");
    using Way = std::function<Turned(const Angle&)>;
    const auto image = [&](const char* name, cl_filter_mode filter) -> Way {
        return [&, name, filter](const Angle& angle) {
            return by_image(bench, name, filter, picture, angle);
        };
    };
    const std::array<std::pair<const char*, Way>, 4> ways{
        std::pair<const char*, Way>{"image, nearest", image("turn", CL_FILTER_NEAREST)},
        {"image, linear", image("turn", CL_FILTER_LINEAR)},
        {"its size asked", image("turn_asking", CL_FILTER_LINEAR)},
        {"buffer, linear",
         [&](const Angle& angle) { return by_hand(bench, picture, angle); }}};
    std::vector<Picture> by_30;
    for (const auto& [name, turn] : ways) {
        std::printf("%-18s", name);
        for (const Angle& angle : angles) {
            const Turned turned = turn(angle);
            std::printf("%9.3f ms", turned.ms);
            if (angle.degrees == 30) by_30.push_back(turned.picture);
        }
        std::printf("\n");
    }
    compare(by_30[1], by_30[3]);

    const cl::Image2D pixels = image_of(bench, picture);
    const cl::Buffer buffer{bench.context, CL_MEM_READ_ONLY, picture.bytes.size()};
    std::printf("written to a buffer in %.2f ms, to an image in %.2f ms\n",
                transfer(bench,
                         [&] {
                             bench.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0,
                                                            picture.bytes.size(),
                                                            picture.bytes.data());
                         }),
                transfer(bench, [&] {
                    bench.queue.enqueueWriteImage(pixels, CL_TRUE, corner, whole(picture),
                                                  0, 0, picture.bytes.data());
                }));

    if (bench.simulated) return;
    const Picture small = draw_f(128, 128);
    close_up(by_image(bench, "turn", CL_FILTER_NEAREST, small, angles[1]).picture,
             by_image(bench, "turn", CL_FILTER_LINEAR, small, angles[1]).picture);
}
