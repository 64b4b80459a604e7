// The functions of OpenCL's that have to do with queues and events, as the code under test sees them while an EventWitness lives;
// without one they are the library's. The commands on buffers and launches stand in event_witness_commands.hpp. Include this in one
// source file of a test program only, and not together with memory_witness.hpp.
#pragma once

#include "event_witness_commands.hpp"

namespace lockstep::event_witness
{

LOCKSTEP_WITNESS(EventWitness, clCreateCommandQueue, context, device, properties, code)
{
    return witness->make_queue(context, device, properties, code);
}

LOCKSTEP_WITNESS(EventWitness, clRetainCommandQueue, queue)
{
    witness->change_queue_references(queue, 1);
    return real();
}

LOCKSTEP_WITNESS(EventWitness, clReleaseCommandQueue, queue)
{
    witness->change_queue_references(queue, -1);
    return real();
}

LOCKSTEP_WITNESS(EventWitness, clGetCommandQueueInfo, queue, question, bytes, answer, needed)
{
    const cl_int code = real();
    if (question == CL_QUEUE_PROPERTIES && answer != nullptr)
        *static_cast<cl_command_queue_properties*>(answer) |= witness->properties(queue);
    return code;
}

LOCKSTEP_WITNESS(EventWitness, clGetDeviceInfo, device, question, bytes, answer, needed)
{
    const cl_int code = real();
    if (question == CL_DEVICE_QUEUE_PROPERTIES && answer != nullptr) {
        constexpr cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
        auto& properties = *static_cast<cl_command_queue_properties*>(answer);
        properties =
            witness->has_queues_out_of_order() ? properties | out_of_order : properties & ~out_of_order;
    }
    return code;
}

LOCKSTEP_WITNESS(EventWitness, clEnqueueMarkerWithWaitList, queue, count, events, event)
{
    return witness->enqueue_point(queue, false, {count, events}, event);
}

LOCKSTEP_WITNESS(EventWitness, clEnqueueBarrierWithWaitList, queue, count, events, event)
{
    return witness->enqueue_point(queue, true, {count, events}, event);
}

LOCKSTEP_WITNESS(EventWitness, clFlush, queue)
{
    return witness->flush(queue);
}

LOCKSTEP_WITNESS(EventWitness, clFinish, queue)
{
    return witness->finish(queue);
}

LOCKSTEP_WITNESS(EventWitness, clWaitForEvents, count, events)
{
    return witness->wait({count, events});
}

LOCKSTEP_WITNESS(EventWitness, clCreateUserEvent, context, code)
{
    return witness->make_user_event(context, code);
}

// Of an event, whose witness may be gone.

LOCKSTEP_REPLACE(clSetUserEventStatus, event, status)
{
    if (const EventWitness::Use witness; witness) return witness->set_status(event, status);
    return EventWitness::is_witnesss(event) ? CL_INVALID_EVENT : real();
}

LOCKSTEP_WITNESS(EventWitness, clSetEventCallback, event, status, function, data)
{
    return witness->set_callback(event, status, function, data);
}

LOCKSTEP_REPLACE(clRetainEvent, event)
{
    if (const EventWitness::Use witness; witness) return witness->change_references(event, 1);
    return EventWitness::is_witnesss(event) ? CL_SUCCESS : real();
}

LOCKSTEP_REPLACE(clReleaseEvent, event)
{
    if (const EventWitness::Use witness; witness) return witness->change_references(event, -1);
    return EventWitness::is_witnesss(event) ? CL_SUCCESS : real();
}

LOCKSTEP_REPLACE(clGetEventInfo, event, question, bytes, answer, needed)
{
    if (const EventWitness::Use witness; witness)
        return witness->event_info(event, question, bytes, answer, needed);
    return EventWitness::is_witnesss(event) ? CL_INVALID_EVENT : real();
}

LOCKSTEP_REPLACE(clGetEventProfilingInfo, event, question, bytes, answer, needed)
{
    const EventWitness::Use witness;
    return witness || EventWitness::is_witnesss(event) ? CL_PROFILING_INFO_NOT_AVAILABLE : real();
}

} // namespace lockstep::event_witness
