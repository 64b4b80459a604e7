// The witness's life, and what it makes of the calls that enqueue and wait.
#include "lockstep/event_witness.hpp"

#include "event_witness_state.hpp"

#include <atomic>

namespace lockstep
{

using event_witness_state::event_sign;
using event_witness_state::next_event;
using event_witness_state::this_is_a_callback;

std::uint64_t event_witness_state::this_thread()
{
    static std::atomic<std::uint64_t> threads = 0;
    static thread_local const std::uint64_t number = ++threads;
    return number;
}

namespace
{

std::atomic<EventWitness*> present = nullptr;
std::atomic<int> uses = 0; // calls that may hold it

} // namespace

EventWitness::EventWitness(const Device& device) : state_(std::make_unique<State>(device))
{
    state_->thread = std::thread{[this] { state_->work(); }};
    present = this;
}

EventWitness::~EventWitness()
{
    present = nullptr;
    stop();
    while (uses > 0) std::this_thread::yield();
    for (const auto& [handle, queue] : state_->queues)
        if (queue.references == 0) LOCKSTEP_REAL(clReleaseCommandQueue, handle);
    for (const auto& [place, driver] : state_->drivers) LOCKSTEP_REAL(clReleaseCommandQueue, driver);
    next_event = state_->first_event + state_->nodes.size();
}

void EventWitness::stop()
{
    {
        const std::lock_guard lock{state_->mutex};
        state_->stop = true;
        state_->changed.notify_all();
    }
    if (state_->thread.joinable()) state_->thread.join();
}

EventWitness::Use::Use()
{
    if (inside_library > 0) return;
    ++uses;
    witness_ = present;
    if (witness_ == nullptr) --uses;
}

EventWitness::Use::~Use()
{
    if (witness_ != nullptr) --uses;
}

EventWitness* EventWitness::witness()
{
    return present;
}

bool EventWitness::in_callback()
{
    return this_is_a_callback;
}

bool EventWitness::is_witnesss(cl_event event)
{
    return reinterpret_cast<std::uintptr_t>(event) >> 48U == event_sign >> 48U;
}

void EventWitness::reads_only(const std::string& kernel, cl_uint index)
{
    const std::lock_guard lock{state_->mutex};
    state_->only_read.emplace(kernel, index);
}

void EventWitness::instead(std::function<std::optional<cl_int>(Number)> run)
{
    const std::lock_guard lock{state_->mutex};
    state_->instead = std::move(run);
}

void EventWitness::before_each(std::function<void(Number)> look)
{
    const std::lock_guard lock{state_->mutex};
    state_->before_each = std::move(look);
}

void EventWitness::release()
{
    const std::lock_guard lock{state_->mutex};
    state_->released = true;
    state_->changed.notify_all();
}

void EventWitness::settle()
{
    release();
    std::unique_lock lock{state_->mutex};
    state_->changed.wait(lock,
                         [&] { return state_->ready.empty() && state_->calls.empty() && !state_->busy; });
}

// What was called.

cl_int EventWitness::enqueue(Command command, const Waits& waits, cl_event* event,
                             std::function<cl_int()> run)
{
    std::unique_lock lock{state_->mutex};
    if (const cl_int code = state_->check(waits); code != CL_SUCCESS) return code;
    const bool blocking = command.blocking;
    if (blocking && this_is_a_callback) {
        ++state_->callback_waits;
        return CL_INVALID_OPERATION;
    }
    const cl_command_queue queue = command.queue;
    State::Node node;
    node.kind = State::Kind::command;
    node.command = std::move(command);
    node.run = std::move(run);
    const Number number = state_->enqueue(std::move(node), waits, false, event);
    if (!blocking) return CL_SUCCESS;
    ++state_->waits;
    state_->flush(state_->queue(queue));
    if (!state_->await(lock, [&] { return state_->nodes[number].ended(); })) return CL_OUT_OF_RESOURCES;
    state_->learn({number});
    return state_->nodes[number].status;
}

cl_int EventWitness::enqueue_point(cl_command_queue queue, bool barrier, const Waits& waits, cl_event* event)
{
    const std::lock_guard lock{state_->mutex};
    if (const cl_int code = state_->check(waits); code != CL_SUCCESS) return code;
    State::Node node;
    node.kind = State::Kind::point;
    node.command.name = barrier ? "clEnqueueBarrierWithWaitList" : "clEnqueueMarkerWithWaitList";
    node.command.queue = queue;
    state_->enqueue(std::move(node), waits, barrier, event);
    return CL_SUCCESS;
}

cl_int EventWitness::flush(cl_command_queue queue)
{
    const std::lock_guard lock{state_->mutex};
    state_->flush(state_->queue(queue));
    return CL_SUCCESS;
}

cl_int EventWitness::finish(cl_command_queue queue)
{
    std::unique_lock lock{state_->mutex};
    if (this_is_a_callback) {
        ++state_->callback_waits;
        return CL_INVALID_OPERATION;
    }
    ++state_->waits;
    State::Queue& of = state_->queue(queue);
    state_->flush(of);
    const std::vector<Number> all = state_->all_of(of);
    if (!state_->await(lock, [&] { return of.running == 0; })) return CL_OUT_OF_RESOURCES;
    State::Node node; // stands for all of them, so that the next finish need not
    node.status = CL_COMPLETE;
    const Number joined = state_->add(std::move(node), all);
    if (of.out_of_order) of.since = {joined};
    state_->learn({joined});
    return CL_SUCCESS;
}

cl_int EventWitness::wait(const Waits& waits)
{
    std::unique_lock lock{state_->mutex};
    if (this_is_a_callback) {
        ++state_->callback_waits;
        return CL_INVALID_OPERATION;
    }
    if (waits.count == 0 || waits.events == nullptr) return CL_INVALID_VALUE;
    if (state_->check(waits) != CL_SUCCESS) return CL_INVALID_EVENT;
    ++state_->waits;
    std::vector<Number> numbers;
    for (const cl_event event : std::span{waits.events, waits.count}) {
        numbers.push_back(state_->number_of(event));
        const State::Node& node = state_->nodes[numbers.back()];
        if (node.kind != State::Kind::user && !node.flushed) state_->flush(state_->queue(node.command.queue));
    }
    const auto all = [&](auto condition) {
        return std::all_of(numbers.begin(), numbers.end(),
                           [&](Number number) { return condition(state_->nodes[number]); });
    };
    if (!state_->await(lock, [&] { return all([](const State::Node& node) { return node.ended(); }); }))
        return CL_OUT_OF_RESOURCES;
    state_->learn(numbers);
    return all([](const State::Node& node) { return node.status == CL_COMPLETE; })
               ? CL_SUCCESS
               : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
}

} // namespace lockstep
