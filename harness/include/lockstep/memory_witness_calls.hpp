// OpenCL's functions on buffers, kernels, events and queues, as the code under test sees them while a MemoryWitness lives. They
// bear the names of OpenCL's own, so the linker binds the code's calls to them: each notes what it was asked and calls the
// real one. A part of memory_witness.hpp.
#pragma once

#include "interposed.hpp"
#include "memory_witness.hpp"

namespace lockstep::memory_witness
{

using lockstep::real; // for the functions below, which stand in no namespace

inline MemoryWitness* witness()
{
    return inside_library == 0 ? MemoryWitness::present : nullptr;
}

inline cl_int noted(const MemoryWitness::Command& command, cl_int code, const cl_event* event)
{
    if (MemoryWitness* const w = witness()) w->enqueued(command, code, event);
    return code;
}

inline std::size_t volume(const std::size_t* region)
{
    return region == nullptr ? 0 : region[0] * region[1] * region[2];
}

/// Notes what a command on a box was given. @return whether the buffer holds the box: a command on one that it does not hold must
/// fail with CL_INVALID_VALUE, and Intel's runtime (2026.2) crashes instead where a row has more bytes than 32 bits count.
inline bool note_box(cl_mem buffer, const std::size_t* origin, const std::size_t* region,
                     std::size_t row_pitch, std::size_t slice_pitch)
{
    MemoryWitness* const w = witness();
    if (w == nullptr || origin == nullptr || volume(region) == 0) return true;
    const std::size_t row = row_pitch != 0 ? row_pitch : region[0]; // 0 says that there are no gaps
    const std::size_t slice = slice_pitch != 0 ? slice_pitch : row * region[1];
    const std::size_t begin = origin[0] + origin[1] * row + origin[2] * slice;
    const std::size_t end = begin + (region[1] - 1) * row + (region[2] - 1) * slice + region[0];
    w->boxes.push_back({begin, end, volume(region)});
    std::size_t bytes = end; // of what is no buffer, let the driver say it
    real<decltype(clGetMemObjectInfo)>("clGetMemObjectInfo", buffer, cl_mem_info{CL_MEM_SIZE}, sizeof(bytes),
                                       static_cast<void*>(&bytes), static_cast<std::size_t*>(nullptr));
    return end <= bytes;
}

} // namespace lockstep::memory_witness

