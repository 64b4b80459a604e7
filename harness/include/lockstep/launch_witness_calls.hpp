// OpenCL's functions, as mend.cpp sees them. They bear the names of OpenCL's own, so the linker binds mend.cpp's calls to
// them: each notes what it was asked and calls the real one. A part of witness.hpp.
#pragma once

#include "launch_witness.hpp"

#include <lockstep/interposed.hpp>

namespace witness_detail
{

using lockstep::real;

inline Witness* witness()
{
    return lockstep::inside_library == 0 ? Witness::present : nullptr;
}

template <typename Handle>
Handle noted(Handle object, const char* kind)
{
    if (Witness* const w = witness()) w->created(object, kind);
    return object;
}

template <typename Function, typename Handle>
cl_int retain(const char* name, Handle object)
{
    if (Witness* const w = witness()) w->retained(object);
    return real<Function>(name, object);
}

template <typename Function, typename Handle>
cl_int release(const char* name, Handle object)
{
    if (Witness* const w = witness(); w != nullptr && !w->released(object)) return CL_INVALID_VALUE;
    return real<Function>(name, object);
}

/// Notes the event that a command gave out, or would have.
inline cl_int enqueued(cl_int code, cl_event* event)
{
    Witness* const w = witness();
    if (w == nullptr || event == nullptr) return code;
    if (code == CL_SUCCESS)
        w->created(*event, "event");
    else
        w->failed_with(*event);
    return code;
}

} // namespace witness_detail

