// OpenCL's functions that give a queue a command on buffers or a kernel, as the code under test sees them while an EventWitness
// lives: each checks what the specification lets it check at once, and hands the rest to the witness as what the driver is to do
// later. A part of event_witness_calls.hpp.
#pragma once

#include "event_witness.hpp"
#include "interposed.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::event_witness
{

using Access = EventWitness::Access;
using Command = EventWitness::Command;

using Witness = EventWitness::Use;

/// The host's memory.
inline Access host_access(const void* first, std::size_t bytes, bool writes)
{
    const auto begin = reinterpret_cast<std::uintptr_t>(first);
    return {nullptr, begin, begin + bytes, writes};
}

/// CL_SUCCESS where the buffer has these bytes.
inline cl_int check_range(cl_mem buffer, std::size_t offset, std::size_t bytes)
{
    std::size_t size = 0;
    const cl_int code = real<decltype(clGetMemObjectInfo)>(
        "clGetMemObjectInfo", buffer, cl_mem_info{CL_MEM_SIZE}, sizeof(size), static_cast<void*>(&size),
        static_cast<std::size_t*>(nullptr));
    if (code != CL_SUCCESS) return CL_INVALID_MEM_OBJECT;
    return bytes == 0 || offset > size || bytes > size - offset ? CL_INVALID_VALUE : CL_SUCCESS;
}

/// What the driver is asked to do when the witness runs a command: it waits for nothing, and is waited for.
inline constexpr cl_uint no_waits = 0;
inline constexpr const cl_event* no_events = nullptr;
inline constexpr cl_event* no_event = nullptr;

inline cl_int finished(cl_command_queue queue, cl_int code)
{
    return code == CL_SUCCESS ? real<decltype(clFinish)>("clFinish", queue) : code;
}

} // namespace lockstep::event_witness

