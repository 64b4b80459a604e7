// What the witness of memory_witness.hpp, which includes this, does with the commands on images.
#pragma once

#include "memory_witness_calls.hpp"

namespace lockstep::memory_witness
{

inline void note_image_box(cl_mem image, const std::size_t* origin, const std::size_t* region,
                           cl_mem buffer = nullptr, std::size_t offset = 0)
{
    if (MemoryWitness* const w = witness(); w != nullptr && origin != nullptr && region != nullptr)
        w->image_boxes.push_back(
            {image, {origin[0], origin[1], origin[2]}, {region[0], region[1], region[2]}, buffer, offset});
}

/// The bytes of a part of an image.
inline std::size_t bytes_of_part(cl_mem image, const std::size_t* region)
{
    std::size_t pixel_bytes = 0;
    real<decltype(clGetImageInfo)>("clGetImageInfo", image, cl_image_info{CL_IMAGE_ELEMENT_SIZE},
                                   sizeof(pixel_bytes), static_cast<void*>(&pixel_bytes),
                                   static_cast<std::size_t*>(nullptr));
    return pixel_bytes * volume(region);
}

inline bool only_notes_copies()
{
    MemoryWitness* const w = witness();
    return w != nullptr && w->only_notes_copies_of_images;
}

/// What a copy that is only noted returns; an event that is asked for has its status.
inline cl_int noted_only(cl_mem image, cl_event* event)
{
    if (event == nullptr) return CL_SUCCESS;
    cl_context context = nullptr;
    real<decltype(clGetMemObjectInfo)>("clGetMemObjectInfo", image, cl_mem_info{CL_MEM_CONTEXT},
                                       sizeof(context), static_cast<void*>(&context),
                                       static_cast<std::size_t*>(nullptr));
    *event = clCreateUserEvent(context, nullptr);
    return clSetUserEventStatus(*event, CL_COMPLETE);
}

} // namespace lockstep::memory_witness

// OpenCL's functions, as the code under test sees them.
extern "C"
{

    cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                         const cl_image_desc* shape, void* host, cl_int* code)
    {
        using namespace lockstep::memory_witness;
        const cl_mem made =
            real<decltype(clCreateImage)>("clCreateImage", context, flags, format, shape, host, code);
        if (auto* const w = witness(); w != nullptr) w->made(made);
        return made;
    }

    cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin,
                              const size_t* region, size_t row_pitch, size_t slice_pitch, void* to,
                              cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        note_image_box(image, origin, region);
        return noted(
            {"clEnqueueReadImage", queue, image, blocking != CL_FALSE, 0, bytes_of_part(image, region)},
            real<decltype(clEnqueueReadImage)>("clEnqueueReadImage", queue, image, blocking, origin, region,
                                               row_pitch, slice_pitch, to, count, events, event),
            event);
    }

    cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin,
                               const size_t* region, size_t row_pitch, size_t slice_pitch, const void* from,
                               cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        note_image_box(image, origin, region);
        return noted(
            {"clEnqueueWriteImage", queue, image, blocking != CL_FALSE, 0, bytes_of_part(image, region)},
            real<decltype(clEnqueueWriteImage)>("clEnqueueWriteImage", queue, image, blocking, origin, region,
                                                row_pitch, slice_pitch, from, count, events, event),
            event);
    }

    cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void* colour, const size_t* origin,
                              const size_t* region, cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        note_image_box(image, origin, region);
        return noted({"clEnqueueFillImage", queue, image, false, 0, bytes_of_part(image, region)},
                     real<decltype(clEnqueueFillImage)>("clEnqueueFillImage", queue, image, colour, origin,
                                                        region, count, events, event),
                     event);
    }

    cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                              const size_t* to_origin, const size_t* region, cl_uint count,
                              const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        note_image_box(from, from_origin, region);
        return noted({"clEnqueueCopyImage", queue, from, false, 0, bytes_of_part(from, region)},
                     real<decltype(clEnqueueCopyImage)>("clEnqueueCopyImage", queue, from, to, from_origin,
                                                        to_origin, region, count, events, event),
                     event);
    }

    cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem image, cl_mem buffer,
                                      const size_t* origin, const size_t* region, size_t offset,
                                      cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        note_image_box(image, origin, region, buffer, offset);
        if (only_notes_copies()) return noted_only(image, event);
        return noted({"clEnqueueCopyImageToBuffer", queue, image, false, 0, bytes_of_part(image, region)},
                     real<decltype(clEnqueueCopyImageToBuffer)>("clEnqueueCopyImageToBuffer", queue, image,
                                                                buffer, origin, region, offset, count, events,
                                                                event),
                     event);
    }

    cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem buffer, cl_mem image, size_t offset,
                                      const size_t* origin, const size_t* region, cl_uint count,
                                      const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        note_image_box(image, origin, region, buffer, offset);
        if (only_notes_copies()) return noted_only(image, event);
        return noted(
            {"clEnqueueCopyBufferToImage", queue, buffer, false, offset, bytes_of_part(image, region)},
            real<decltype(clEnqueueCopyBufferToImage)>("clEnqueueCopyBufferToImage", queue, buffer, image,
                                                       offset, origin, region, count, events, event),
            event);
    }

    void* clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                            const size_t* origin, const size_t* region, size_t* row_pitch,
                            size_t* slice_pitch, cl_uint count, const cl_event* events, cl_event* event,
                            cl_int* code)
    {
        using namespace lockstep::memory_witness;
        note_image_box(image, origin, region);
        auto* const w = witness();
        const cl_bool at_once = w != nullptr ? CL_TRUE : blocking;
        size_t slices_apart = 0; // a two-dimensional image's may be asked for by a null pointer
        void* const place = real<decltype(clEnqueueMapImage)>(
            "clEnqueueMapImage", queue, image, at_once, flags, origin, region, row_pitch,
            slice_pitch != nullptr ? slice_pitch : &slices_apart, count, events, event, code);
        if (w == nullptr || place == nullptr) return place;
        const size_t apart = slice_pitch != nullptr ? *slice_pitch : slices_apart;
        const size_t row_bytes = bytes_of_part(image, region) / (region[1] * region[2]);
        const size_t bytes = apart * (region[2] - 1) + *row_pitch * (region[1] - 1) + row_bytes;
        void* const shown = w->placed(image, place, bytes, flags);
        w->enqueued(
            {"clEnqueueMapImage", queue, image, blocking != CL_FALSE, 0, row_bytes * region[1] * region[2]},
            CL_SUCCESS, event);
        return shown;
    }

} // extern "C"
