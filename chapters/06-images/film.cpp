// The film, second stage: each brightened frame becomes an image, which a kernel turns upright.
#include "../05-buffers/film.hpp"

#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/run.hpp>

using namespace lockstep;

void film()
{
    const cl::Device device = choose_device();
    require_images(device);
    const cl::Context context{device};
    const cl::CommandQueue queue{context, device};
    std::vector<cl_uchar4> pixels(frame_pixels);
    const cl::Buffer frame{context, CL_MEM_READ_WRITE, frame_bytes};
    const cl::Program first =
        build_program(context, device, CHAPTER_DIR "/../05-buffers/film.cl");
    cl::Kernel brighten = find_kernel(first, "brighten");
    brighten.setArg(0, frame);
    brighten.setArg(1, static_cast<cl_uint>(frame_pixels));
    brighten.setArg(2, cl_uint{240}); // percent

    //! [image]
    const cl::ImageFormat format{CL_RGBA, CL_UNORM_INT8}; // four bytes a pixel
    const cl::Image2D tilted{context, CL_MEM_READ_ONLY, format, columns, rows};
    const cl::Image2D upright{context, CL_MEM_WRITE_ONLY, format, columns, rows};
    const cl::Sampler sampler{context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE,
                              CL_FILTER_LINEAR};
    const cl::Program second = build_program(context, device, CHAPTER_DIR "/turn.cl");
    cl::Kernel turn = find_kernel(second, "turn");
    turn.setArg(0, tilted);
    turn.setArg(1, upright);
    turn.setArg(2, cl_int2{{columns, rows}});
    turn.setArg(3, std::cos(tilt));
    turn.setArg(4, -std::sin(tilt));
    turn.setArg(5, sampler);
    //! [image]

    std::vector<std::vector<cl_uchar4>> made; // the frames
    //! [loop]
    const cl::array<cl::size_type, 3> corner{0, 0, 0}, all{columns, rows, 1};
    for (cl_uint t = 0; t < frames; ++t) {
        camera(t, pixels.data());
        queue.enqueueWriteBuffer(frame, CL_TRUE, 0, frame_bytes, pixels.data());
        queue.enqueueNDRangeKernel(brighten, cl::NullRange, cl::NDRange{frame_pixels});
        queue.enqueueCopyBufferToImage(frame, tilted, 0, corner, all);
        queue.enqueueNDRangeKernel(turn, cl::NullRange, cl::NDRange{columns, rows});
        queue.enqueueReadImage(upright, CL_TRUE, corner, all, 0, 0, pixels.data());
        made.push_back(pixels);
    }
    //! [loop]

    camera(8, pixels.data());
    show(pixels.data(), made[8].data());
}

int main()
{
    return run(film);
}
