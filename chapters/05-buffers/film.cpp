// The film, first stage: each frame goes to the device, is brightened there, and comes back; in three ways.
#include "film.hpp"

#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/run.hpp>

using namespace lockstep;

void film()
{
    const cl::Device device = choose_device();
    const cl::Context context{device};
    const cl::CommandQueue queue{context, device};
    const cl::Program program = build_program(context, device, CHAPTER_DIR "/film.cl");
    cl::Kernel brighten = find_kernel(program, "brighten");
    brighten.setArg(1, static_cast<cl_uint>(frame_pixels));
    brighten.setArg(2, cl_uint{240}); // percent

    std::vector<std::vector<cl_uchar4>> written, sent, mapped; // the brightened frames

    //! [write]
    std::vector<cl_uchar4> pixels(frame_pixels);
    const cl::Buffer plain{context, CL_MEM_READ_WRITE, frame_bytes};
    brighten.setArg(0, plain);
    for (cl_uint t = 0; t < frames; ++t) {
        camera(t, pixels.data());
        queue.enqueueWriteBuffer(plain, CL_TRUE, 0, frame_bytes, pixels.data());
        queue.enqueueNDRangeKernel(brighten, cl::NullRange, cl::NDRange{frame_pixels});
        queue.enqueueReadBuffer(plain, CL_TRUE, 0, frame_bytes, pixels.data());
        written.push_back(pixels);
    }
    //! [write]

    //! [pinned]
    const cl::Buffer staging{context, CL_MEM_ALLOC_HOST_PTR, frame_bytes};
    auto* pinned = static_cast<cl_uchar4*>(queue.enqueueMapBuffer(
        staging, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, frame_bytes));
    //! [pinned]
    for (cl_uint t = 0; t < frames; ++t) {
        camera(t, pinned);
        queue.enqueueWriteBuffer(plain, CL_TRUE, 0, frame_bytes, pinned);
        queue.enqueueNDRangeKernel(brighten, cl::NullRange, cl::NDRange{frame_pixels});
        queue.enqueueReadBuffer(plain, CL_TRUE, 0, frame_bytes, pinned);
        sent.emplace_back(pinned, pinned + frame_pixels);
    }
    queue.enqueueUnmapMemObject(staging, pinned);

    //! [map]
    const cl::Buffer frame{context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, frame_bytes};
    brighten.setArg(0, frame);
    for (cl_uint t = 0; t < frames; ++t) {
        auto* place = static_cast<cl_uchar4*>(queue.enqueueMapBuffer(
            frame, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, frame_bytes));
        camera(t, place);
        queue.enqueueUnmapMemObject(frame, place);
        queue.enqueueNDRangeKernel(brighten, cl::NullRange, cl::NDRange{frame_pixels});
        place = static_cast<cl_uchar4*>(
            queue.enqueueMapBuffer(frame, CL_TRUE, CL_MAP_READ, 0, frame_bytes));
        mapped.emplace_back(place, place + frame_pixels);
        queue.enqueueUnmapMemObject(frame, place);
    }
    queue.finish();
    //! [map]

    camera(8, pixels.data());
    show(pixels.data(), written[8].data());
    std::size_t different = 0;
    for (cl_uint t = 0; t < frames; ++t)
        for (std::size_t i = 0; i < frame_pixels; ++i)
            if (written[t][i].s[0] != sent[t][i].s[0] ||
                written[t][i].s[0] != mapped[t][i].s[0])
                ++different;
    std::printf("%u frames in three ways, pixels that differ: %zu\n", frames, different);
}

int main()
{
    return run(film);
}
