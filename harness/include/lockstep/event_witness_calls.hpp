// The functions of OpenCL's that have to do with queues and events, as the code under test sees them while an EventWitness lives;
// without one they are the library's. They bear the names of OpenCL's own, so the linker binds the code's calls to them. The
// commands on buffers and launches stand in event_witness_commands.hpp. Include this in one source file of a test program only,
// and not together with memory_witness.hpp.
#pragma once

#include "event_witness_commands.hpp"

extern "C"
{

    cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties, cl_int* code)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->make_queue(context, device, properties, code);
        return lockstep::real<decltype(clCreateCommandQueue)>("clCreateCommandQueue", context, device,
                                                              properties, code);
    }

    cl_int clRetainCommandQueue(cl_command_queue queue)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) w->change_queue_references(queue, 1);
        return lockstep::real<decltype(clRetainCommandQueue)>("clRetainCommandQueue", queue);
    }

    cl_int clReleaseCommandQueue(cl_command_queue queue)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) w->change_queue_references(queue, -1);
        return lockstep::real<decltype(clReleaseCommandQueue)>("clReleaseCommandQueue", queue);
    }

    cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info question, size_t bytes,
                                 void* answer, size_t* needed)
    {
        using namespace lockstep::event_witness;
        const cl_int code = lockstep::real<decltype(clGetCommandQueueInfo)>("clGetCommandQueueInfo", queue,
                                                                            question, bytes, answer, needed);
        if (const Witness w; w && question == CL_QUEUE_PROPERTIES && answer != nullptr)
            *static_cast<cl_command_queue_properties*>(answer) |= w->properties(queue);
        return code;
    }

    cl_int clGetDeviceInfo(cl_device_id device, cl_device_info question, size_t bytes, void* answer,
                           size_t* needed)
    {
        using namespace lockstep::event_witness;
        const cl_int code = lockstep::real<decltype(clGetDeviceInfo)>("clGetDeviceInfo", device, question,
                                                                      bytes, answer, needed);
        if (const Witness w; w && question == CL_DEVICE_QUEUE_PROPERTIES && answer != nullptr) {
            constexpr cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
            auto& properties = *static_cast<cl_command_queue_properties*>(answer);
            properties =
                w->has_queues_out_of_order() ? properties | out_of_order : properties & ~out_of_order;
        }
        return code;
    }

    cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* events,
                                       cl_event* event)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->enqueue_point(queue, false, {count, events}, event);
        return lockstep::real<decltype(clEnqueueMarkerWithWaitList)>("clEnqueueMarkerWithWaitList", queue,
                                                                     count, events, event);
    }

    cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* events,
                                        cl_event* event)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->enqueue_point(queue, true, {count, events}, event);
        return lockstep::real<decltype(clEnqueueBarrierWithWaitList)>("clEnqueueBarrierWithWaitList", queue,
                                                                      count, events, event);
    }

    cl_int clFlush(cl_command_queue queue)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->flush(queue);
        return lockstep::real<decltype(clFlush)>("clFlush", queue);
    }

    cl_int clFinish(cl_command_queue queue)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->finish(queue);
        return lockstep::real<decltype(clFinish)>("clFinish", queue);
    }

    cl_int clWaitForEvents(cl_uint count, const cl_event* events)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->wait({count, events});
        return lockstep::real<decltype(clWaitForEvents)>("clWaitForEvents", count, events);
    }

    cl_event clCreateUserEvent(cl_context context, cl_int* code)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->make_user_event(context, code);
        return lockstep::real<decltype(clCreateUserEvent)>("clCreateUserEvent", context, code);
    }

    cl_int clSetUserEventStatus(cl_event event, cl_int status)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->set_status(event, status);
        if (lockstep::EventWitness::is_witnesss(event)) return CL_INVALID_EVENT;
        return lockstep::real<decltype(clSetUserEventStatus)>("clSetUserEventStatus", event, status);
    }

    cl_int clSetEventCallback(cl_event event, cl_int status,
                              void(CL_CALLBACK* function)(cl_event, cl_int, void*), void* data)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->set_callback(event, status, function, data);
        return lockstep::real<decltype(clSetEventCallback)>("clSetEventCallback", event, status, function,
                                                            data);
    }

    cl_int clRetainEvent(cl_event event)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->change_references(event, 1);
        if (lockstep::EventWitness::is_witnesss(event)) return CL_SUCCESS;
        return lockstep::real<decltype(clRetainEvent)>("clRetainEvent", event);
    }

    cl_int clReleaseEvent(cl_event event)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->change_references(event, -1);
        if (lockstep::EventWitness::is_witnesss(event)) return CL_SUCCESS; // its witness is gone
        return lockstep::real<decltype(clReleaseEvent)>("clReleaseEvent", event);
    }

    cl_int clGetEventInfo(cl_event event, cl_event_info question, size_t bytes, void* answer, size_t* needed)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w) return w->event_info(event, question, bytes, answer, needed);
        if (lockstep::EventWitness::is_witnesss(event)) return CL_INVALID_EVENT;
        return lockstep::real<decltype(clGetEventInfo)>("clGetEventInfo", event, question, bytes, answer,
                                                        needed);
    }

    cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info question, size_t bytes, void* answer,
                                   size_t* needed)
    {
        using namespace lockstep::event_witness;
        if (const Witness w; w || lockstep::EventWitness::is_witnesss(event))
            return CL_PROFILING_INFO_NOT_AVAILABLE;
        return lockstep::real<decltype(clGetEventProfilingInfo)>("clGetEventProfilingInfo", event, question,
                                                                 bytes, answer, needed);
    }

} // extern "C"
