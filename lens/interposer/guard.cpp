// When calls wait, and what becomes of them while a process ends.
#include "guard.hpp"

#include <atomic>
#include <thread>

#include <sys/syscall.h>
#include <unistd.h>

namespace lockstep::lens
{

namespace
{

std::atomic<int> events_to_set{0};
std::atomic<bool> ended{false};

/// Destroyed with the thread's other objects, which is before any static one.
struct EndOfMain
{
    ~EndOfMain()
    {
        if (syscall(SYS_gettid) == getpid()) ended = true;
    }
};

/// Made before the program's main, and before what Oclgrind keeps of a thread, so that it goes last.
[[gnu::constructor]] void watch_main()
{
    static thread_local const EndOfMain end_of_main;
    static_cast<void>(end_of_main);
}

} // namespace

bool calls_may_wait()
{
    return events_to_set <= 0;
}

std::recursive_mutex& call_mutex()
{
    static auto& mutex = *new std::recursive_mutex; // calls come while a process ends
    return mutex;
}

bool main_has_ended()
{
    return ended && syscall(SYS_gettid) == getpid();
}

void run_on_a_thread(const std::function<void()>& call)
{
    std::thread{call}.join();
}

} // namespace lockstep::lens

using namespace lockstep::lens;

LOCKSTEP_REPLACE(clCreateUserEvent, context, error)
{
    cl_event const made = guarded(real);
    if (made != nullptr) ++events_to_set;
    return made;
}

LOCKSTEP_REPLACE(clSetUserEventStatus, event, status)
{
    const cl_int result = real(); // at once, as other calls wait for it
    if (result == CL_SUCCESS) --events_to_set;
    return result;
}
