// OpenCL's functions that give a queue a command on buffers or a kernel, as the code under test sees them while an EventWitness
// lives: each checks what the specification lets it check at once, and hands the rest to the witness as what the driver is to do
// later. A part of event_witness_calls.hpp.
#pragma once

#include "event_witness.hpp"
#include "stand_in.hpp"

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
    if (LOCKSTEP_REAL(clGetMemObjectInfo, buffer, CL_MEM_SIZE, sizeof(size), &size, nullptr) != CL_SUCCESS)
        return CL_INVALID_MEM_OBJECT;
    return bytes == 0 || offset > size || bytes > size - offset ? CL_INVALID_VALUE : CL_SUCCESS;
}

inline cl_int finished(cl_command_queue queue, cl_int code)
{
    return code == CL_SUCCESS ? LOCKSTEP_REAL(clFinish, queue) : code;
}

LOCKSTEP_REPLACE(clSetKernelArg, kernel, index, bytes, value)
{
    const cl_int code = real();
    if (code == CL_SUCCESS && inside_library == 0) kernel_arguments::set(kernel, index, bytes, value);
    return code;
}

LOCKSTEP_REPLACE(clReleaseKernel, kernel)
{
    if (inside_library == 0) kernel_arguments::forget(kernel);
    return real();
}

// What the driver is asked to do when the witness runs a command waits for nothing, and is waited for.

LOCKSTEP_WITNESS(EventWitness, clEnqueueReadBuffer, queue, buffer, blocking, offset, bytes, to, count, events,
                 event)
{
    if (const cl_int code = check_range(buffer, offset, bytes); code != CL_SUCCESS) return code;
    if (to == nullptr) return CL_INVALID_VALUE;
    return witness->enqueue(
        {.name = "clEnqueueReadBuffer",
         .queue = queue,
         .blocking = blocking != CL_FALSE,
         .accesses = {access_of(buffer, offset, bytes, false), host_access(to, bytes, true)}},
        {count, events}, event, [=, driver = witness->driver_queue(queue), buffer_kept = kept(buffer)] {
            return LOCKSTEP_REAL(clEnqueueReadBuffer, driver, buffer, CL_TRUE, offset, bytes, to, 0, nullptr,
                                 nullptr);
        });
}

LOCKSTEP_WITNESS(EventWitness, clEnqueueWriteBuffer, queue, buffer, blocking, offset, bytes, from, count,
                 events, event)
{
    if (const cl_int code = check_range(buffer, offset, bytes); code != CL_SUCCESS) return code;
    if (from == nullptr) return CL_INVALID_VALUE;
    return witness->enqueue(
        {.name = "clEnqueueWriteBuffer",
         .queue = queue,
         .blocking = blocking != CL_FALSE,
         .accesses = {access_of(buffer, offset, bytes, true), host_access(from, bytes, false)}},
        {count, events}, event, [=, driver = witness->driver_queue(queue), buffer_kept = kept(buffer)] {
            return LOCKSTEP_REAL(clEnqueueWriteBuffer, driver, buffer, CL_TRUE, offset, bytes, from, 0,
                                 nullptr, nullptr);
        });
}

LOCKSTEP_WITNESS(EventWitness, clEnqueueCopyBuffer, queue, from, to, from_offset, to_offset, bytes, count,
                 events, event)
{
    for (const cl_int code : {check_range(from, from_offset, bytes), check_range(to, to_offset, bytes)})
        if (code != CL_SUCCESS) return code;
    return witness->enqueue(
        {.name = "clEnqueueCopyBuffer",
         .queue = queue,
         .accesses = {access_of(from, from_offset, bytes, false), access_of(to, to_offset, bytes, true)}},
        {count, events}, event,
        [=, driver = witness->driver_queue(queue), from_kept = kept(from), to_kept = kept(to)] {
            return finished(driver, LOCKSTEP_REAL(clEnqueueCopyBuffer, driver, from, to, from_offset,
                                                  to_offset, bytes, 0, nullptr, nullptr));
        });
}

