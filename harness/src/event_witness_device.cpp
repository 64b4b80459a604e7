// The witness's device: a thread that runs commands in an order that nobody would hope for, and the calls that wait for it.
#include "event_witness_state.hpp"

namespace lockstep
{

std::chrono::milliseconds EventWitness::State::patience_for_a_wait() const
{
    return open_user_event() != no_number ? event_witness_state::given_up_with_user_events_after
                                          : event_witness_state::given_up_after;
}

std::string EventWitness::State::what_is_missing() const
{
    const Number unflushed = find_first(
        [](const Node& node) { return node.kind != Kind::host && node.kind != Kind::user && !node.flushed; });
    if (unflushed != no_number)
        return "A wait can never end: " + describe(unflushed) +
               " stands in a queue that was not flushed, and nobody waited for that queue";
    if (open_user_event() != no_number) return "A wait can never end: nobody gave the user event a status";
    return "A wait can never end: commands wait for each other";
}

bool EventWitness::State::await(std::unique_lock<std::mutex>& lock, const std::function<bool()>& condition)
{
    ++waiting;
    call_made();
    std::uint64_t seen = changes;
    auto since = Clock::now();
    while (!condition() && stuck.empty() && !stop) {
        changed.wait_for(lock, std::chrono::milliseconds{100});
        if (changes != seen || busy || !ready.empty() || !calls.empty()) {
            seen = changes;
            since = Clock::now();
        } else if (Clock::now() - since > patience_for_a_wait() && !condition())
            stuck = what_is_missing();
    }
    --waiting;
    return condition();
}

bool EventWitness::State::may_run()
{
    if (released || waiting > 0) return true;
    if (Clock::now() < last_call + device.patience) return false;
    impatient = true;
    return true;
}

void EventWitness::State::call(std::unique_lock<std::mutex>& lock, const Call& what)
{
    host.erase(event_witness_state::this_thread());
    std::vector<Number> known;
    if (what.callback.status == CL_COMPLETE || what.status < 0) known.push_back(what.number);
    if (what.callback.host != no_number) known.push_back(what.callback.host);
    learn(std::move(known));
    const cl_event event = handle(what.number);
    lock.unlock();
    event_witness_state::this_is_a_callback = true;
    what.callback.function(event, what.status, what.callback.data);
    event_witness_state::this_is_a_callback = false;
    lock.lock();
    ++changes;
}

void EventWitness::State::run_one(std::unique_lock<std::mutex>& lock)
{
    const std::size_t at = random.below(static_cast<std::uint32_t>(ready.size()));
    const Number number = ready[at];
    ready[at] = ready.back();
    ready.pop_back();
    if (nodes[number].failed_before) {
        if (before_each && nodes[number].kind == Kind::command) {
            lock.unlock();
            before_each(number);
            lock.lock();
        }
        end(number, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        return;
    }
    // Callbacks for an earlier status come before anything has been done.
    std::vector<Registered> later;
    for (const Registered& callback : std::exchange(nodes[number].callbacks, {}))
        if (callback.status == CL_COMPLETE)
            later.push_back(callback);
        else
            call(lock, {number, callback, callback.status});
    auto& callbacks = nodes[number].callbacks;
    callbacks.insert(callbacks.begin(), later.begin(), later.end());
    nodes[number].status = CL_RUNNING;
    const bool is_command = nodes[number].kind == Kind::command;
    if (is_command) run_order.push_back(number);
    const std::function<cl_int()> run = nodes[number].run;
    lock.unlock();
    cl_int status = CL_COMPLETE;
    if (is_command) {
        if (before_each) before_each(number);
        const std::optional<cl_int> answer = instead ? instead(number) : std::nullopt;
        status = answer ? *answer : run();
    }
    lock.lock();
    end(number, status);
}

void EventWitness::State::work()
{
    std::unique_lock lock{mutex};
    while (!stop) {
        const bool something = !ready.empty() || !calls.empty();
        busy = false;
        if (!something || !may_run()) {
            changed.notify_all();
            if (something)
                changed.wait_for(lock, std::chrono::milliseconds{5});
            else
                changed.wait(lock);
            continue;
        }
        busy = true;
        if (!calls.empty()) {
            const Call next = calls.front();
            calls.pop_front();
            call(lock, next);
        } else
            run_one(lock);
    }
}

} // namespace lockstep
