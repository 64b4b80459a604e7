// Scheduling a graph of tasks on a few workers: list scheduling, longest way to the end first.
#include "bakery.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

// For every task its own minutes and those of the longest chain of tasks that wait for it.
static std::vector<unsigned> ways_to_the_end(std::span<const Task> tasks)
{
    std::vector<std::vector<std::size_t>> followers(tasks.size());
    std::vector<std::size_t> waits_for(tasks.size());
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        waits_for[i] = tasks[i].after.size();
        for (const std::size_t before : tasks[i].after) followers[before].push_back(i);
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (waits_for[i] == 0) order.push_back(i);
    for (std::size_t next = 0; next < order.size(); ++next)
        for (const std::size_t follower : followers[order[next]])
            if (--waits_for[follower] == 0) order.push_back(follower);
    if (order.size() != tasks.size()) throw std::invalid_argument{"tasks wait for each other in a circle"};

    std::vector<unsigned> ways(tasks.size());
    for (std::size_t k = order.size(); k-- > 0;) {
        const std::size_t i = order[k];
        unsigned longest = 0;
        for (const std::size_t follower : followers[i]) longest = std::max(longest, ways[follower]);
        ways[i] = tasks[i].minutes + longest;
    }
    return ways;
}

std::vector<Shift> schedule(std::span<const Task> tasks, unsigned workers)
{
    if (workers == 0) throw std::invalid_argument{"no workers"};
    const std::vector<unsigned> ways = ways_to_the_end(tasks);
    std::vector<std::optional<Shift>> shifts(tasks.size());
    // Workers beyond one for each task never have anything to do.
    std::vector<unsigned> free_from(std::min<std::size_t>(workers, std::max<std::size_t>(tasks.size(), 1)),
                                    0);

    const auto ended = [&](std::size_t i, unsigned time) {
        return shifts[i] && shifts[i]->start + tasks[i].minutes <= time;
    };
    const auto ready = [&](std::size_t i, unsigned time) {
        return !shifts[i] && std::all_of(tasks[i].after.begin(), tasks[i].after.end(),
                                         [&](std::size_t before) { return ended(before, time); });
    };

    unsigned time = 0;
    for (std::size_t started = 0; started < tasks.size();) {
        const auto worker = std::min_element(free_from.begin(), free_from.end());
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < tasks.size(); ++i)
            if (ready(i, time) && (!best || ways[i] > ways[*best])) best = i;
        if (best && *worker <= time) {
            shifts[*best] = Shift{static_cast<unsigned>(worker - free_from.begin()), time};
            *worker = time + tasks[*best].minutes;
            ++started;
            continue;
        }
        unsigned next = 0; // the earliest end that is still to come
        for (const unsigned end : free_from)
            if (end > time && (next == 0 || end < next)) next = end;
        time = next;
    }

    std::vector<Shift> plan;
    for (const std::optional<Shift>& shift : shifts) plan.push_back(*shift);
    return plan;
}
