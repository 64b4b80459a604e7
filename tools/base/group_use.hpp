// What a process, its group and all that it started use, and how much time it takes of its own.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <sys/types.h>
#include <vector>

namespace lockstep::tool
{

/// A process of this machine that has not been waited for.
struct ProcessLine
{
    pid_t pid = 0;
    pid_t parent = 0;
    pid_t group = 0;
    bool zombie = false;
    std::chrono::milliseconds children{0}; ///< processor time of its children that ended and were waited for
    std::size_t resident_bytes = 0;
};

/// All processes; empty on a system without /proc.
std::vector<ProcessLine> all_processes();

/// What a thread has had until now.
struct ThreadUse
{
    std::chrono::nanoseconds ran{0};
    std::chrono::nanoseconds waited{
        0}; ///< for a processor, without a wait that still goes on; 0 where it is not told
};

/// A process, its group and its descendants at one moment.
struct GroupUse
{
    bool known = false;    ///< false on a system without /proc: then nothing else is
    bool runnable = false; ///< a thread has a processor or waits for one; else all of them sleep
    std::map<pid_t, ThreadUse> threads;
    std::chrono::milliseconds ended{0}; ///< processor time of children that were waited for
    std::size_t resident_bytes = 0;
};

/// Reads what the leader of a process group, its group and its descendants in other groups use now.
GroupUse use_of_group(pid_t leader);

/// The time that a program takes, summed from one look at it to the next. While a thread of it wants to run, that is
/// the processor time of its busiest thread, for what passes besides is spent by its neighbours, and threads that run
/// side by side take no longer than one. If all of its threads sleep, it is what passed, but for their earlier waiting.
class CpuTime
{
public:
    /// @param passed on the clock since the look before.
    void look(const GroupUse& use, std::chrono::nanoseconds passed);

    std::chrono::nanoseconds total() const { return total_; }

private:
    GroupUse before_;
    std::chrono::nanoseconds total_{0};
};

} // namespace lockstep::tool