extern "C"
{

    cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void* value)
    {
        const cl_int code =
            lockstep::real<decltype(clSetKernelArg)>("clSetKernelArg", kernel, index, bytes, value);
        if (code == CL_SUCCESS && lockstep::inside_library == 0)
            lockstep::kernel_arguments::set(kernel, index, bytes, value);
        return code;
    }

    cl_int clReleaseKernel(cl_kernel kernel)
    {
        if (lockstep::inside_library == 0) lockstep::kernel_arguments::forget(kernel);
        return lockstep::real<decltype(clReleaseKernel)>("clReleaseKernel", kernel);
    }

    cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                               size_t bytes, void* to, cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::event_witness;
        const auto read = [](auto... arguments) {
            return lockstep::real<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer", arguments...);
        };
        const Witness w;
        if (!w) return read(queue, buffer, blocking, offset, bytes, to, count, events, event);
        if (const cl_int code = check_range(buffer, offset, bytes); code != CL_SUCCESS) return code;
        if (to == nullptr) return CL_INVALID_VALUE;
        return w->enqueue(
            {.name = "clEnqueueReadBuffer",
             .queue = queue,
             .blocking = blocking != CL_FALSE,
             .accesses = {lockstep::access_of(buffer, offset, bytes, false), host_access(to, bytes, true)}},
            {count, events}, event,
            [=, driver = w->driver_queue(queue), buffer_kept = lockstep::kept(buffer)] {
                return read(driver, buffer, cl_bool{CL_TRUE}, offset, bytes, to, no_waits, no_events,
                            no_event);
            });
    }

    cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                size_t bytes, const void* from, cl_uint count, const cl_event* events,
                                cl_event* event)
    {
        using namespace lockstep::event_witness;
        const auto write = [](auto... arguments) {
            return lockstep::real<decltype(clEnqueueWriteBuffer)>("clEnqueueWriteBuffer", arguments...);
        };
        const Witness w;
        if (!w) return write(queue, buffer, blocking, offset, bytes, from, count, events, event);
        if (const cl_int code = check_range(buffer, offset, bytes); code != CL_SUCCESS) return code;
        if (from == nullptr) return CL_INVALID_VALUE;
        return w->enqueue(
            {.name = "clEnqueueWriteBuffer",
             .queue = queue,
             .blocking = blocking != CL_FALSE,
             .accesses = {lockstep::access_of(buffer, offset, bytes, true), host_access(from, bytes, false)}},
            {count, events}, event,
            [=, driver = w->driver_queue(queue), buffer_kept = lockstep::kept(buffer)] {
                return write(driver, buffer, cl_bool{CL_TRUE}, offset, bytes, from, no_waits, no_events,
                             no_event);
            });
    }

    cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                               size_t to_offset, size_t bytes, cl_uint count, const cl_event* events,
                               cl_event* event)
    {
        using namespace lockstep::event_witness;
        const auto copy = [](auto... arguments) {
            return lockstep::real<decltype(clEnqueueCopyBuffer)>("clEnqueueCopyBuffer", arguments...);
        };
        const Witness w;
        if (!w) return copy(queue, from, to, from_offset, to_offset, bytes, count, events, event);
        for (const cl_int code : {check_range(from, from_offset, bytes), check_range(to, to_offset, bytes)})
            if (code != CL_SUCCESS) return code;
        return w->enqueue({.name = "clEnqueueCopyBuffer",
                           .queue = queue,
                           .accesses = {lockstep::access_of(from, from_offset, bytes, false),
                                        lockstep::access_of(to, to_offset, bytes, true)}},
                          {count, events}, event,
                          [=, driver = w->driver_queue(queue), from_kept = lockstep::kept(from),
                           to_kept = lockstep::kept(to)] {
                              return finished(driver, copy(driver, from, to, from_offset, to_offset, bytes,
                                                           no_waits, no_events, no_event));
                          });
    }

    cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern,
                               size_t pattern_bytes, size_t offset, size_t bytes, cl_uint count,
                               const cl_event* events, cl_event* event)
    {
        using namespace lockstep::event_witness;
        const auto fill = [](auto... arguments) {
            return lockstep::real<decltype(clEnqueueFillBuffer)>("clEnqueueFillBuffer", arguments...);
        };
        const Witness w;
        if (!w) return fill(queue, buffer, pattern, pattern_bytes, offset, bytes, count, events, event);
        if (const cl_int code = check_range(buffer, offset, bytes); code != CL_SUCCESS) return code;
        if (pattern == nullptr || pattern_bytes == 0) return CL_INVALID_VALUE;
        const auto* const first = static_cast<const std::byte*>(pattern); // which the caller may change
        return w->enqueue({.name = "clEnqueueFillBuffer",
                           .queue = queue,
                           .accesses = {lockstep::access_of(buffer, offset, bytes, true)}},
                          {count, events}, event,
                          [=, driver = w->driver_queue(queue), buffer_kept = lockstep::kept(buffer),
                           copy = std::vector<std::byte>(first, first + pattern_bytes)] {
                              return finished(driver, fill(driver, buffer,
                                                           static_cast<const void*>(copy.data()), copy.size(),
                                                           offset, bytes, no_waits, no_events, no_event));
                          });
    }

    cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t* offset, const size_t* global, const size_t* local,
                                  cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::event_witness;
        const Witness w;
        if (!w)
            return lockstep::real<decltype(clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel", queue, kernel,
                                                                    dimensions, offset, global, local, count,
                                                                    events, event);
        if (dimensions < 1 || dimensions > 3) return CL_INVALID_WORK_DIMENSION;
        if (global == nullptr) return CL_INVALID_GLOBAL_WORK_SIZE;
        const auto sizes = [&](const size_t* first) {
            return std::span<const size_t>{first, first == nullptr ? 0U : dimensions};
        };
        Command command{
            .name = "clEnqueueNDRangeKernel", .queue = queue, .work_items = 1, .dimensions = dimensions};
        std::array<char, 256> name{};
        lockstep::real<decltype(clGetKernelInfo)>(
            "clGetKernelInfo", kernel, cl_kernel_info{CL_KERNEL_FUNCTION_NAME}, name.size() - 1,
            static_cast<void*>(name.data()), static_cast<size_t*>(nullptr));
        command.kernel = name.data();
        for (const size_t items : sizes(global)) command.work_items *= items;
        if (command.work_items == 0) return CL_INVALID_GLOBAL_WORK_SIZE;
        command.accesses = w->accesses_of(kernel, command.kernel);
        cl_int code = CL_SUCCESS;
        auto run = lockstep::kernel_arguments::launch(w->driver_queue(queue), kernel, sizes(offset),
                                                      sizes(global), sizes(local), &code);
        return code != CL_SUCCESS ? code
                                  : w->enqueue(std::move(command), {count, events}, event, std::move(run));
    }

    // Commands that the witness does not know: an exercise that needs one teaches it.

    void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                             size_t offset, size_t bytes, cl_uint count, const cl_event* events,
                             cl_event* event, cl_int* code)
    {
        using namespace lockstep::event_witness;
        const Witness w;
        if (!w)
            return lockstep::real<decltype(clEnqueueMapBuffer)>("clEnqueueMapBuffer", queue, buffer, blocking,
                                                                flags, offset, bytes, count, events, event,
                                                                code);
        const cl_int refused = w->unknown("clEnqueueMapBuffer");
        if (code != nullptr) *code = refused;
        return nullptr;
    }

    cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem object, void* place, cl_uint count,
                                   const cl_event* events, cl_event* event)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->unknown("clEnqueueUnmapMemObject");
        return lockstep::real<decltype(clEnqueueUnmapMemObject)>("clEnqueueUnmapMemObject", queue, object,
                                                                 place, count, events, event);
    }

    cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                   const size_t* buffer_origin, const size_t* host_origin,
                                   const size_t* region, size_t row_pitch, size_t slice_pitch,
                                   size_t host_row_pitch, size_t host_slice_pitch, void* to, cl_uint count,
                                   const cl_event* events, cl_event* event)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->unknown("clEnqueueReadBufferRect");
        return lockstep::real<decltype(clEnqueueReadBufferRect)>(
            "clEnqueueReadBufferRect", queue, buffer, blocking, buffer_origin, host_origin, region, row_pitch,
            slice_pitch, host_row_pitch, host_slice_pitch, to, count, events, event);
    }

    cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                    const size_t* buffer_origin, const size_t* host_origin,
                                    const size_t* region, size_t row_pitch, size_t slice_pitch,
                                    size_t host_row_pitch, size_t host_slice_pitch, const void* from,
                                    cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->unknown("clEnqueueWriteBufferRect");
        return lockstep::real<decltype(clEnqueueWriteBufferRect)>(
            "clEnqueueWriteBufferRect", queue, buffer, blocking, buffer_origin, host_origin, region,
            row_pitch, slice_pitch, host_row_pitch, host_slice_pitch, from, count, events, event);
    }

    cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint objects, const cl_mem* first,
                                      cl_mem_migration_flags flags, cl_uint count, const cl_event* events,
                                      cl_event* event)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->unknown("clEnqueueMigrateMemObjects");
        return lockstep::real<decltype(clEnqueueMigrateMemObjects)>(
            "clEnqueueMigrateMemObjects", queue, objects, first, flags, count, events, event);
    }
} // extern "C"
