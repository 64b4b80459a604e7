// What the witness of queues and events keeps: event_witness_record.cpp writes it, event_witness_device.cpp runs what stands in it.
#pragma once

#include "event_graph.hpp"
#include "lockstep/event_witness.hpp"
#include "lockstep/random.hpp"
#include "lockstep/stand_in.hpp"

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
    Queue& queue(cl_command_queue handle);

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
    void learn(std::vector<Number> ended);
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
    void flush(Queue& of);
    void end(Number number, cl_int status);
    void put_behind(Number number, Number before, bool waits_for_it);
    /// What a marker without a wait list waits for.
    std::vector<Number> all_of(const Queue& of) const;
    cl_int check(const Waits& waits_for);
    Number enqueue(Node node, const Waits& waits_for, bool barrier, cl_event* event);

    template <typename Condition>
    Number find_first(Condition condition) const
    {
        const auto found = std::find_if(nodes.begin(), nodes.end(), condition);
        return found == nodes.end() ? no_number : static_cast<Number>(found - nodes.begin());
    }
    Number open_user_event() const
    {
        return find_first([](const Node& node) { return node.kind == Kind::user && !node.ended(); });
    }
    std::string describe(Number number) const;

    // The device, and who waits for it.

    bool await(std::unique_lock<std::mutex>& lock, const std::function<bool()>& condition);
    std::chrono::milliseconds patience_for_a_wait() const;
    std::string what_is_missing() const;
    bool may_run();
    void call(std::unique_lock<std::mutex>& lock, const Call& what);
    void run_one(std::unique_lock<std::mutex>& lock);
    void work();
};

} // namespace lockstep
