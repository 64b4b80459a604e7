// The film's pipeline: uploads, stages and downloads in queues of their own, with events between them.
#pragma once

#include "../05-buffers/film.hpp"

#include <lockstep/device.hpp>
#include <lockstep/program.hpp>

using namespace lockstep;

//! [slot]
struct Slot // what one frame needs on the device
{
    cl::Buffer frame;                // as it came from the camera, then brightened
    std::vector<cl::Image2D> images; // before the first stage and after each
    cl::Event back;                  // its last frame is on the host again
};
//! [slot]

struct Pipeline
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device};
    cl::Sampler sampler{context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR};
    cl::Kernel brighten;
    std::vector<cl::Kernel> stages; // each reads its argument 0 and writes its argument 1
    cl::Buffer staging{context, CL_MEM_ALLOC_HOST_PTR, 2 * frames* frame_bytes}; // pinned
    cl_uchar4* in; // all frames as the camera delivers them
    cl_uchar4* out;

    Pipeline()
    {
        require_images(device);
        const cl::Program first =
            build_program(context, device, CHAPTER_DIR "/../05-buffers/film.cl");
        brighten = find_kernel(first, "brighten");
        brighten.setArg(1, static_cast<cl_uint>(frame_pixels));
        brighten.setArg(2, cl_uint{240}); // percent
        const cl::Program second =
            build_program(context, device, CHAPTER_DIR "/../06-images/turn.cl");
        cl::Kernel turn = find_kernel(second, "turn");
        turn.setArg(2, cl_int2{{columns, rows}});
        turn.setArg(3, std::cos(tilt));
        turn.setArg(4, -std::sin(tilt));
        turn.setArg(5, sampler);
        stages.push_back(turn);
        in = static_cast<cl_uchar4*>(queue.enqueueMapBuffer(
            staging, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 2 * frames * frame_bytes));
        out = in + frames * frame_pixels;
        for (cl_uint t = 0; t < frames; ++t) camera(t, in + t * frame_pixels);
    }

    std::vector<Slot> slots(std::size_t count) const
    {
        const cl::ImageFormat format{CL_RGBA, CL_UNORM_INT8};
        std::vector<Slot> made(count);
        for (Slot& slot : made) {
            slot.frame = cl::Buffer{context, CL_MEM_READ_WRITE, frame_bytes};
            for (std::size_t i = 0; i <= stages.size(); ++i)
                slot.images.emplace_back(context, CL_MEM_READ_WRITE, format, columns, rows);
        }
        return made;
    }

    //! [pass]
    void pass(const cl::CommandQueue& up, const cl::CommandQueue& compute,
              const cl::CommandQueue& down, std::vector<Slot> slots)
    {
        const cl::array<cl::size_type, 3> corner{0, 0, 0}, all{columns, rows, 1};
        for (cl_uint t = 0; t < frames; ++t) {
            Slot& slot = slots[t % slots.size()];
            std::vector<cl::Event> is_free, has_arrived(1), is_made(1);
            if (t >= slots.size()) is_free.push_back(slot.back);
            up.enqueueWriteBuffer(slot.frame, CL_FALSE, 0, frame_bytes,
                                  in + t * frame_pixels, &is_free, &has_arrived[0]);

            brighten.setArg(0, slot.frame);
            compute.enqueueNDRangeKernel(brighten, cl::NullRange, cl::NDRange{frame_pixels},
                                         cl::NullRange, &has_arrived);
            compute.enqueueCopyBufferToImage(slot.frame, slot.images[0], 0, corner, all);
            for (std::size_t s = 0; s < stages.size(); ++s) {
                stages[s].setArg(0, slot.images[s]);
                stages[s].setArg(1, slot.images[s + 1]);
                compute.enqueueNDRangeKernel(stages[s], cl::NullRange,
                                             cl::NDRange{columns, rows}, cl::NullRange,
                                             nullptr, &is_made[0]); // of the last stage
            }

            down.enqueueReadImage(slot.images.back(), CL_FALSE, corner, all, 0, 0,
                                  out + t * frame_pixels, &is_made, &slot.back);
            up.flush(); // another queue waits for each of them
            compute.flush();
            down.flush();
        }
        down.finish();
    }
    //! [pass]
};
