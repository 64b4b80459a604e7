// Queues. A command is run when its events have ended, and in a queue in order those before it; what a command does is
// then done at once, on the thread that asks.
#include "host/calls.hpp"
#include "host/findings.hpp"

#include <algorithm>

namespace lockstep::pocket
{

namespace
{

std::vector<cl_command_queue>& all_queues()
{
    static std::vector<cl_command_queue>& queues = *new std::vector<cl_command_queue>;
    return queues;
}

// Callbacks whose time has come; they are called without the lock.
struct Call
{
    void(CL_CALLBACK* function)(cl_event, cl_int, void*);
    Held<_cl_event> event;
    cl_int status;
    void* user;
};
std::vector<Call>& due()
{
    static std::vector<Call>& calls = *new std::vector<Call>;
    return calls;
}

void reach(cl_event event, cl_int status)
{
    event->status = status;
    if (status == CL_SUBMITTED) event->times[1] = counted_clock();
    if (status == CL_RUNNING) event->times[2] = counted_clock();
    if (status <= CL_COMPLETE) event->times[3] = counted_clock();
    std::erase_if(event->callbacks, [&](const auto& entry) {
        const auto& [when, function, user] = entry;
        if (status > when && status >= 0) return false;
        due().push_back({function, Held{event}, status < 0 ? status : when, user});
        return true;
    });
    if (status <= CL_COMPLETE) something_ended().notify_all();
}

// Whether commands of the context may run at once: in several queues, or in one that is not in order.
bool runs_at_once(cl_context context)
{
    std::size_t count = 0;
    for (cl_command_queue queue : all_queues())
        if (queue->context.get() == context) count += queue->in_order() ? 1 : 2;
    return count > 1;
}

bool has_pending(cl_context context)
{
    return std::any_of(all_queues().begin(), all_queues().end(), [&](cl_command_queue queue) {
        return queue->context.get() == context && !queue->commands.empty();
    });
}

// Does what a command is there for, and compares it with those before it.
cl_int work(cl_command_queue queue, const Command& command)
{
    Orders& commands = queue->context->orders;
    const CommandOrder& order = *command.event->order;
    commands.begin(*command.event->order);
    if (!command.work) return CL_COMPLETE;
    Touches touches{.command = function_of(command.event->type)};
    touches.wanted = commands.has_maps() || runs_at_once(queue->context.get());
    const cl_int ended = command.work(touches);
    for (const std::string& sentence : commands.end(order, queue, std::move(touches))) say(sentence);
    return ended;
}

// Runs a command if it may be run. @return true when it was.
bool run_if_ready(cl_command_queue queue, std::size_t which)
{
    Command& command = queue->commands[which];
    if (queue->in_order() && which > 0) return false;
    for (std::size_t i = 0; i < which; ++i)
        if (queue->commands[i].is_barrier || command.is_barrier) return false;
    cl_int failed = CL_COMPLETE;
    for (const Held<_cl_event>& wait : command.waits) {
        if (wait->status > CL_COMPLETE) return false;
        if (wait->status < 0) failed = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
    Command taken = std::move(command);
    queue->commands.erase(queue->commands.begin() + static_cast<std::ptrdiff_t>(which));
    if (failed != CL_COMPLETE) {
        queue->context->orders.begin(*taken.event->order);
        reach(taken.event.get(), failed);
        return true;
    }
    reach(taken.event.get(), CL_SUBMITTED);
    reach(taken.event.get(), CL_RUNNING);
    const cl_int ended = work(queue, taken);
    advance_clock(1);
    reach(taken.event.get(), ended);
    return true;
}

void call_due(std::unique_lock<std::recursive_mutex>& lock)
{
    while (!due().empty()) {
        std::vector<Call> calls = std::move(due());
        due().clear();
        for (const Call& call : calls) host_has_seen(call.event.get());
        lock.unlock();
        for (const Call& call : calls) call.function(call.event.get(), call.status, call.user);
        lock.lock();
    }
}

void run_all()
{
    for (bool any = true; any;) {
        any = false;
        std::vector<Held<_cl_command_queue>> queues; // a command that ends may be what kept its queue
        for (cl_command_queue queue : all_queues()) queues.emplace_back(queue);
        for (const Held<_cl_command_queue>& held : queues) {
            cl_command_queue const queue = held.get();
            for (std::size_t i = 0; i < queue->commands.size();)
                if (run_if_ready(queue, i)) {
                    any = true;
                    i = 0;
                } else {
                    ++i;
                }
        }
    }
}

} // namespace
} // namespace lockstep::pocket

_cl_command_queue::~_cl_command_queue()
{
    const std::lock_guard lock{pk::big_lock()};
    std::erase(pk::all_queues(), this);
}

namespace lockstep::pocket
{

void wait_for(std::unique_lock<std::recursive_mutex>& lock, cl_event event)
{
    for (;;) {
        run_all();
        call_due(lock);
        if (event->status <= CL_COMPLETE) return host_has_seen(event);
        something_ended().wait(lock);
    }
}

void host_has_seen(cl_event event)
{
    if (event->status > CL_COMPLETE) return;
    event->context->orders.waited_for(*event->order, has_pending(event->context.get()));
}

void pump(cl_context)
{
    std::unique_lock lock{big_lock()};
    run_all();
    call_due(lock);
}

void finish_event(cl_event event, cl_int status)
{
    std::unique_lock lock{big_lock()};
    event->order->before = event->context->orders.known(); // of the host, which sets it
    reach(event, status);
    run_all();
    call_due(lock);
}

cl_int enqueue(cl_command_queue queue, cl_command_type type, cl_uint count, const cl_event* waits,
               cl_event* event, bool blocking, Work work, bool is_barrier)
{
    if ((count == 0) != (waits == nullptr)) return CL_INVALID_EVENT_WAIT_LIST;
    std::unique_lock lock{big_lock()};
    Command command{.event = {}, .waits = {}, .work = std::move(work), .is_barrier = is_barrier};
    for (cl_uint i = 0; i < count; ++i) {
        if (!Counted<_cl_event>::is_alive(waits[i])) return CL_INVALID_EVENT_WAIT_LIST;
        if (waits[i]->context.get() != queue->context.get()) return CL_INVALID_CONTEXT;
        command.waits.emplace_back(waits[i]);
    }
    auto* made = new _cl_event;
    made->context = queue->context;
    made->queue = Held{queue};
    made->type = type;
    made->times[0] = counted_clock();
    const bool waits_for_all = count == 0 && (type == CL_COMMAND_MARKER || type == CL_COMMAND_BARRIER);
    made->order = queue->context->orders.enqueue(queue->order, queue->in_order(), type == CL_COMMAND_BARRIER,
                                                 waits_for_all);
    for (const Held<_cl_event>& wait : command.waits) made->order->waits.push_back(wait->order);
    Held<_cl_event> held{made};
    Held<_cl_event>::drop(made); // the one that `new` counted
    command.event = held;
    queue->commands.push_back(std::move(command));
    if (event != nullptr) {
        ++made->count;
        *event = made;
    }
    run_all();
    call_due(lock);
    if (!blocking) return CL_SUCCESS;
    wait_for(lock, held.get());
    return held->status < 0 ? held->status : CL_SUCCESS;
}

cl_command_queue CL_API_CALL CreateCommandQueue(cl_context context, cl_device_id device,
                                                cl_command_queue_properties properties, cl_int* code)
{
    const auto refuse = [&](cl_int why) {
        set(code, why);
        return cl_command_queue{nullptr};
    };
    if (!Counted<_cl_context>::is_alive(context)) return refuse(CL_INVALID_CONTEXT);
    if (device != the_device()) return refuse(CL_INVALID_DEVICE);
    if ((properties & ~cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE |
                                                   CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) != 0)
        return refuse(CL_INVALID_VALUE);
    auto* queue = new _cl_command_queue;
    queue->context = Held{context};
    queue->properties = properties;
    const std::lock_guard lock{big_lock()};
    all_queues().push_back(queue);
    set(code, CL_SUCCESS);
    return queue;
}

cl_command_queue CL_API_CALL CreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                              const cl_queue_properties* properties,
                                                              cl_int* code)
{
    cl_command_queue_properties flags = 0;
    std::vector<cl_queue_properties> given;
    for (const cl_queue_properties* one = properties; one != nullptr; one += 2) {
        given.push_back(one[0]);
        if (one[0] == 0) break;
        given.push_back(one[1]);
        if (one[0] != CL_QUEUE_PROPERTIES) {
            set(code, CL_INVALID_VALUE);
            return nullptr;
        }
        flags = one[1];
    }
    cl_command_queue queue = CreateCommandQueue(context, device, flags, code);
    if (queue != nullptr) queue->given = std::move(given);
    return queue;
}

cl_int CL_API_CALL RetainCommandQueue(cl_command_queue queue)
{
    return retain(queue, CL_INVALID_COMMAND_QUEUE);
}

cl_int CL_API_CALL ReleaseCommandQueue(cl_command_queue queue)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    std::unique_lock lock{big_lock()};
    run_all();
    call_due(lock);
    return Held<_cl_command_queue>::drop(queue);
}