// OpenCL's functions, as mend.cpp sees them.
extern "C"
{

    cl_context clCreateContext(const cl_context_properties* properties, cl_uint count,
                               const cl_device_id* devices,
                               void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*), void* data,
                               cl_int* code)
    {
        using namespace witness_detail;
        return noted(real<decltype(clCreateContext)>("clCreateContext", properties, count, devices, notify,
                                                     data, code),
                     "context");
    }

    cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties, cl_int* code)
    {
        using namespace witness_detail;
        return noted(
            real<decltype(clCreateCommandQueue)>("clCreateCommandQueue", context, device, properties, code),
            "command queue");
    }

    cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                         const size_t* lengths, cl_int* code)
    {
        using namespace witness_detail;
        return noted(real<decltype(clCreateProgramWithSource)>("clCreateProgramWithSource", context, count,
                                                               strings, lengths, code),
                     "program");
    }

    cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* code)
    {
        using namespace witness_detail;
        return noted(real<decltype(clCreateKernel)>("clCreateKernel", program, name, code), "kernel");
    }

    cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void* host, cl_int* code)
    {
        using namespace witness_detail;
        return noted(real<decltype(clCreateBuffer)>("clCreateBuffer", context, flags, bytes, host, code),
                     "buffer");
    }

    cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void* value)
    {
        using namespace witness_detail;
        if (Witness* const w = witness(); w != nullptr && !w->argument(index, bytes))
            return CL_INVALID_ARG_SIZE;
        return real<decltype(clSetKernelArg)>("clSetKernelArg", kernel, index, bytes, value);
    }

    cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t* offset, const size_t* global, const size_t* local,
                                  cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace witness_detail;
        if (Witness* const w = witness()) {
            w->launches.push_back({global[0], local != nullptr ? local[0] : 0});
            if (!w->are_events(count, events)) return enqueued(CL_INVALID_EVENT_WAIT_LIST, event);
            if (!w->has_all_arguments()) return enqueued(CL_INVALID_KERNEL_ARGS, event);
        }
        return enqueued(real<decltype(clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel", queue, kernel,
                                                               dimensions, offset, global, local, count,
                                                               events, event),
                        event);
    }

    cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                size_t bytes, const void* source, cl_uint count, const cl_event* events,
                                cl_event* event)
    {
        using namespace witness_detail;
        if (Witness* const w = witness(); w != nullptr && !w->are_events(count, events))
            return enqueued(CL_INVALID_EVENT_WAIT_LIST, event);
        return enqueued(real<decltype(clEnqueueWriteBuffer)>("clEnqueueWriteBuffer", queue, buffer, blocking,
                                                             offset, bytes, source, count, events, event),
                        event);
    }

    cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                               size_t bytes, void* destination, cl_uint count, const cl_event* events,
                               cl_event* event)
    {
        using namespace witness_detail;
        Witness* const w = witness();
        if (w == nullptr)
            return real<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer", queue, buffer, blocking, offset,
                                                       bytes, destination, count, events, event);
        if (!w->are_events(count, events)) return enqueued(CL_INVALID_EVENT_WAIT_LIST, event);
        std::vector<std::byte> data(bytes);
        const cl_bool block = CL_TRUE;
        const cl_int code = enqueued(
            real<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer", queue, buffer, block, offset, bytes,
                                                static_cast<void*>(data.data()), count, events, event),
            event);
        if (code == CL_SUCCESS) {
            w->read(destination, std::move(data), event != nullptr ? *event : nullptr);
            if (blocking != CL_FALSE) w->all_arrive();
        }
        return code;
    }

    cl_int clWaitForEvents(cl_uint count, const cl_event* events)
    {
        using namespace witness_detail;
        if (Witness* const w = witness()) {
            if (!w->are_events(count, events)) return CL_INVALID_EVENT;
            for (cl_uint i = 0; i < count; ++i) w->arrives(events[i]);
        }
        return real<decltype(clWaitForEvents)>("clWaitForEvents", count, events);
    }

    cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t bytes, void* value, size_t* bytes_needed)
    {
        using namespace witness_detail;
        if (Witness* const w = witness(); w != nullptr && what == CL_EVENT_COMMAND_EXECUTION_STATUS)
            w->arrives(event);
        return real<decltype(clGetEventInfo)>("clGetEventInfo", event, what, bytes, value, bytes_needed);
    }

    cl_int clFinish(cl_command_queue queue)
    {
        using namespace witness_detail;
        if (Witness* const w = witness()) w->all_arrive();
        return real<decltype(clFinish)>("clFinish", queue);
    }

    cl_int clRetainContext(cl_context context)
    {
        return witness_detail::retain<decltype(clRetainContext)>("clRetainContext", context);
    }
    cl_int clRetainCommandQueue(cl_command_queue queue)
    {
        return witness_detail::retain<decltype(clRetainCommandQueue)>("clRetainCommandQueue", queue);
    }
    cl_int clRetainProgram(cl_program program)
    {
        return witness_detail::retain<decltype(clRetainProgram)>("clRetainProgram", program);
    }
    cl_int clRetainKernel(cl_kernel kernel)
    {
        return witness_detail::retain<decltype(clRetainKernel)>("clRetainKernel", kernel);
    }
    cl_int clRetainMemObject(cl_mem buffer)
    {
        return witness_detail::retain<decltype(clRetainMemObject)>("clRetainMemObject", buffer);
    }
    cl_int clRetainEvent(cl_event event)
    {
        return witness_detail::retain<decltype(clRetainEvent)>("clRetainEvent", event);
    }

    cl_int clReleaseContext(cl_context context)
    {
        return witness_detail::release<decltype(clReleaseContext)>("clReleaseContext", context);
    }
    cl_int clReleaseCommandQueue(cl_command_queue queue)
    {
        return witness_detail::release<decltype(clReleaseCommandQueue)>("clReleaseCommandQueue", queue);
    }
    cl_int clReleaseProgram(cl_program program)
    {
        return witness_detail::release<decltype(clReleaseProgram)>("clReleaseProgram", program);
    }
    cl_int clReleaseKernel(cl_kernel kernel)
    {
        return witness_detail::release<decltype(clReleaseKernel)>("clReleaseKernel", kernel);
    }
    cl_int clReleaseMemObject(cl_mem buffer)
    {
        return witness_detail::release<decltype(clReleaseMemObject)>("clReleaseMemObject", buffer);
    }
    cl_int clReleaseEvent(cl_event event)
    {
        return witness_detail::release<decltype(clReleaseEvent)>("clReleaseEvent", event);
    }

} // extern "C"