LOCKSTEP_WITNESS(EventWitness, clEnqueueFillBuffer, queue, buffer, pattern, pattern_bytes, offset, bytes,
                 count, events, event)
{
    if (const cl_int code = check_range(buffer, offset, bytes); code != CL_SUCCESS) return code;
    if (pattern == nullptr || pattern_bytes == 0) return CL_INVALID_VALUE;
    const auto* const first = static_cast<const std::byte*>(pattern); // which the caller may change
    return witness->enqueue(
        {.name = "clEnqueueFillBuffer", .queue = queue, .accesses = {access_of(buffer, offset, bytes, true)}},
        {count, events}, event,
        [=, driver = witness->driver_queue(queue), buffer_kept = kept(buffer),
         copy = std::vector<std::byte>(first, first + pattern_bytes)] {
            return finished(driver, LOCKSTEP_REAL(clEnqueueFillBuffer, driver, buffer, copy.data(),
                                                  copy.size(), offset, bytes, 0, nullptr, nullptr));
        });
}

LOCKSTEP_WITNESS(EventWitness, clEnqueueNDRangeKernel, queue, kernel, dimensions, offset, global, local,
                 count, events, event)
{
    if (dimensions < 1 || dimensions > 3) return CL_INVALID_WORK_DIMENSION;
    if (global == nullptr) return CL_INVALID_GLOBAL_WORK_SIZE;
    const auto sizes = [count = dimensions](const std::size_t* first) {
        return std::span<const std::size_t>{first, first == nullptr ? 0U : count};
    };
    Command command{
        .name = "clEnqueueNDRangeKernel", .queue = queue, .work_items = 1, .dimensions = dimensions};
    std::array<char, 256> name{};
    LOCKSTEP_REAL(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME, name.size() - 1, name.data(), nullptr);
    LOCKSTEP_REAL(clGetKernelInfo, kernel, CL_KERNEL_PROGRAM, sizeof(command.program), &command.program,
                  nullptr);
    command.kernel = name.data();
    for (const std::size_t items : sizes(global)) command.work_items *= items;
    if (command.work_items == 0) return CL_INVALID_GLOBAL_WORK_SIZE;
    command.accesses = witness->accesses_of(kernel, command.kernel);
    cl_int code = CL_SUCCESS;
    auto run = kernel_arguments::launch(witness->driver_queue(queue), kernel, sizes(offset), sizes(global),
                                        sizes(local), &code);
    return code != CL_SUCCESS ? code
                              : witness->enqueue(std::move(command), {count, events}, event, std::move(run));
}

// Commands that the witness does not know: an exercise that needs one teaches it.

LOCKSTEP_WITNESS(EventWitness, clEnqueueMapBuffer, queue, buffer, blocking, flags, offset, bytes, count,
                 events, event, code)
{
    const cl_int refused = witness->unknown("clEnqueueMapBuffer");
    if (code != nullptr) *code = refused;
    return nullptr;
}

LOCKSTEP_WITNESS(EventWitness, clEnqueueUnmapMemObject, queue, object, place, count, events, event)
{
    return witness->unknown("clEnqueueUnmapMemObject");
}

LOCKSTEP_WITNESS(EventWitness, clEnqueueReadBufferRect, queue, buffer, blocking, origin, host_origin, region,
                 row_pitch, slice_pitch, host_row_pitch, host_slice_pitch, to, count, events, event)
{
    return witness->unknown("clEnqueueReadBufferRect");
}

LOCKSTEP_WITNESS(EventWitness, clEnqueueWriteBufferRect, queue, buffer, blocking, origin, host_origin, region,
                 row_pitch, slice_pitch, host_row_pitch, host_slice_pitch, from, count, events, event)
{
    return witness->unknown("clEnqueueWriteBufferRect");
}

LOCKSTEP_WITNESS(EventWitness, clEnqueueMigrateMemObjects, queue, objects, first, flags, count, events, event)
{
    return witness->unknown("clEnqueueMigrateMemObjects");
}

} // namespace lockstep::event_witness
