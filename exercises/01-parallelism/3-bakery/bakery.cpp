// Scheduling a graph of tasks on a few workers.
#include "bakery.hpp"

#include <stdexcept>

std::vector<Shift> schedule(std::span<const Task> tasks, unsigned workers)
{
    // Your code here. So far one worker does everything in the order of the list, and the others watch.
    if (workers == 0) throw std::invalid_argument{"no workers"};
    std::vector<Shift> shifts;
    unsigned time = 0;
    for (const Task& task : tasks) {
        shifts.push_back({0, time});
        time += task.minutes;
    }
    return shifts;
}
