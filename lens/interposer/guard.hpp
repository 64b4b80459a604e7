// One call of OpenCL's interface after another.
#pragma once

#include <CL/cl.h>

#include <lockstep/stand_in.hpp>

#include <functional>
#include <mutex>

namespace lockstep::lens
{

/// Whether calls may wait for others: not while the program has events of its own that it has yet to set, for a thread
/// may then be waiting, inside of a call, for what another one is about to do.
bool calls_may_wait();

/// Held during a call; a call may make further ones, by the functions that a program registers.
std::recursive_mutex& call_mutex();

/// Whether the main thread has left main: what Oclgrind keeps of that thread is then gone.
bool main_has_ended();

void run_on_a_thread(const std::function<void()>& call);

/// Calls the runtime. Oclgrind keeps tables of all queues without a lock, so that two threads' calls at once lose entries
/// or crash; and its calls crash in the destructors of a program's static objects, unless they come from another thread.
template <typename Call>
auto guarded(const Call& call)
{
    if (!main_has_ended()) {
        std::unique_lock lock{call_mutex(), std::defer_lock};
        if (calls_may_wait()) lock.lock();
        return call();
    }
    decltype(call()) result{};
    run_on_a_thread([&] { result = guarded(call); });
    return result;
}

} // namespace lockstep::lens
