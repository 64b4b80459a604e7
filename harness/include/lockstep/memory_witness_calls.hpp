// OpenCL's functions on buffers, images, kernels, events and queues, as the code under test sees them while a MemoryWitness lives: each
// notes what it was asked and calls the real one. A part of memory_witness.hpp.
#pragma once

#include "memory_witness.hpp"

namespace lockstep::memory_witness
{

LOCKSTEP_WITNESS(MemoryWitness, clCreateBuffer, context, flags, bytes, host, code)
{
    const cl_mem made = witness->ledger.made(real(), MemoryWitness::memory);
    if (made != nullptr) witness->buffers.push_back(bytes);
    return made;
}

LOCKSTEP_WITNESS(MemoryWitness, clCreateSubBuffer, whole, flags, type, region, code)
{
    const cl_mem made = witness->ledger.made(real(), MemoryWitness::memory);
    const auto* const place = static_cast<const cl_buffer_region*>(region);
    if (made != nullptr) witness->sub_buffers[made] = {whole, place->origin, place->size, flags};
    return made;
}

LOCKSTEP_WITNESS(MemoryWitness, clCreateImage, context, flags, format, shape, host, code)
{
    return witness->ledger.made(real(), MemoryWitness::memory);
}

LOCKSTEP_WITNESS(MemoryWitness, clRetainMemObject, object)
{
    witness->ledger.retained(object);
    return real();
}

LOCKSTEP_WITNESS(MemoryWitness, clReleaseMemObject, object)
{
    return witness->ledger.released(object) ? real() : CL_INVALID_MEM_OBJECT;
}

LOCKSTEP_WITNESS(MemoryWitness, clCreateKernel, program, name, code)
{
    return witness->ledger.made(real(), "kernel");
}

LOCKSTEP_WITNESS(MemoryWitness, clRetainKernel, kernel)
{
    witness->ledger.retained(kernel);
    return real();
}

LOCKSTEP_WITNESS(MemoryWitness, clReleaseKernel, kernel)
{
    return witness->ledger.released(kernel) ? real() : CL_INVALID_KERNEL;
}

LOCKSTEP_WITNESS(MemoryWitness, clRetainEvent, event)
{
    witness->ledger.retained(event);
    return real();
}

LOCKSTEP_WITNESS(MemoryWitness, clReleaseEvent, event)
{
    return witness->released_event(event) ? real() : CL_INVALID_EVENT;
}

// Commands on buffers.

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueReadBuffer, queue, buffer, blocking, offset, bytes, to, count,
                 events, event)
{
    return witness->enqueued({"clEnqueueReadBuffer", queue, buffer, blocking != CL_FALSE, offset, bytes},
                             real(), event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueWriteBuffer, queue, buffer, blocking, offset, bytes, from, count,
                 events, event)
{
    return witness->enqueued({"clEnqueueWriteBuffer", queue, buffer, blocking != CL_FALSE, offset, bytes},
                             real(), event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueReadBufferRect, queue, buffer, blocking, origin, host_origin, region,
                 row_pitch, slice_pitch, host_row_pitch, host_slice_pitch, to, count, events, event)
{
    if (!witness->note_box(buffer, origin, region, row_pitch, slice_pitch)) return CL_INVALID_VALUE;
    return witness->enqueued(
        {"clEnqueueReadBufferRect", queue, buffer, blocking != CL_FALSE, 0, MemoryWitness::volume(region)},
        real(), event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueWriteBufferRect, queue, buffer, blocking, origin, host_origin,
                 region, row_pitch, slice_pitch, host_row_pitch, host_slice_pitch, from, count, events, event)
{
    if (!witness->note_box(buffer, origin, region, row_pitch, slice_pitch)) return CL_INVALID_VALUE;
    return witness->enqueued(
        {"clEnqueueWriteBufferRect", queue, buffer, blocking != CL_FALSE, 0, MemoryWitness::volume(region)},
        real(), event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueFillBuffer, queue, buffer, pattern, pattern_bytes, offset, bytes,
                 count, events, event)
{
    return witness->enqueued({"clEnqueueFillBuffer", queue, buffer, false, offset, bytes}, real(), event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueCopyBuffer, queue, from, to, from_offset, to_offset, bytes, count,
                 events, event)
{
    return witness->enqueued({"clEnqueueCopyBuffer", queue, from, false, from_offset, bytes}, real(), event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueCopyBufferRect, queue, from, to, from_origin, to_origin, region,
                 from_row_pitch, from_slice_pitch, to_row_pitch, to_slice_pitch, count, events, event)
{
    if (!witness->note_box(from, from_origin, region, from_row_pitch, from_slice_pitch))
        return CL_INVALID_VALUE;
    return witness->enqueued(
        {"clEnqueueCopyBufferRect", queue, from, false, 0, MemoryWitness::volume(region)}, real(), event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueMapBuffer, queue, buffer, blocking, flags, offset, bytes, count,
                 events, event, code)
{
    const bool waits = blocking != CL_FALSE;
    blocking = CL_TRUE;
    void* const place = real();
    if (place == nullptr) return place;
    void* const shown = witness->placed(buffer, place, bytes, flags);
    witness->enqueued({"clEnqueueMapBuffer", queue, buffer, waits, offset, bytes}, CL_SUCCESS, event);
    return shown;
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueUnmapMemObject, queue, object, place, count, events, event)
{
    place = witness->unplaced(object, place);
    if (place == nullptr) return CL_INVALID_VALUE;
    return witness->enqueued({"clEnqueueUnmapMemObject", queue, object, false, 0, 0}, real(), event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueNDRangeKernel, queue, kernel, dimensions, offset, global, local,
                 count, events, event)
{
    return witness->enqueued({"clEnqueueNDRangeKernel", queue, nullptr, false, 0, 0, local != nullptr},
                             real(), event);
}

// Commands on images.

/// The bytes of a part of an image.
inline std::size_t bytes_of_part(cl_mem image, const std::size_t* region)
{
    std::size_t pixel_bytes = 0;
    LOCKSTEP_REAL(clGetImageInfo, image, CL_IMAGE_ELEMENT_SIZE, sizeof(pixel_bytes), &pixel_bytes, nullptr);
    return pixel_bytes * MemoryWitness::volume(region);
}

/// What a copy that is only noted returns; an event that is asked for has its status.
inline cl_int noted_only(cl_mem image, cl_event* event)
{
    if (event == nullptr) return CL_SUCCESS;
    cl_context context = nullptr;
    LOCKSTEP_REAL(clGetMemObjectInfo, image, CL_MEM_CONTEXT, sizeof(context), &context, nullptr);
    *event = clCreateUserEvent(context, nullptr);
    return clSetUserEventStatus(*event, CL_COMPLETE);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueReadImage, queue, image, blocking, origin, region, row_pitch,
                 slice_pitch, to, count, events, event)
{
    witness->note_image_box(image, origin, region);
    return witness->enqueued(
        {"clEnqueueReadImage", queue, image, blocking != CL_FALSE, 0, bytes_of_part(image, region)}, real(),
        event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueWriteImage, queue, image, blocking, origin, region, row_pitch,
                 slice_pitch, from, count, events, event)
{
    witness->note_image_box(image, origin, region);
    return witness->enqueued(
        {"clEnqueueWriteImage", queue, image, blocking != CL_FALSE, 0, bytes_of_part(image, region)}, real(),
        event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueFillImage, queue, image, colour, origin, region, count, events,
                 event)
{
    witness->note_image_box(image, origin, region);
    return witness->enqueued({"clEnqueueFillImage", queue, image, false, 0, bytes_of_part(image, region)},
                             real(), event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueCopyImage, queue, from, to, from_origin, to_origin, region, count,
                 events, event)
{
    witness->note_image_box(from, from_origin, region);
    return witness->enqueued({"clEnqueueCopyImage", queue, from, false, 0, bytes_of_part(from, region)},
                             real(), event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueCopyImageToBuffer, queue, image, buffer, origin, region, offset,
                 count, events, event)
{
    witness->note_image_box(image, origin, region, buffer, offset);
    if (witness->only_notes_copies_of_images) return noted_only(image, event);
    return witness->enqueued(
        {"clEnqueueCopyImageToBuffer", queue, image, false, 0, bytes_of_part(image, region)}, real(), event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueCopyBufferToImage, queue, buffer, image, offset, origin, region,
                 count, events, event)
{
    witness->note_image_box(image, origin, region, buffer, offset);
    if (witness->only_notes_copies_of_images) return noted_only(image, event);
    return witness->enqueued(
        {"clEnqueueCopyBufferToImage", queue, buffer, false, offset, bytes_of_part(image, region)}, real(),
        event);
}

LOCKSTEP_WITNESS(MemoryWitness, clEnqueueMapImage, queue, image, blocking, flags, origin, region, row_pitch,
                 slice_pitch, count, events, event, code)
{
    witness->note_image_box(image, origin, region);
    const bool waits = blocking != CL_FALSE;
    std::size_t slices_apart = 0; // a two-dimensional image's may be asked for by a null pointer
    blocking = CL_TRUE;
    if (slice_pitch == nullptr) slice_pitch = &slices_apart;
    void* const place = real();
    if (place == nullptr) return place;
    const std::size_t row_bytes = bytes_of_part(image, region) / (region[1] * region[2]);
    const std::size_t bytes = *slice_pitch * (region[2] - 1) + *row_pitch * (region[1] - 1) + row_bytes;
    void* const shown = witness->placed(image, place, bytes, flags);
    witness->enqueued({"clEnqueueMapImage", queue, image, waits, 0, row_bytes * region[1] * region[2]},
                      CL_SUCCESS, event);
    return shown;
}

LOCKSTEP_WITNESS(MemoryWitness, clGetDeviceInfo, device, question, bytes, answer, needed)
{
    const cl_int code = real();
    if (witness->alignment_bits != 0 && answer != nullptr && question == CL_DEVICE_MEM_BASE_ADDR_ALIGN &&
        code == CL_SUCCESS)
        *static_cast<cl_uint*>(answer) = witness->alignment_bits;
    return code;
}

LOCKSTEP_WITNESS(MemoryWitness, clFinish, queue)
{
    witness->waited_for(queue);
    return real();
}

LOCKSTEP_WITNESS(MemoryWitness, clWaitForEvents, count, events)
{
    ++witness->waits;
    for (cl_uint i = 0; i < count; ++i) witness->waited_for(events[i]);
    return real();
}

} // namespace lockstep::memory_witness
