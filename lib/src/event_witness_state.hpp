// What the witness of queues and events keeps, and its device: a thread that runs commands in an order that nobody would hope for.
#pragma once

#include "event_graph.hpp"
#include "lockstep/event_witness.hpp"
#include "lockstep/interposed.hpp"
#include "lockstep/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace lockstep
{

namespace event_witness_state
{

using Clock = std::chrono::steady_clock;

// A wait during which nothing could run, and nobody called, is given up after these. Another thread may be about to give a user
// event its status; hardly any is about to flush a queue.
constexpr std::chrono::milliseconds given_up_after{400};
constexpr std::chrono::milliseconds given_up_with_user_events_after{3000};

// Events are numbers that no address is, and none is given twice.
constexpr std::uintptr_t event_sign = std::uintptr_t{0xE7E7} << 48U;
inline std::uintptr_t next_event = 1; // of the next witness

std::uint64_t this_thread();
inline thread_local bool this_is_a_callback = false;

} // namespace event_witness_state

struct EventWitness::State
{
    using Clock = event_witness_state::Clock;

    enum class Kind
    {
        command,
        point, ///< marker or barrier
        user,  ///< user event
        host   ///< a moment of the host's, at which it knows of what has ended; never run
    };
    struct Follower
    {
        Number number;
        bool waits; ///< named in its wait list, so that a failure is handed on
    };
    struct Registered
    {
        cl_int status;
        Callback function;
        void* data;
        Number host; ///< what the thread that registered it knew; none: no_number
    };
    struct Node
    {
        Kind kind = Kind::host;
        Command command;
        std::size_t place = 0; ///< among the commands
        std::function<cl_int()> run;
        std::vector<Follower> followers;
        std::vector<Registered> callbacks;
        std::size_t missing = 0; ///< of those before it, how many have not ended
        int references = 0;
        cl_int status = CL_QUEUED;
        bool flushed = false;
        bool failed_before = false;
        bool has_event = false;
        bool ended() const { return status <= CL_COMPLETE; }
    };
    struct Queue
    {
        bool out_of_order = false;
        bool made_here = false;
        int references = 1;
        std::size_t running = 0; ///< commands that have not ended
        Number last = no_number; ///< of a queue in order
        Number barrier = no_number;
        std::vector<Number> since; ///< out of order: what a marker waits for
        std::vector<Number> unflushed;
    };
    struct Call
    {
        Number number;
        Registered callback;
        cl_int status;
    };

    static constexpr Number no_number = SIZE_MAX;

    explicit State(const Device& what) : device(what), random(what.seed) {}

    Device device;
    Random random;
    std::set<std::pair<std::string, cl_uint>> only_read;
    std::function<std::optional<cl_int>(Number)> instead;
    std::function<void(Number)> before_each;

    mutable std::mutex mutex;
    std::condition_variable changed;
    std::deque<Node> nodes;
    EventGraph graph;
    std::map<cl_command_queue, Queue> queues;
    std::map<std::pair<cl_context, cl_device_id>, cl_command_queue> drivers;
    std::map<std::uint64_t, Number> host; ///< of each thread what it knows
    std::vector<Number> ready;
    std::deque<Call> calls;
    std::vector<Number> run_order;
    std::uintptr_t first_event = event_witness_state::next_event;
    Clock::time_point last_call = Clock::now();
    std::uint64_t changes = 0;
    std::size_t waiting = 0; ///< threads
    bool released = false;
    bool busy = false;
    bool stop = false;
    bool impatient = false;
    bool impatient_before_last = false;
    std::size_t commands = 0, waits = 0, waits_before_last = 0, callback_waits = 0;
    std::size_t status_questions = 0, twice = 0, bad = 0, made = 0, made_out_of_order = 0;
    std::string stuck, unknown_function;
    std::thread thread;

    Node* find(cl_event event)
    {
        const auto value = reinterpret_cast<std::uintptr_t>(event);
        if (!is_witnesss(event)) return nullptr;
        const std::uintptr_t number = value - event_witness_state::event_sign - first_event;
        if ((value - event_witness_state::event_sign) < first_event || number >= nodes.size()) return nullptr;
        Node& node = nodes[number];
        return node.has_event && node.references > 0 ? &node : nullptr;
    }
    cl_event handle(Number number) const
    {
        return reinterpret_cast<cl_event>(event_witness_state::event_sign + first_event + number);
    }
    Number number_of(cl_event event) const
    {
        return reinterpret_cast<std::uintptr_t>(event) - event_witness_state::event_sign - first_event;
    }

    Queue& queue(cl_command_queue handle)
    {
        const auto known = queues.find(handle);
        if (known != queues.end()) return known->second;
        cl_command_queue_properties properties = 0; // of a queue that was there before the witness
        real<decltype(clGetCommandQueueInfo)>(
            "clGetCommandQueueInfo", handle, cl_command_queue_info{CL_QUEUE_PROPERTIES}, sizeof(properties),
            static_cast<void*>(&properties), static_cast<std::size_t*>(nullptr));
        Queue& made_before = queues[handle];
        made_before.out_of_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
        return made_before;
    }

    Number add(Node node, std::vector<Number> before)
    {
        nodes.push_back(std::move(node));
        return graph.add(std::move(before));
    }
    Number host_now() const
    {
        const auto known = host.find(event_witness_state::this_thread());
        return known == host.end() ? no_number : known->second;
    }
    /// The thread knows from now on that these have ended.
    void learn(std::vector<Number> ended)
    {
        if (const Number now = host_now(); now != no_number) ended.push_back(now);
        Node node;
        node.status = CL_COMPLETE;
        host[event_witness_state::this_thread()] = add(std::move(node), std::move(ended));
    }
    void call_made()
    {
        last_call = Clock::now();
        ++changes;
        changed.notify_all();
    }
    void make_ready(Number number)
    {
        Node& node = nodes[number];
        if (node.missing == 0 && node.flushed) ready.push_back(number);
    }
    void flush(Queue& of)
    {
        for (const Number number : of.unflushed) {
            nodes[number].flushed = true;
            if (nodes[number].status == CL_QUEUED) nodes[number].status = CL_SUBMITTED;
            make_ready(number);
        }
        of.unflushed.clear();
        call_made();
    }
    void end(Number number, cl_int status)
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
    void put_behind(Number number, Number before, bool waits_for_it)
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
    /// What a marker without a wait list waits for.
    std::vector<Number> all_of(const Queue& of) const
    {
        std::vector<Number> numbers = of.since;
        if (of.last != no_number) numbers.push_back(of.last);
        if (of.barrier != no_number) numbers.push_back(of.barrier);
        return numbers;
    }
    cl_int check(const Waits& waits_for)
    {
        if ((waits_for.count == 0) != (waits_for.events == nullptr)) return CL_INVALID_EVENT_WAIT_LIST;
        for (const cl_event event : std::span{waits_for.events, waits_for.count})
            if (find(event) == nullptr) {
                ++bad;
                return CL_INVALID_EVENT_WAIT_LIST;
            }
        return CL_SUCCESS;
    }
    Number enqueue(Node node, const Waits& waits_for, bool barrier, cl_event* event)
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

    template <typename Condition>
    bool await(std::unique_lock<std::mutex>& lock, Condition condition)
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
    Number open_user_event() const
    {
        return find_first([](const Node& node) { return node.kind == Kind::user && !node.ended(); });
    }
    std::chrono::milliseconds patience_for_a_wait() const
    {
        return open_user_event() != no_number ? event_witness_state::given_up_with_user_events_after
                                              : event_witness_state::given_up_after;
    }
    std::string what_is_missing() const
    {
        const Number unflushed = find_first([](const Node& node) {
            return node.kind != Kind::host && node.kind != Kind::user && !node.flushed;
        });
        if (unflushed != no_number)
            return "A wait can never end: " + describe(unflushed) +
                   " stands in a queue that was not flushed, and nobody waited for that queue";
        if (open_user_event() != no_number)
            return "A wait can never end: nobody gave the user event a status";
        return "A wait can never end: commands wait for each other";
    }
    template <typename Condition>
    Number find_first(Condition condition) const
    {
        const auto found = std::find_if(nodes.begin(), nodes.end(), condition);
        return found == nodes.end() ? no_number : static_cast<Number>(found - nodes.begin());
    }
    std::string describe(Number number) const
    {
        const Node& node = nodes[number];
        const Command& command = node.command;
        if (node.kind == Kind::user) return "a user event";
        if (node.kind == Kind::point) return command.name;
        const std::string what =
            command.kernel.empty() ? command.name : fmt::format("the launch of '{}'", command.kernel);
        return fmt::format("{} (command {} of {})", what, node.place, commands);
    }
    // The device.

    bool may_run()
    {
        if (released || waiting > 0) return true;
        if (Clock::now() < last_call + device.patience) return false;
        impatient = true;
        return true;
    }
    void call(std::unique_lock<std::mutex>& lock, const Call& what)
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
    void run_one(std::unique_lock<std::mutex>& lock)
    {
        const std::size_t at = random.below(static_cast<std::uint32_t>(ready.size()));
        const Number number = ready[at];
        ready[at] = ready.back();
        ready.pop_back();
        if (nodes[number].failed_before) {
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
    void work()
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
};

} // namespace lockstep
