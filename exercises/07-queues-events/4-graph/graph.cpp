// Commands that wait for each other in any way, run as a graph.
#include "graph.hpp"

std::vector<cl_int> run_graph(const cl::Context& context, const cl::Device& device,
                              std::span<const Task> tasks)
{
    // Your code here. So far the tasks run one behind the other in the order of the list.
    const cl::CommandQueue queue{context, device};
    for (const Task& task : tasks) {
        cl::Event event;
        task.enqueue(queue, {}, event);
    }
    queue.finish();
    return std::vector<cl_int>(tasks.size(), CL_COMPLETE);
}
