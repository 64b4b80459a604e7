// The witness's record: which command comes behind which, what is ready to run, and who hears of an end.
#include "event_witness_state.hpp"

#include <fmt/format.h>

namespace lockstep
{

EventWitness::State::Queue& EventWitness::State::queue(cl_command_queue handle)
{
    const auto known = queues.find(handle);
    if (known != queues.end()) return known->second;
    cl_command_queue_properties properties = 0; // of a queue that was there before the witness
    LOCKSTEP_REAL(clGetCommandQueueInfo, handle, CL_QUEUE_PROPERTIES, sizeof(properties), &properties,
                  nullptr);
    Queue& made_before = queues[handle];
    made_before.out_of_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    return made_before;
}

void EventWitness::State::learn(std::vector<Number> ended)
{
    if (const Number now = host_now(); now != no_number) ended.push_back(now);
    Node node;
    node.status = CL_COMPLETE;
    host[event_witness_state::this_thread()] = add(std::move(node), std::move(ended));
}

void EventWitness::State::flush(Queue& of)
{
    for (const Number number : of.unflushed) {
        nodes[number].flushed = true;
        if (nodes[number].status == CL_QUEUED) nodes[number].status = CL_SUBMITTED;
        make_ready(number);
    }
    of.unflushed.clear();
    call_made();
}

void EventWitness::State::end(Number number, cl_int status)
{
    Node& node = nodes[number];
    node.status = status;
    node.run = nullptr;
    for (const Follower& follower : node.followers) {
        Node& next = nodes[follower.number];
        next.failed_before = next.failed_before || (follower.waits && status < 0);
        if (--next.missing == 0) make_ready(follower.number);
    }
    node.followers.clear();
    for (const Registered& callback : node.callbacks)
        calls.push_back({number, callback, status < 0 ? status : callback.status});
    node.callbacks.clear();
    if (node.kind != Kind::user) --queues[node.command.queue].running;
    ++changes;
    changed.notify_all();
}

void EventWitness::State::put_behind(Number number, Number before, bool waits_for_it)
{
    Node& node = nodes[number];
    Node& other = nodes[before];
    if (other.ended())
        node.failed_before = node.failed_before || (waits_for_it && other.status < 0);
    else {
        other.followers.push_back({number, waits_for_it});
        ++node.missing;
    }
}

std::vector<EventWitness::Number> EventWitness::State::all_of(const Queue& of) const
{
    std::vector<Number> numbers = of.since;
    if (of.last != no_number) numbers.push_back(of.last);
    if (of.barrier != no_number) numbers.push_back(of.barrier);
    return numbers;
}

cl_int EventWitness::State::check(const Waits& waits_for)
{
    if ((waits_for.count == 0) != (waits_for.events == nullptr)) return CL_INVALID_EVENT_WAIT_LIST;
    for (const cl_event event : std::span{waits_for.events, waits_for.count})
        if (find(event) == nullptr) {
            ++bad;
            return CL_INVALID_EVENT_WAIT_LIST;
        }
    return CL_SUCCESS;
}

EventWitness::Number EventWitness::State::enqueue(Node node, const Waits& waits_for, bool barrier,
                                                  cl_event* event)
{
    Queue& of = queue(node.command.queue);
    const bool point = node.kind == Kind::point;
    std::vector<Number> named;
    for (const cl_event waited : std::span{waits_for.events, waits_for.count})
        named.push_back(number_of(waited));
    std::vector<Number> implied;
    if (point && named.empty())
        implied = all_of(of);
    else
        for (const Number before : {of.last, of.barrier})
            if (before != no_number) implied.push_back(before);
    std::vector<Number> before = named;
    before.insert(before.end(), implied.begin(), implied.end());
    if (const Number now = host_now(); now != no_number) before.push_back(now);
    if (event != nullptr) {
        node.has_event = true;
        node.references = 1;
    }
    if (!point) node.place = ++commands;
    waits_before_last = waits;
    impatient_before_last = impatient;
    const Number number = add(std::move(node), std::move(before));
    for (const Number earlier : named) put_behind(number, earlier, true);
    for (const Number earlier : implied) put_behind(number, earlier, false);
    if (!of.out_of_order)
        of.last = number;
    else if (point && named.empty()) // it stands for all before it
        of.since = {number};
    else
        of.since.push_back(number);
    if (barrier && of.out_of_order) of.barrier = number;
    of.unflushed.push_back(number);
    ++of.running;
    if (event != nullptr) *event = handle(number);
    call_made();
    return number;
}

std::string EventWitness::State::describe(Number number) const
{
    const Node& node = nodes[number];
    const Command& command = node.command;
    if (node.kind == Kind::user) return "a user event";
    if (node.kind == Kind::point) return command.name;
    const std::string what =
        command.kernel.empty() ? command.name : fmt::format("the launch of '{}'", command.kernel);
    return fmt::format("{} (command {} of {})", what, node.place, commands);
}

} // namespace lockstep
