// What the witness's record tells.
#include "event_witness_state.hpp"

#include <fmt/format.h>

namespace lockstep
{

namespace
{

bool meet(const EventWitness::Access& a, const EventWitness::Access& b)
{
    return a.memory == b.memory && (a.writes || b.writes) && a.begin < b.end && b.begin < a.end;
}

} // namespace

std::size_t EventWitness::count() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->commands;
}

EventWitness::Command EventWitness::command(Number number) const
{
    const std::lock_guard lock{state_->mutex};
    return state_->nodes.at(number).command;
}

EventWitness::Number EventWitness::last() const
{
    const std::lock_guard lock{state_->mutex};
    for (Number number = state_->nodes.size(); number-- > 0;) {
        const State::Kind kind = state_->nodes[number].kind;
        if (kind == State::Kind::command || kind == State::Kind::point) return number;
    }
    return State::no_number;
}

std::string EventWitness::describe(Number number) const
{
    const std::lock_guard lock{state_->mutex};
    return state_->describe(number);
}

std::vector<EventWitness::Number> EventWitness::all(const std::string& name) const
{
    const std::lock_guard lock{state_->mutex};
    std::vector<Number> found;
    for (Number number = 0; number < state_->nodes.size(); ++number)
        if (const Command& command = state_->nodes[number].command;
            command.name == name || command.kernel == name)
            found.push_back(number);
    return found;
}

std::vector<EventWitness::Number> EventWitness::order() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->run_order;
}

cl_int EventWitness::status(Number number) const
{
    const std::lock_guard lock{state_->mutex};
    return state_->nodes.at(number).status;
}

bool EventWitness::certainly_before(Number first, Number second) const
{
    const std::lock_guard lock{state_->mutex};
    return state_->graph.all_before(second)[first];
}

bool EventWitness::may_overlap(Number one, Number other) const
{
    return one != other && !certainly_before(one, other) && !certainly_before(other, one);
}

std::string EventWitness::race() const
{
    const std::lock_guard lock{state_->mutex};
    std::vector<Number> users;
    for (Number number = 0; number < state_->nodes.size(); ++number)
        if (!state_->nodes[number].command.accesses.empty()) users.push_back(number);
    std::vector<std::vector<bool>> before;
    before.reserve(users.size());
    for (const Number user : users) before.push_back(state_->graph.all_before(user));
    for (std::size_t b = 0; b < users.size(); ++b)
        for (std::size_t a = 0; a < b; ++a) {
            if (before[b][users[a]] || before[a][users[b]]) continue;
            for (const Access& one : state_->nodes[users[a]].command.accesses)
                for (const Access& other : state_->nodes[users[b]].command.accesses)
                    if (meet(one, other))
                        return fmt::format("{} and {} use the same {}, and nothing says which comes first",
                                           state_->describe(users[a]), state_->describe(users[b]),
                                           one.memory == nullptr ? "memory of the host" : "buffer");
        }
    return {};
}

std::vector<EventWitness::Number> EventWitness::unwaited() const
{
    const std::lock_guard lock{state_->mutex};
    const Number now = state_->host_now();
    const std::vector<bool> known =
        now == State::no_number ? std::vector<bool>(state_->nodes.size()) : state_->graph.all_before(now);
    std::vector<Number> left;
    for (Number number = 0; number < state_->nodes.size(); ++number)
        if (state_->nodes[number].kind == State::Kind::command && !known[number]) left.push_back(number);
    return left;
}

std::size_t EventWitness::unflushed() const
{
    const std::lock_guard lock{state_->mutex};
    std::size_t count = 0;
    for (const auto& [handle, queue] : state_->queues) count += queue.unflushed.size();
    return count;
}

std::size_t EventWitness::waits() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->waits;
}

std::size_t EventWitness::waits_in_between() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->waits_before_last;
}

std::size_t EventWitness::waits_in_callbacks() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->callback_waits;
}

std::string EventWitness::deadlock() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->stuck;
}

bool EventWitness::lost_patience() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->impatient;
}

bool EventWitness::lost_patience_in_between() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->impatient_before_last;
}

std::size_t EventWitness::queues_made() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->made;
}

std::size_t EventWitness::queues_out_of_order_made() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->made_out_of_order;
}

std::size_t EventWitness::queues_alive() const
{
    const std::lock_guard lock{state_->mutex};
    return static_cast<std::size_t>(
        std::count_if(state_->queues.begin(), state_->queues.end(), [](const auto& queue) {
            return queue.second.made_here && queue.second.references > 0;
        }));
}

std::size_t EventWitness::events_alive() const
{
    const std::lock_guard lock{state_->mutex};
    return static_cast<std::size_t>(
        std::count_if(state_->nodes.begin(), state_->nodes.end(),
                      [](const State::Node& node) { return node.has_event && node.references > 0; }));
}

std::size_t EventWitness::user_events_open() const
{
    const std::lock_guard lock{state_->mutex};
    return static_cast<std::size_t>(
        std::count_if(state_->nodes.begin(), state_->nodes.end(), [](const State::Node& node) {
            return node.kind == State::Kind::user && !node.ended();
        }));
}

std::size_t EventWitness::set_twice() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->twice;
}

std::size_t EventWitness::polls() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->status_questions;
}

std::size_t EventWitness::bad_events() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->bad;
}

std::string EventWitness::unknown_call() const
{
    const std::lock_guard lock{state_->mutex};
    return state_->unknown_function;
}

} // namespace lockstep