extern "C"
{

    cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void* host, cl_int* code)
    {
        using namespace lockstep::memory_witness;
        const cl_mem made =
            real<decltype(clCreateBuffer)>("clCreateBuffer", context, flags, bytes, host, code);
        if (auto* const w = witness(); w != nullptr && made != nullptr) {
            w->made(made);
            w->buffers.push_back(bytes);
        }
        return made;
    }

    cl_mem clCreateSubBuffer(cl_mem whole, cl_mem_flags flags, cl_buffer_create_type type, const void* region,
                             cl_int* code)
    {
        using namespace lockstep::memory_witness;
        const cl_mem made =
            real<decltype(clCreateSubBuffer)>("clCreateSubBuffer", whole, flags, type, region, code);
        if (auto* const w = witness(); w != nullptr && made != nullptr) {
            const auto* const place = static_cast<const cl_buffer_region*>(region);
            w->made(made);
            w->sub_buffers[made] = {whole, place->origin, place->size, flags};
        }
        return made;
    }

    cl_int clRetainMemObject(cl_mem object)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) w->retained(object);
        return real<decltype(clRetainMemObject)>("clRetainMemObject", object);
    }

    cl_int clReleaseMemObject(cl_mem object)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness(); w != nullptr && !w->released(object)) return CL_INVALID_MEM_OBJECT;
        return real<decltype(clReleaseMemObject)>("clReleaseMemObject", object);
    }

    cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* code)
    {
        using namespace lockstep::memory_witness;
        const cl_kernel made = real<decltype(clCreateKernel)>("clCreateKernel", program, name, code);
        if (auto* const w = witness()) w->kernel(made, 1);
        return made;
    }

    cl_int clRetainKernel(cl_kernel kernel)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) w->kernel(kernel, 1);
        return real<decltype(clRetainKernel)>("clRetainKernel", kernel);
    }

    cl_int clReleaseKernel(cl_kernel kernel)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) w->kernel(kernel, -1);
        return real<decltype(clReleaseKernel)>("clReleaseKernel", kernel);
    }

    cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                               size_t bytes, void* to, cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        return noted({"clEnqueueReadBuffer", queue, buffer, blocking != CL_FALSE, offset, bytes},
                     real<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer", queue, buffer, blocking,
                                                         offset, bytes, to, count, events, event),
                     event);
    }

    cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                size_t bytes, const void* from, cl_uint count, const cl_event* events,
                                cl_event* event)
    {
        using namespace lockstep::memory_witness;
        return noted({"clEnqueueWriteBuffer", queue, buffer, blocking != CL_FALSE, offset, bytes},
                     real<decltype(clEnqueueWriteBuffer)>("clEnqueueWriteBuffer", queue, buffer, blocking,
                                                          offset, bytes, from, count, events, event),
                     event);
    }

    cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                   const size_t* buffer_origin, const size_t* host_origin,
                                   const size_t* region, size_t row_pitch, size_t slice_pitch,
                                   size_t host_row_pitch, size_t host_slice_pitch, void* to, cl_uint count,
                                   const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        if (!note_box(buffer, buffer_origin, region, row_pitch, slice_pitch)) return CL_INVALID_VALUE;
        return noted({"clEnqueueReadBufferRect", queue, buffer, blocking != CL_FALSE, 0, volume(region)},
                     real<decltype(clEnqueueReadBufferRect)>("clEnqueueReadBufferRect", queue, buffer,
                                                             blocking, buffer_origin, host_origin, region,
                                                             row_pitch, slice_pitch, host_row_pitch,
                                                             host_slice_pitch, to, count, events, event),
                     event);
    }

    cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                    const size_t* buffer_origin, const size_t* host_origin,
                                    const size_t* region, size_t row_pitch, size_t slice_pitch,
                                    size_t host_row_pitch, size_t host_slice_pitch, const void* from,
                                    cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        if (!note_box(buffer, buffer_origin, region, row_pitch, slice_pitch)) return CL_INVALID_VALUE;
        return noted({"clEnqueueWriteBufferRect", queue, buffer, blocking != CL_FALSE, 0, volume(region)},
                     real<decltype(clEnqueueWriteBufferRect)>("clEnqueueWriteBufferRect", queue, buffer,
                                                              blocking, buffer_origin, host_origin, region,
                                                              row_pitch, slice_pitch, host_row_pitch,
                                                              host_slice_pitch, from, count, events, event),
                     event);
    }

    cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern,
                               size_t pattern_bytes, size_t offset, size_t bytes, cl_uint count,
                               const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        return noted({"clEnqueueFillBuffer", queue, buffer, false, offset, bytes},
                     real<decltype(clEnqueueFillBuffer)>("clEnqueueFillBuffer", queue, buffer, pattern,
                                                         pattern_bytes, offset, bytes, count, events, event),
                     event);
    }

    cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                               size_t to_offset, size_t bytes, cl_uint count, const cl_event* events,
                               cl_event* event)
    {
        using namespace lockstep::memory_witness;
        return noted({"clEnqueueCopyBuffer", queue, from, false, from_offset, bytes},
                     real<decltype(clEnqueueCopyBuffer)>("clEnqueueCopyBuffer", queue, from, to, from_offset,
                                                         to_offset, bytes, count, events, event),
                     event);
    }

    cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                                   const size_t* to_origin, const size_t* region, size_t from_row_pitch,
                                   size_t from_slice_pitch, size_t to_row_pitch, size_t to_slice_pitch,
                                   cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        if (!note_box(from, from_origin, region, from_row_pitch, from_slice_pitch)) return CL_INVALID_VALUE;
        return noted({"clEnqueueCopyBufferRect", queue, from, false, 0, volume(region)},
                     real<decltype(clEnqueueCopyBufferRect)>("clEnqueueCopyBufferRect", queue, from, to,
                                                             from_origin, to_origin, region, from_row_pitch,
                                                             from_slice_pitch, to_row_pitch, to_slice_pitch,
                                                             count, events, event),
                     event);
    }

    void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                             size_t offset, size_t bytes, cl_uint count, const cl_event* events,
                             cl_event* event, cl_int* code)
    {
        using namespace lockstep::memory_witness;
        auto* const w = witness();
        const cl_bool at_once = w != nullptr ? CL_TRUE : blocking;
        void* const place = real<decltype(clEnqueueMapBuffer)>(
            "clEnqueueMapBuffer", queue, buffer, at_once, flags, offset, bytes, count, events, event, code);
        if (w == nullptr || place == nullptr) return place;
        void* const shown = w->placed(buffer, place, bytes, flags);
        w->enqueued({"clEnqueueMapBuffer", queue, buffer, blocking != CL_FALSE, offset, bytes}, CL_SUCCESS,
                    event);
        return shown;
    }

    cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem object, void* place, cl_uint count,
                                   const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        auto* const w = witness();
        void* const known = w != nullptr ? w->unplaced(object, place) : place;
        if (known == nullptr) return CL_INVALID_VALUE;
        return noted({"clEnqueueUnmapMemObject", queue, object, false, 0, 0},
                     real<decltype(clEnqueueUnmapMemObject)>("clEnqueueUnmapMemObject", queue, object, known,
                                                             count, events, event),
                     event);
    }

    cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t* offset, const size_t* global, const size_t* local,
                                  cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        return noted({"clEnqueueNDRangeKernel", queue, nullptr, false, 0, 0, local != nullptr},
                     real<decltype(clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel", queue, kernel,
                                                            dimensions, offset, global, local, count, events,
                                                            event),
                     event);
    }

    cl_int clRetainEvent(cl_event event)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) w->event(event, 1);
        return real<decltype(clRetainEvent)>("clRetainEvent", event);
    }

    cl_int clReleaseEvent(cl_event event)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) w->event(event, -1);
        return real<decltype(clReleaseEvent)>("clReleaseEvent", event);
    }

    cl_int clGetDeviceInfo(cl_device_id device, cl_device_info question, size_t bytes, void* answer,
                           size_t* bytes_needed)
    {
        using namespace lockstep::memory_witness;
        const cl_int code =
            real<decltype(clGetDeviceInfo)>("clGetDeviceInfo", device, question, bytes, answer, bytes_needed);
        if (auto* const w = witness(); w != nullptr && w->alignment_bits != 0 && answer != nullptr &&
                                       question == CL_DEVICE_MEM_BASE_ADDR_ALIGN && code == CL_SUCCESS)
            *static_cast<cl_uint*>(answer) = w->alignment_bits;
        return code;
    }

    cl_int clFinish(cl_command_queue queue)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) w->waited_for(queue);
        return real<decltype(clFinish)>("clFinish", queue);
    }

    cl_int clWaitForEvents(cl_uint count, const cl_event* events)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) {
            ++w->waits;
            for (cl_uint i = 0; i < count; ++i) w->waited_for(events[i]);
        }
        return real<decltype(clWaitForEvents)>("clWaitForEvents", count, events);
    }

} // extern "C"
