// Commands that wait for each other in any way, run as a graph. graph.cpp defines the function.
#pragma once

#include <CL/opencl.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

/// A node of the graph: one command.
struct Task
{
    /// The tasks that must have ended without an error before this one begins, as indices into the list. They may come
    /// after it in the list, and one may be named twice.
    std::vector<std::size_t> after;
    /// Enqueues the task's command in `queue`, behind `wait_list`, and gives its event. May throw a cl::Error, and
    /// has enqueued nothing then.
    std::function<void(const cl::CommandQueue& queue, const std::vector<cl::Event>& wait_list,
                       cl::Event& event)>
        enqueue;
};

/// The most queues that run_graph makes where there are no queues out of order.
inline constexpr std::size_t most_queues = 8;

/// You write this. Runs all tasks, each once, and returns when all have ended. A task waits for those that it names,
/// and for nothing else.
///
/// Where the device has queues out of order, one such queue is made. Where it has none, up to `most_queues` queues in
/// order are made, and a task goes to a queue whose newest task is one of those that it waits for; if there is none,
/// to a new queue; if there are `most_queues` already, to the one with the fewest tasks. The host waits only when
/// everything is enqueued.
///
/// A task fails if its command ends with a negative status, or if its `enqueue` throws a cl::Error. Then the tasks
/// that wait for it, and those that wait for these, do not run. All others do.
/// @return for each task CL_COMPLETE; or the status or err() with which it failed; or, of a task that did not run,
/// any negative number.
/// @throws std::invalid_argument when a task waits for one that does not exist, or tasks wait for each other in a
/// circle. No queue is made then, and nothing is enqueued.
std::vector<cl_int> run_graph(const cl::Context& context, const cl::Device& device,
                              std::span<const Task> tasks);
