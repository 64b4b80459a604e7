// What bakery.cpp has to define: who does which task of a graph, and when.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// A task: one worker does it, without a pause.
struct Task
{
    std::string name;
    unsigned minutes;               ///< at least 1
    std::vector<std::size_t> after; ///< indices of the tasks that must have ended before it starts
};

/// Who does a task, and when: it ends at start + minutes.
struct Shift
{
    unsigned worker; ///< 0 to workers - 1
    unsigned start;  ///< minutes after opening
};

/// You write this. One shift a task, in the order of the tasks, by this rule: whenever a worker is free and a task is
/// ready (all it waits for has ended), a ready task starts. Of several, it is the one with the longest way to the end:
/// its own minutes and those of the longest chain of tasks that wait for it. Of equals, the one with the lower index.
/// There may be many more workers than tasks, thousands of millions: they take no more time and no more memory.
/// @throws std::invalid_argument when there is no worker, or when tasks wait for each other in a circle.
std::vector<Shift> schedule(std::span<const Task> tasks, unsigned workers);