cl_int CL_API_CALL GetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info what, size_t room,
                                       void* value, size_t* needed)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    switch (what) {
    case CL_QUEUE_CONTEXT:
        return give(queue->context.get(), room, value, needed);
    case CL_QUEUE_DEVICE:
        return give(the_device(), room, value, needed);
    case CL_QUEUE_REFERENCE_COUNT:
        return give(queue->references(), room, value, needed);
    case CL_QUEUE_PROPERTIES:
        return give(queue->properties, room, value, needed);
    case CL_QUEUE_PROPERTIES_ARRAY:
        return give_bytes(queue->given.data(), queue->given.size() * sizeof(cl_queue_properties), room, value,
                          needed);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL Flush(cl_command_queue queue)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    pump(queue->context.get());
    return CL_SUCCESS;
}

namespace
{

// The host has waited for all of a queue's commands.
cl_int all_seen(cl_command_queue queue)
{
    cl_context const context = queue->context.get();
    const bool pending = has_pending(context);
    if (queue->order.last) context->orders.waited_for(*queue->order.last, pending);
    for (const auto& order : queue->order.open) context->orders.waited_for(*order, pending);
    queue->order.open.clear();
    return CL_SUCCESS;
}

} // namespace

cl_int CL_API_CALL Finish(cl_command_queue queue)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    std::unique_lock lock{big_lock()};
    for (;;) {
        run_all();
        call_due(lock);
        if (queue->commands.empty()) return all_seen(queue);
        something_ended().wait(lock);
    }
}

} // namespace lockstep::pocket
