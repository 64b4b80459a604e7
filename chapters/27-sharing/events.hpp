// The host in the graph of commands: user events, callbacks, markers, barriers, a failure, and a wait for oneself.
#pragma once

#include "../07-queues-events/lab.hpp"

#include <future>
#include <thread>

// The status of a command in words; what it was refused with where it failed.
std::string status_of(const cl::Event& event)
{
    switch (const cl_int status = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>()) {
    case CL_QUEUED:
        return "queued";
    case CL_SUBMITTED:
        return "submitted";
    case CL_RUNNING:
        return "running";
    case CL_COMPLETE:
        return "complete";
    default:
        return std::to_string(status);
    }
}

//! [poll]
// Asks for the status until the command has ended, but no longer than the limit.
Milliseconds poll(const cl::Event& event, Milliseconds limit)
{
    const Stopwatch watch;
    while (event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() > CL_COMPLETE &&
           watch.elapsed() < limit)
        std::this_thread::sleep_for(100us);
    return watch.elapsed();
}
//! [poll]

void user_event(Lab& lab)
{
    //! [user]
    const cl::CommandQueue queue = lab.in_order();
    cl::UserEvent start{lab.context};
    const cl::Event held = lab.spend(queue, 1, {start});
    if (!lab.simulated)
        queue.flush(); // Oclgrind would run the command here, and wait for ever
    std::this_thread::sleep_for(20ms);
    const std::string before = status_of(held);
    start.setStatus(CL_COMPLETE);
    queue.finish();
    //! [user]
    std::printf("behind a user event, after 20 ms: %s; set and finished: %s\n",
                before.c_str(), status_of(held).c_str());
}

//! [callback]
using Promise = std::promise<std::thread::id>;

void CL_CALLBACK ended(cl_event, cl_int /*status*/, void* promise)
{
    static_cast<Promise*>(promise)->set_value(std::this_thread::get_id());
}

// Where the callback of a command ran.
const char* thread_of_callback(const cl::CommandQueue& queue, cl::Event event)
{
    static Promise promise; // outlives the command, whatever happens
    promise = {};
    std::future<std::thread::id> ran = promise.get_future();
    event.setCallback(CL_COMPLETE, &ended, &promise);
    queue.finish();
    if (ran.wait_for(1s) != std::future_status::ready) return "never";
    return ran.get() == std::this_thread::get_id() ? "on main's thread"
                                                   : "on another thread";
}
//! [callback]

void callbacks(Lab& lab)
{
    const cl::CommandQueue queue = lab.in_order();
    const cl::Event event = lab.spend(queue, 40);
    std::printf("callback for CL_COMPLETE: %s\n", thread_of_callback(queue, event));
    std::printf("callback set after the end: %s\n", thread_of_callback(queue, event));
}

void markers(Lab& lab)
{
    //! [marker]
    const cl::CommandQueue queue = lab.any_order();
    const cl::Event slow = lab.spend(queue, 40);
    const cl::Event quick = lab.spend(queue, 5);
    const Events only{quick};
    cl::Event behind_quick, behind_all, barrier;
    queue.enqueueMarkerWithWaitList(&only, &behind_quick);
    queue.enqueueMarkerWithWaitList(nullptr, &behind_all); // all that was enqueued before
    const cl::Event between = lab.spend(queue, 5);
    queue.enqueueBarrierWithWaitList(nullptr, &barrier);
    const cl::Event last = lab.spend(queue, 5);
    queue.finish();
    //! [marker]
    const Stamps all{slow};
    std::printf("marker behind the quick command: ended before the slow one: %s\n",
                yes(Stamps{behind_quick}.ended < all.ended));
    std::printf("marker without a list: ended after both: %s\n",
                yes(Stamps{behind_all}.ended >= all.ended));
    std::printf("command behind that marker: began before the slow one ended: %s\n",
                yes(Stamps{between}.started < all.ended));
    std::printf("command behind the barrier: began after all had ended: %s\n",
                yes(Stamps{last}.started >= all.ended &&
                    Stamps{last}.started >= Stamps{between}.ended));
    std::printf("a marker's stamp QUEUED: %s\n",
                Stamps{behind_all}.queued == 0 ? "0" : "the time");
}

void flush_and_finish(Lab& lab)
{
    const cl::CommandQueue queue = lab.in_order();
    const cl::Event not_flushed = lab.spend(queue, 5);
    poll(not_flushed, 100ms);
    std::printf("never flushed, after 100 ms at most: %s\n",
                status_of(not_flushed).c_str());
    queue.finish();

    //! [flush]
    const cl::Event flushed = lab.spend(queue, 5);
    queue.flush();
    const double ms = poll(flushed, 2s).count(); // no finish, no wait
    //! [flush]
    std::printf("flushed and polled: %s after %.2f ms\n", status_of(flushed).c_str(), ms);

    //! [two-queues]
    const cl::CommandQueue first = lab.in_order();
    const cl::CommandQueue second = lab.in_order();
    const cl::Event one = lab.spend(first, 5); // missing: first.flush()
    const cl::Event two = lab.spend(second, 5, {one});
    second.flush();
    poll(two, 100ms);
    //! [two-queues]
    std::printf("behind a queue that was never flushed, after 100 ms at most: %s\n",
                status_of(two).c_str());
    first.finish();
    second.finish();
}

void failure(Lab& lab)
{
    if (lab.simulated) {
        std::fprintf(stderr,
                     "Left out, because Oclgrind waits for ever: an event that fails.\n");
        return;
    }
    //! [failure]
    const cl::CommandQueue queue = lab.in_order();
    cl::UserEvent file_read{lab.context};
    const cl::Event command = lab.spend(queue, 1, {file_read});
    queue.flush();
    file_read.setStatus(-42); // an error code of the program's own
    cl_int code = CL_SUCCESS;
    try {
        command.wait();
    } catch (const cl::Error& error) {
        code = error.err();
    }
    //! [failure]
    std::printf("behind a user event that failed: wait: %d, status: %s\n", code,
                status_of(command).c_str());
    const cl::Event next = lab.spend(queue, 1);
    try {
        queue.finish();
    } catch (const cl::Error&) { // a queue may be lost with the command; the status tells
    }
    std::printf("the next command of the same queue: %s\n", status_of(next).c_str());
}

// Sets a user event after a second, unless it is dismissed before.
class Rescuer
{
public:
    explicit Rescuer(cl::UserEvent event)
        : thread_{[this, event, is_over = over_.get_future()]() mutable {
              has_acted_ = is_over.wait_for(1s) == std::future_status::timeout;
              if (has_acted_) event.setStatus(CL_COMPLETE);
          }}
    {
    }
    bool dismiss() // true where it had to act
    {
        over_.set_value();
        thread_.join();
        return has_acted_;
    }

private:
    std::promise<void> over_;
    bool has_acted_ = false;
    std::thread thread_;
};

void wait_for_oneself(Lab& lab)
{
    const Stopwatch watch;
    //! [deadlock]
    const cl::CommandQueue queue = lab.in_order();
    cl::UserEvent start{lab.context};
    Rescuer rescuer{start};
    lab.spend(queue, 1, {start});
    queue.finish(); // waits for the command, which waits for start, ...
    const bool was_stuck = rescuer.dismiss();
    if (!was_stuck) start.setStatus(CL_COMPLETE); // ... which is set behind the wait
    //! [deadlock]
    std::printf("finish before the user event is set: %s after %.1f s\n",
                was_stuck ? "rescued by another thread" : "came back",
                watch.elapsed().count() / 1000);
}
