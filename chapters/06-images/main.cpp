// Images: formats, samplers, boxes in pixels, a picture turned with and without, and its pyramid.
#include "pyramid.hpp"
#include "rotation.hpp"
#include "sampling.hpp"

#include <lockstep/run.hpp>

#include <numeric>

bool has(const Bench& bench, cl_mem_flags use, const cl::ImageFormat& wanted)
{
    std::vector<cl::ImageFormat> formats;
    bench.context.getSupportedImageFormats(use, CL_MEM_OBJECT_IMAGE2D, &formats);
    return std::any_of(formats.begin(), formats.end(), [&](const cl_image_format& format) {
        return format.image_channel_order == wanted.image_channel_order &&
               format.image_channel_data_type == wanted.image_channel_data_type;
    });
}

void formats(const Bench& bench)
{
    const cl::Device& device = bench.device;
    std::printf("%s: images of at most %zu x %zu pixels\n%-24s %6s %7s\n",
                device.getInfo<CL_DEVICE_NAME>().c_str(),
                device.getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>(),
                device.getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>(), "format", "read", "write");
    struct Wish
    {
        const char* name;
        cl::ImageFormat format;
    };
    for (const auto& [name, format] :
         {Wish{"RGBA, 8 bits, 0 to 1", {CL_RGBA, CL_UNORM_INT8}},
          Wish{"RGBA, 8 bits, 0 to 255", {CL_RGBA, CL_UNSIGNED_INT8}},
          Wish{"RGBA, float", {CL_RGBA, CL_FLOAT}},
          Wish{"BGRA, 8 bits, 0 to 1", {CL_BGRA, CL_UNORM_INT8}},
          Wish{"R, float", {CL_R, CL_FLOAT}}, Wish{"RG, float", {CL_RG, CL_FLOAT}},
          Wish{"RGB, 8 bits, 0 to 1", {CL_RGB, CL_UNORM_INT8}}})
        std::printf("%-24s %6s %7s\n", name,
                    has(bench, CL_MEM_READ_ONLY, format) ? "yes" : "no",
                    has(bench, CL_MEM_WRITE_ONLY, format) ? "yes" : "no");
}

void boxes(Bench& bench)
{
    //! [box]
    std::vector<cl_uint> numbers(4 * 4);
    std::iota(numbers.begin(), numbers.end(), 0U);
    const cl::ImageFormat format{CL_RGBA, CL_UNSIGNED_INT8}; // four bytes a pixel
    const cl::Image2D image{
        bench.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, format, 4, 4, 0,
        numbers.data()};
    const cl::Buffer box{bench.context, CL_MEM_READ_WRITE, 6 * sizeof(cl_uint)};
    const cl::array<cl::size_type, 3> from{1, 1, 0}; // column 1 of row 1, in pixels
    const cl::array<cl::size_type, 3> region{3, 2, 1};
    const cl::array<cl::size_type, 3> to{1, 2, 0};
    bench.queue.enqueueCopyImageToBuffer(image, box, from, region, 0);
    bench.queue.enqueueCopyBufferToImage(box, image, 0, to, region);
    //! [box]
    //! [map]
    cl::size_type row_pitch = 0;
    auto* bytes = static_cast<std::uint8_t*>(bench.queue.enqueueMapImage(
        image, CL_TRUE, CL_MAP_READ, corner, {4, 4, 1}, &row_pitch, nullptr));
    std::printf(
        "\n4 x 4 numbers, of which 3 x 2 were copied one row down, by way of a buffer\n");
    for (std::size_t y = 0; y < 4; ++y) {
        const auto* row = reinterpret_cast<const cl_uint*>(bytes + y * row_pitch);
        std::printf("%4u%4u%4u%4u\n", row[0], row[1], row[2], row[3]);
    }
    bench.queue.enqueueUnmapMemObject(image, bytes);
    //! [map]
    std::printf("a row of the mapping: %zu bytes\n", row_pitch);
}

int main()
{
    return run([] {
        Bench bench;
        formats(bench);
        boxes(bench);
        sampling(bench);
        rotation(bench);
        pyramid(bench);
    });
}
