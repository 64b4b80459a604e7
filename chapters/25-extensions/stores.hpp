// 64-bit atomics, bytes and volumes: each by the device's own way and by the fallback.
#pragma once

#include "lab.hpp"

#include <numeric>

inline void wide_total(const Lab& lab)
{
    const std::size_t n = lab.simulated ? 512 : std::size_t{1} << 20U;
    const std::vector<cl_uint> values = random_uints(n, 26, CL_UINT_MAX);
    const cl_ulong exact = std::accumulate(values.begin(), values.end(), cl_ulong{0});
    const cl::Buffer in = lab.input(values);
    const Answer here = tell_need(lab, capability::long_atomics);
    std::printf("the total of %zu numbers of 32 bits, by atomics\n", n);
    for (const bool without : {false, true}) {
        const char* way = without ? "four counters, the fallback" : "64-bit atomics";
        if (!without && !here) {
            tell_missing(way);
            continue;
        }
        const cl::Kernel kernel{
            lab.program("atomics64.cl", without ? "-D WITHOUT_INT64_ATOMICS" : ""),
            "add_up"};
        const cl::Buffer total = lab.zeros<cl_uint>(4); // or a ulong, and 8 bytes unused
        lab.launch_ms(kernel, n, 64, in, total, static_cast<cl_uint>(n));
        cl_ulong got = lab.read<cl_ulong>(total, 1).at(0);
        if (without) {
            const std::vector<cl_uint> counters = lab.read<cl_uint>(total, 4);
            got = 0;
            for (unsigned byte = 0; byte < 4; ++byte)
                got += cl_ulong{counters[byte]} << 8 * byte;
        }
        tell_row(way, lab.median_ms(kernel, n, 64, in, total, static_cast<cl_uint>(n)),
                 std::to_string(got) + ", " + verdict(got == exact));
    }
}

inline void complaints(const Lab& lab)
{
    std::vector<float> values = random_floats(256, 34);
    for (const std::size_t bad : {17, 100, 255}) values[bad] = NAN;
    const cl::Buffer in = lab.input(values), places = lab.zeros<cl_uint>(9);
    tell_need(lab, capability::print);
    std::printf("work-items that find a NaN\n");
    std::fflush(stdout);
    lab.launch_ms(cl::Kernel{lab.program("complaints.cl"), "complain"}, 256, 64, in,
                  places);
    lab.launch_ms(cl::Kernel{lab.program("complaints.cl", "-D WITHOUT_PRINTF"), "complain"},
                  256, 64, in, places);
    std::vector<cl_uint> told = lab.read<cl_uint>(places, 9);
    const cl_uint kept = std::min(told[0], cl_uint{8}); // the list has no more places
    std::sort(told.begin() + 1, told.begin() + 1 + kept);
    std::printf("  by a list of places, the fallback: %u found,", told[0]);
    for (cl_uint i = 1; i <= kept; ++i) std::printf(" %u", told[i]);
    std::printf("\n");
}

inline void bytes(const Lab& lab)
{
    const std::size_t n = lab.simulated ? 1024 : std::size_t{1} << 24U;
    const std::vector<float> values = random_floats(n, 27);
    const cl::Buffer in = lab.input(values);
    tell_need(lab, capability::byte_stores);
    std::printf("%zu pixels made black or white\n", n);
    for (const bool without : {false, true}) {
        const cl::Kernel kernel{
            lab.program("stores.cl", without ? "-D WITHOUT_BYTE_STORES" : ""), "threshold"};
        const cl::Buffer out = lab.zeros<cl_uchar>(n);
        const double ms = lab.median_ms(kernel, without ? n / 4 : n, 64, in, out, 1.0F);
        const std::vector<cl_uchar> pixels = lab.read<cl_uchar>(out, n);
        bool right = true;
        for (std::size_t i = 0; i < n; ++i)
            right = right && pixels[i] == (values[i] > 1.0F ? 255 : 0);
        tell_row(without ? "words of four bytes, the fallback" : "byte stores", ms,
                 verdict(right));
    }
}

inline void volume(const Lab& lab)
{
    if (lab.device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() == 0) {
        std::printf("\nno images, so no volume\n");
        return;
    }
    const std::size_t size = lab.simulated ? 8 : 128;
    const cl::NDRange all{size, size, size};
    const cl::array<std::size_t, 3> origin{}, region{size, size, size};
    const cl::ImageFormat format{CL_RGBA, CL_FLOAT};
    const std::size_t count = 4 * size * size * size;
    const Answer here = tell_need(lab, capability::volumes);
    std::printf("a volume of %zu x %zu x %zu colours\n", size, size, size);
    const cl::Program program = lab.program("stores.cl", lab.newest());
    const auto image = [&] {
        return cl::Image3D{lab.context, CL_MEM_READ_WRITE, format, size, size, size};
    };
    const auto pixels = [&](const cl::Image3D& from) {
        std::vector<float> values(count);
        lab.queue.enqueueReadImage(from, CL_TRUE, origin, region, 0, 0, values.data());
        return values;
    };
    const cl::Image3D copied = image();
    const cl::Buffer voxels = lab.zeros<cl_float>(count);
    cl::Kernel into_buffer{program, "volume_buffer"};
    into_buffer.setArg(0, voxels);
    const auto copy = [&] {
        cl::Event first, last;
        lab.queue.enqueueNDRangeKernel(into_buffer, cl::NullRange, all, cl::NullRange,
                                       nullptr, &first);
        lab.queue.enqueueCopyBufferToImage(voxels, copied, 0, origin, region, nullptr,
                                           &last);
        return elapsed(first).count() + elapsed(last).count();
    };
    copy();
    const double copy_ms = copy();
    const std::vector<float> expected = pixels(copied);
    if (here) {
        const cl::Image3D written = image();
        cl::Kernel kernel{program, "volume_image"};
        kernel.setArg(0, written);
        cl::Event event;
        for (int repeat = 0; repeat < 2; ++repeat)
            lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, all, cl::NullRange,
                                           nullptr, &event);
        const double ms = elapsed(event).count();
        tell_row("written by the kernel", ms, verdict(pixels(written) == expected));
    } else {
        tell_missing("written by the kernel");
    }
    tell_row("a buffer, then copied: the fallback", copy_ms,
             verdict(expected[3] == 0 &&
                     expected[count / 2 + 2 * size * size + 2 * size + 3] == 1));
}
