// Commands that wait for each other in any way, run as a graph.
#include "graph.hpp"

#include <algorithm>
#include <stdexcept>

namespace
{

// The tasks in an order in which each stands behind all that it waits for.
std::vector<std::size_t> sorted(std::span<const Task> tasks)
{
    std::vector<std::vector<std::size_t>> followers(tasks.size());
    std::vector<std::size_t> missing(tasks.size());
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        for (const std::size_t before : tasks[i].after) {
            if (before >= tasks.size()) throw std::invalid_argument{"a task waits for one that there is not"};
            followers[before].push_back(i);
        }
        missing[i] = tasks[i].after.size();
        if (missing[i] == 0) order.push_back(i);
    }
    for (std::size_t next = 0; next < order.size(); ++next)
        for (const std::size_t follower : followers[order[next]])
            if (--missing[follower] == 0) order.push_back(follower);
    if (order.size() != tasks.size()) throw std::invalid_argument{"tasks wait for each other in a circle"};
    return order;
}

// The queues of one run, and which task goes where.
class Queues
{
public:
    Queues(const cl::Context& context, const cl::Device& device, std::size_t tasks)
        : context_(context), device_(device), queue_of_(tasks)
    {
        const auto properties = device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>();
        out_of_order_ = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    }

    const cl::CommandQueue& queue_for(std::size_t task, const std::vector<std::size_t>& after)
    {
        const std::size_t at = place_for(after);
        if (at == lanes_.size()) {
            const auto properties =
                out_of_order_ ? cl::QueueProperties::OutOfOrder : cl::QueueProperties::None;
            lanes_.push_back({cl::CommandQueue{context_, device_, properties}, 0, 0});
        }
        Lane& lane = lanes_[at];
        lane.newest = task;
        ++lane.count;
        queue_of_[task] = at;
        return lane.queue;
    }

    void finish() const
    {
        for (const Lane& lane : lanes_) lane.queue.flush(); // before waiting for one that waits for another
        for (const Lane& lane : lanes_) lane.queue.finish();
    }

private:
    struct Lane
    {
        cl::CommandQueue queue;
        std::size_t newest;
        std::size_t count;
    };

    std::size_t place_for(const std::vector<std::size_t>& after) const
    {
        if (out_of_order_) return 0;
        for (const std::size_t before : after)
            if (lanes_[queue_of_[before]].newest == before) return queue_of_[before];
        if (lanes_.size() < most_queues) return lanes_.size();
        const auto fewest = std::min_element(lanes_.begin(), lanes_.end(),
                                             [](const Lane& a, const Lane& b) { return a.count < b.count; });
        return static_cast<std::size_t>(fewest - lanes_.begin());
    }

    cl::Context context_;
    cl::Device device_;
    bool out_of_order_ = false;
    std::vector<Lane> lanes_;
    std::vector<std::size_t> queue_of_;
};

} // namespace

std::vector<cl_int> run_graph(const cl::Context& context, const cl::Device& device,
                              std::span<const Task> tasks)
{
    const std::vector<std::size_t> order = sorted(tasks);
    Queues queues{context, device, tasks.size()};
    std::vector<cl::Event> events(tasks.size());
    std::vector<cl_int> statuses(tasks.size(), CL_COMPLETE);
    for (const std::size_t i : order) {
        const std::vector<std::size_t>& after = tasks[i].after;
        const bool possible = std::all_of(
            after.begin(), after.end(), [&](std::size_t before) { return statuses[before] == CL_COMPLETE; });
        if (!possible) {
            statuses[i] = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
            continue;
        }
        std::vector<cl::Event> wait_list;
        for (const std::size_t before : after) wait_list.push_back(events[before]);
        try {
            tasks[i].enqueue(queues.queue_for(i, after), wait_list, events[i]);
        } catch (const cl::Error& error) {
            statuses[i] = error.err();
        }
    }
    queues.finish();
    for (const std::size_t i : order)
        if (statuses[i] == CL_COMPLETE) statuses[i] = events[i].getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
    return statuses;
}
