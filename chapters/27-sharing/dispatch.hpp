// What Grand Central Dispatch calls groups, semaphores and serial queues, made of events.
#pragma once

#include "events.hpp"

#include <atomic>
#include <semaphore>

// How many of the commands ran at the same time at most.
std::size_t most_at_once(const Events& events)
{
    std::vector<Stamps> all;
    for (const cl::Event& event : events) all.emplace_back(event);
    std::size_t most = 0;
    for (const Stamps& now : all) { // the number is highest where a command begins
        const auto running = std::ranges::count_if(all, [&](const Stamps& other) {
            return other.started <= now.started && now.started < other.ended;
        });
        most = std::max(most, static_cast<std::size_t>(running));
    }
    return most;
}

void group(Lab& lab)
{
    const cl::CommandQueue queue = lab.any_order();
    //! [group]
    Events group; // dispatch_group_async
    for (int member = 0; member < 4; ++member) group.push_back(lab.spend(queue, 5));

    static std::atomic<int> notified{0}; // dispatch_group_notify: once, after all of them
    cl::Event all;
    queue.enqueueMarkerWithWaitList(&group, &all);
    all.setCallback(CL_COMPLETE, [](cl_event, cl_int, void*) { ++notified; });
    queue.flush();

    cl::Event::waitForEvents(group); // dispatch_group_wait
    //! [group]
    queue.finish();
    for (int ms = 0; notified == 0 && ms < 1000; ++ms) std::this_thread::sleep_for(1ms);
    std::printf("\ngroup of %zu: notified %d time\n", group.size(), notified.load());
}

void semaphores(Lab& lab)
{
    const cl::CommandQueue queue = lab.any_order();
    Events free;
    for (int command = 0; command < 6; ++command) free.push_back(lab.spend(queue, 5));
    queue.finish();

    //! [window]
    constexpr std::size_t limit = 2; // dispatch_semaphore_create(2), kept by the device
    Events limited;
    for (std::size_t command = 0; command < 6; ++command) {
        Events before;
        if (command >= limit) before.push_back(limited[command - limit]);
        limited.push_back(lab.spend(queue, 5, before));
    }
    queue.finish();
    //! [window]
    std::printf(
        "at once of 6 commands: %zu; with a limit of %zu by events: %zu, kept: %s\n",
        most_at_once(free), limit, most_at_once(limited),
        yes(most_at_once(limited) <= limit));

    static std::counting_semaphore<limit> slots{limit}; // kept by the host
    Events counted;
    for (std::size_t command = 0; command < 6; ++command) {
        slots.acquire(); // dispatch_semaphore_wait: sleeps while two are under way
        counted.push_back(lab.spend(queue, 5));
        counted.back().setCallback(CL_COMPLETE, [](cl_event, cl_int, void*) {
            slots.release(); // dispatch_semaphore_signal
        });
        queue.flush();
    }
    queue.finish();
    std::printf("with a limit of %zu by a semaphore: %zu, kept: %s\n", limit,
                most_at_once(counted), yes(most_at_once(counted) <= limit));
}

void serial_queues(Lab& lab)
{
    const std::array queues{lab.in_order(), lab.in_order()}; // two serial dispatch queues
    std::array<Events, 2> commands;
    for (int round = 0; round < 3; ++round)
        for (std::size_t q = 0; q < queues.size(); ++q)
            commands.at(q).push_back(lab.spend(queues.at(q), 5)); // dispatch_async
    for (const cl::CommandQueue& queue : queues) queue.flush();
    for (const cl::CommandQueue& queue : queues) queue.finish();
    Events both = commands[0];
    both.insert(both.end(), commands[1].begin(), commands[1].end());
    std::printf("two serial queues: at once in each %zu and %zu, in both %zu\n",
                most_at_once(commands[0]), most_at_once(commands[1]), most_at_once(both));
}
