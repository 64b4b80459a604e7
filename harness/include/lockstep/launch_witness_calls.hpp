// OpenCL's functions, as host code sees them before a Witness: each notes what it was asked and calls the real one, unless it is to fail. A
// part of launch_witness.hpp.
#pragma once

#include "launch_witness.hpp"

namespace launch_witness
{

/// An object of this kind, from a call that may be one to fail.
template <typename Make>
auto made(const Witness::Use& witness, const char* name, const char* kind, cl_int* code, const Make& make)
    -> decltype(make())
{
    const cl_int failure = witness->fails(name);
    if (failure == CL_SUCCESS) return witness->ledger.made(make(), kind);
    if (code != nullptr) *code = failure;
    return nullptr;
}

LOCKSTEP_WITNESS(Witness, clCreateContext, properties, count, devices, notify, data, code)
{
    const cl_context context = made(witness, "clCreateContext", "context", code, real);
    witness->contexts += context != nullptr ? 1 : 0;
    return context;
}

LOCKSTEP_WITNESS(Witness, clCreateCommandQueue, context, device, properties, code)
{
    return made(witness, "clCreateCommandQueue", "command queue", code, real);
}

LOCKSTEP_WITNESS(Witness, clCreateProgramWithSource, context, count, strings, lengths, code)
{
    return made(witness, "clCreateProgramWithSource", "program", code, real);
}

LOCKSTEP_WITNESS(Witness, clBuildProgram, program, count, devices, options, notify, data)
{
    const cl_int failure = witness->fails("clBuildProgram");
    return failure != CL_SUCCESS ? failure : real();
}

LOCKSTEP_WITNESS(Witness, clCreateKernel, program, name, code)
{
    return made(witness, "clCreateKernel", "kernel", code, real);
}

LOCKSTEP_WITNESS(Witness, clCreateBuffer, context, flags, bytes, host, code)
{
    const cl_mem buffer = made(witness, "clCreateBuffer", "buffer", code, real);
    if (buffer != nullptr) witness->buffers.push_back(bytes);
    return buffer;
}

LOCKSTEP_WITNESS(Witness, clSetKernelArg, kernel, index, bytes, value)
{
    if (const cl_int failure = witness->fails("clSetKernelArg")) return failure;
    return witness->argument(index, bytes) ? real() : CL_INVALID_ARG_SIZE;
}

LOCKSTEP_WITNESS(Witness, clEnqueueNDRangeKernel, queue, kernel, dimensions, offset, global, local, count,
                 events, event)
{
    witness->launches.push_back({global[0], local != nullptr ? local[0] : 0});
    if (const cl_int failure = witness->fails("clEnqueueNDRangeKernel", count, events, event)) return failure;
    if (witness->arguments.size() < witness->parameters.size())
        return witness->enqueued(CL_INVALID_KERNEL_ARGS, event);
    return witness->enqueued(real(), event);
}

LOCKSTEP_WITNESS(Witness, clEnqueueWriteBuffer, queue, buffer, blocking, offset, bytes, from, count, events,
                 event)
{
    if (const cl_int failure = witness->fails("clEnqueueWriteBuffer", count, events, event)) return failure;
    const cl_int code = witness->enqueued(real(), event);
    if (blocking != CL_FALSE) witness->all_arrive();
    return code;
}

LOCKSTEP_WITNESS(Witness, clEnqueueReadBuffer, queue, buffer, blocking, offset, bytes, to, count, events,
                 event)
{
    if (const cl_int failure = witness->fails("clEnqueueReadBuffer", count, events, event)) return failure;
    void* const wanted_at = to;
    const bool waits = blocking != CL_FALSE;
    std::vector<std::byte> data(bytes);
    to = data.data();
    blocking = CL_TRUE;
    const cl_int code = witness->enqueued(real(), event);
    if (code != CL_SUCCESS) return code;
    witness->read(wanted_at, std::move(data));
    if (waits) witness->all_arrive();
    return code;
}

LOCKSTEP_WITNESS(Witness, clEnqueueMarkerWithWaitList, queue, count, events, event)
{
    const cl_int failure = witness->fails("clEnqueueMarkerWithWaitList", count, events, event);
    return failure != CL_SUCCESS ? failure : witness->enqueued(real(), event);
}

LOCKSTEP_WITNESS(Witness, clEnqueueBarrierWithWaitList, queue, count, events, event)
{
    const cl_int failure = witness->fails("clEnqueueBarrierWithWaitList", count, events, event);
    return failure != CL_SUCCESS ? failure : witness->enqueued(real(), event);
}

LOCKSTEP_WITNESS(Witness, clWaitForEvents, count, events)
{
    if (const cl_int failure = witness->fails("clWaitForEvents")) return failure;
    if (!witness->are_events(count, events)) return CL_INVALID_EVENT;
    for (cl_uint i = 0; i < count; ++i) witness->arrives(events[i]);
    return real();
}

LOCKSTEP_WITNESS(Witness, clGetEventInfo, event, question, bytes, value, needed)
{
    if (question == CL_EVENT_COMMAND_EXECUTION_STATUS) {
        if (witness->still_runs(event)) return lockstep::answer(cl_int{CL_RUNNING}, bytes, value, needed);
        witness->arrives(event);
    }
    return real();
}

LOCKSTEP_WITNESS(Witness, clFlush, queue)
{
    const cl_int failure = witness->fails("clFlush");
    return failure != CL_SUCCESS ? failure : real();
}

LOCKSTEP_WITNESS(Witness, clFinish, queue)
{
    if (const cl_int failure = witness->fails("clFinish")) return failure;
    witness->all_arrive();
    return real();
}

/// References to an object of this kind.
#define LOCKSTEP_COUNTED(Kind, name)                                                                         \
    LOCKSTEP_WITNESS(Witness, clRetain##Kind, name)                                                          \
    {                                                                                                        \
        witness->ledger.retained(name);                                                                      \
        return real();                                                                                       \
    }                                                                                                        \
    LOCKSTEP_WITNESS(Witness, clRelease##Kind, name)                                                         \
    {                                                                                                        \
        return witness->ledger.released(name) ? real() : CL_INVALID_VALUE;                                   \
    }

LOCKSTEP_COUNTED(Context, context)
LOCKSTEP_COUNTED(CommandQueue, queue)
LOCKSTEP_COUNTED(Program, program)
LOCKSTEP_COUNTED(Kernel, kernel)
LOCKSTEP_COUNTED(Event, event)

LOCKSTEP_WITNESS(Witness, clRetainMemObject, buffer)
{
    witness->ledger.retained(buffer);
    return real();
}

LOCKSTEP_WITNESS(Witness, clReleaseMemObject, buffer)
{
    if (Witness::keeps_buffers) LOCKSTEP_REAL(clRetainMemObject, buffer);
    return witness->ledger.released(buffer) ? real() : CL_INVALID_VALUE;
}

} // namespace launch_witness
