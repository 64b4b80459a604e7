// Events, and the commands that are nothing else.
#include "host/calls.hpp"

namespace lockstep::pocket
{

cl_event CL_API_CALL CreateUserEvent(cl_context context, cl_int* code)
{
    if (!Counted<_cl_context>::is_alive(context)) {
        set(code, CL_INVALID_CONTEXT);
        return nullptr;
    }
    auto* event = new _cl_event;
    event->context = Held{context};
    event->type = CL_COMMAND_USER;
    event->status = CL_SUBMITTED;
    set(code, CL_SUCCESS);
    return event;
}

cl_int CL_API_CALL SetUserEventStatus(cl_event event, cl_int status)
{
    if (!Counted<_cl_event>::is_alive(event) || event->type != CL_COMMAND_USER) return CL_INVALID_EVENT;
    if (status > CL_COMPLETE) return CL_INVALID_VALUE;
    if (event->status <= CL_COMPLETE) return CL_INVALID_OPERATION;
    finish_event(event, status);
    return CL_SUCCESS;
}

cl_int CL_API_CALL WaitForEvents(cl_uint count, const cl_event* events)
{
    if (count == 0 || events == nullptr) return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < count; ++i) {
        if (!Counted<_cl_event>::is_alive(events[i])) return CL_INVALID_EVENT;
        if (events[i]->context.get() != events[0]->context.get()) return CL_INVALID_CONTEXT;
    }
    std::unique_lock lock{big_lock()};
    cl_int result = CL_SUCCESS;
    for (cl_uint i = 0; i < count; ++i) {
        wait_for(lock, events[i]);
        if (events[i]->status < 0) result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
    return result;
}

cl_int CL_API_CALL GetEventInfo(cl_event event, cl_event_info what, size_t room, void* value, size_t* needed)
{
    if (!Counted<_cl_event>::is_alive(event)) return CL_INVALID_EVENT;
    const std::lock_guard lock{big_lock()};
    switch (what) {
    case CL_EVENT_COMMAND_QUEUE:
        return give(event->queue.get(), room, value, needed);
    case CL_EVENT_CONTEXT:
        return give(event->context.get(), room, value, needed);
    case CL_EVENT_COMMAND_TYPE:
        return give(event->type, room, value, needed);
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        host_has_seen(event);
        return give(event->status, room, value, needed);
    case CL_EVENT_REFERENCE_COUNT:
        return give(event->references(), room, value, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL RetainEvent(cl_event event)
{
    return retain(event, CL_INVALID_EVENT);
}
cl_int CL_API_CALL ReleaseEvent(cl_event event)
{
    return release(event, CL_INVALID_EVENT);
}

cl_int CL_API_CALL SetEventCallback(cl_event event, cl_int when,
                                    void(CL_CALLBACK* function)(cl_event, cl_int, void*), void* user)
{
    if (!Counted<_cl_event>::is_alive(event)) return CL_INVALID_EVENT;
    if (function == nullptr || (when != CL_COMPLETE && when != CL_RUNNING && when != CL_SUBMITTED))
        return CL_INVALID_VALUE;
    std::unique_lock lock{big_lock()};
    if (event->status <= when) {
        const cl_int status = event->status < 0 ? event->status : when;
        host_has_seen(event);
        lock.unlock();
        function(event, status, user);
        return CL_SUCCESS;
    }
    event->callbacks.emplace_back(when, function, user);
    return CL_SUCCESS;
}

cl_int CL_API_CALL GetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t room, void* value,
                                         size_t* needed)
{
    if (!Counted<_cl_event>::is_alive(event)) return CL_INVALID_EVENT;
    const bool profiles = event->queue && (event->queue->properties & CL_QUEUE_PROFILING_ENABLE) != 0;
    if (!profiles || event->status != CL_COMPLETE) return CL_PROFILING_INFO_NOT_AVAILABLE;
    const cl_profiling_info first = CL_PROFILING_COMMAND_QUEUED;
    if (what < first || what > CL_PROFILING_COMMAND_END) return CL_INVALID_VALUE;
    return give(event->times[what - first], room, value, needed);
}

cl_int CL_API_CALL EnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* waits,
                                             cl_event* event)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    return enqueue(queue, CL_COMMAND_MARKER, count, waits, event, false, {}, count == 0);
}

cl_int CL_API_CALL EnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* waits,
                                              cl_event* event)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    return enqueue(queue, CL_COMMAND_BARRIER, count, waits, event, false, {}, true);
}

cl_int CL_API_CALL EnqueueMarker(cl_command_queue queue, cl_event* event)
{
    return event == nullptr ? CL_INVALID_VALUE : EnqueueMarkerWithWaitList(queue, 0, nullptr, event);
}

cl_int CL_API_CALL EnqueueBarrier(cl_command_queue queue)
{
    return EnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr);
}

cl_int CL_API_CALL EnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event* events)
{
    if (count == 0 || events == nullptr) return CL_INVALID_VALUE;
    return EnqueueBarrierWithWaitList(queue, count, events, nullptr);
}

} // namespace lockstep::pocket
