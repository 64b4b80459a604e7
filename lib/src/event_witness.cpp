// The witness's driver: records commands, and runs them in an order that nobody would hope for.
#include "lockstep/event_witness.hpp"

#include "event_graph.hpp"
#include "lockstep/interposed.hpp"
#include "lockstep/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace lockstep
{

namespace
{

using Clock = std::chrono::steady_clock;
// A wait during which nothing could run, and nobody called, is given up after these. Another thread may be about to give a user
// event its status; hardly any is about to flush a queue.
constexpr std::chrono::milliseconds given_up_after{400};
constexpr std::chrono::milliseconds given_up_with_user_events_after{3000};

std::atomic<EventWitness*> present = nullptr;
std::atomic<int> uses = 0; // calls that may hold it

// Events are numbers that no address is, and none is given twice.
constexpr std::uintptr_t event_sign = std::uintptr_t{0xE7E7} << 48U;
std::uintptr_t next_event = 1; // of the next witness

std::uint64_t this_thread()
{
    static std::atomic<std::uint64_t> threads = 0;
    static thread_local const std::uint64_t number = ++threads;
    return number;
}

thread_local bool this_is_a_callback = false;

bool meet(const EventWitness::Access& a, const EventWitness::Access& b)
{
    return a.memory == b.memory && (a.writes || b.writes) && a.begin < b.end && b.begin < a.end;
}

} // namespace

struct EventWitness::State
{
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
    std::uintptr_t first_event = next_event;
    Clock::time_point last_call = Clock::now();
    std::uint64_t changes = 0;
    std::size_t waiting = 0; ///< threads
    bool released = false;
    bool busy = false;
    bool stop = false;
    bool impatient = false;
    std::size_t commands = 0, waits = 0, waits_before_last = 0, callback_waits = 0;
    std::size_t status_questions = 0, twice = 0, bad = 0, made = 0, made_out_of_order = 0;
    std::string stuck, unknown_function;
    std::thread thread;

    Node* find(cl_event event)
    {
        const auto value = reinterpret_cast<std::uintptr_t>(event);
        if (!is_witnesss(event)) return nullptr;
        const std::uintptr_t number = value - event_sign - first_event;
        if ((value - event_sign) < first_event || number >= nodes.size()) return nullptr;
        Node& node = nodes[number];
        return node.has_event && node.references > 0 ? &node : nullptr;
    }
    cl_event handle(Number number) const
    {
        return reinterpret_cast<cl_event>(event_sign + first_event + number);
    }
    Number number_of(cl_event event) const
    {
        return reinterpret_cast<std::uintptr_t>(event) - event_sign - first_event;
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
        const auto known = host.find(this_thread());
        return known == host.end() ? no_number : known->second;
    }
    /// The thread knows from now on that these have ended.
    void learn(std::vector<Number> ended)
    {
        if (const Number now = host_now(); now != no_number) ended.push_back(now);
        Node node;
        node.status = CL_COMPLETE;
        host[this_thread()] = add(std::move(node), std::move(ended));
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
        return open_user_event() != no_number ? given_up_with_user_events_after : given_up_after;
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
        host.erase(this_thread());
        std::vector<Number> known;
        if (what.callback.status == CL_COMPLETE || what.status < 0) known.push_back(what.number);
        if (what.callback.host != no_number) known.push_back(what.callback.host);
        learn(std::move(known));
        const cl_event event = handle(what.number);
        lock.unlock();
        this_is_a_callback = true;
        what.callback.function(event, what.status, what.callback.data);
        this_is_a_callback = false;
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

EventWitness::EventWitness(const Device& device) : state_(std::make_unique<State>(device))
{
    state_->thread = std::thread{[this] { state_->work(); }};
    present = this;
}

EventWitness::~EventWitness()
{
    present = nullptr;
    stop();
    while (uses > 0) std::this_thread::yield();
    for (const auto& [handle, queue] : state_->queues)
        if (queue.references == 0) real<decltype(clReleaseCommandQueue)>("clReleaseCommandQueue", handle);
    for (const auto& [place, driver] : state_->drivers)
        real<decltype(clReleaseCommandQueue)>("clReleaseCommandQueue", driver);
    next_event = state_->first_event + state_->nodes.size();
}

void EventWitness::stop()
{
    {
        const std::lock_guard lock{state_->mutex};
        state_->stop = true;
        state_->changed.notify_all();
    }
    if (state_->thread.joinable()) state_->thread.join();
}

EventWitness::Use::Use() : witness_(nullptr)
{
    if (inside_library > 0) return;
    ++uses;
    witness_ = present;
    if (witness_ == nullptr) --uses;
}

EventWitness::Use::~Use()
{
    if (witness_ != nullptr) --uses;
}

EventWitness* EventWitness::witness()
{
    return present;
}

bool EventWitness::in_callback()
{
    return this_is_a_callback;
}

bool EventWitness::is_witnesss(cl_event event)
{
    return reinterpret_cast<std::uintptr_t>(event) >> 48U == event_sign >> 48U;
}

void EventWitness::reads_only(const std::string& kernel, cl_uint index)
{
    const std::lock_guard lock{state_->mutex};
    state_->only_read.emplace(kernel, index);
}

void EventWitness::instead(std::function<std::optional<cl_int>(Number)> run)
{
    const std::lock_guard lock{state_->mutex};
    state_->instead = std::move(run);
}

void EventWitness::before_each(std::function<void(Number)> look)
{
    const std::lock_guard lock{state_->mutex};
    state_->before_each = std::move(look);
}

void EventWitness::release()
{
    const std::lock_guard lock{state_->mutex};
    state_->released = true;
    state_->changed.notify_all();
}

void EventWitness::settle()
{
    release();
    std::unique_lock lock{state_->mutex};
    state_->changed.wait(lock,
                         [&] { return state_->ready.empty() && state_->calls.empty() && !state_->busy; });
}

// What was called.

cl_int EventWitness::enqueue(Command command, const Waits& waits, cl_event* event,
                             std::function<cl_int()> run)
{
    std::unique_lock lock{state_->mutex};
    if (const cl_int code = state_->check(waits); code != CL_SUCCESS) return code;
    const bool blocking = command.blocking;
    if (blocking && this_is_a_callback) {
        ++state_->callback_waits;
        return CL_INVALID_OPERATION;
    }
    const cl_command_queue queue = command.queue;
    State::Node node;
    node.kind = State::Kind::command;
    node.command = std::move(command);
    node.run = std::move(run);
    const Number number = state_->enqueue(std::move(node), waits, false, event);
    if (!blocking) return CL_SUCCESS;
    ++state_->waits;
    state_->flush(state_->queue(queue));
    if (!state_->await(lock, [&] { return state_->nodes[number].ended(); })) return CL_OUT_OF_RESOURCES;
    state_->learn({number});
    return state_->nodes[number].status;
}

cl_int EventWitness::enqueue_point(cl_command_queue queue, bool barrier, const Waits& waits, cl_event* event)
{
    const std::lock_guard lock{state_->mutex};
    if (const cl_int code = state_->check(waits); code != CL_SUCCESS) return code;
    State::Node node;
    node.kind = State::Kind::point;
    node.command.name = barrier ? "clEnqueueBarrierWithWaitList" : "clEnqueueMarkerWithWaitList";
    node.command.queue = queue;
    state_->enqueue(std::move(node), waits, barrier, event);
    return CL_SUCCESS;
}

cl_int EventWitness::flush(cl_command_queue queue)
{
    const std::lock_guard lock{state_->mutex};
    state_->flush(state_->queue(queue));
    return CL_SUCCESS;
}

cl_int EventWitness::finish(cl_command_queue queue)
{
    std::unique_lock lock{state_->mutex};
    if (this_is_a_callback) {
        ++state_->callback_waits;
        return CL_INVALID_OPERATION;
    }
    ++state_->waits;
    State::Queue& of = state_->queue(queue);
    state_->flush(of);
    const std::vector<Number> all = state_->all_of(of);
    if (!state_->await(lock, [&] { return of.running == 0; })) return CL_OUT_OF_RESOURCES;
    State::Node node; // stands for all of them, so that the next finish need not
    node.status = CL_COMPLETE;
    const Number joined = state_->add(std::move(node), all);
    if (of.out_of_order) of.since = {joined};
    state_->learn({joined});
    return CL_SUCCESS;
}

cl_int EventWitness::wait(const Waits& waits)
{
    std::unique_lock lock{state_->mutex};
    if (this_is_a_callback) {
        ++state_->callback_waits;
        return CL_INVALID_OPERATION;
    }
    if (waits.count == 0 || waits.events == nullptr) return CL_INVALID_VALUE;
    if (state_->check(waits) != CL_SUCCESS) return CL_INVALID_EVENT;
    ++state_->waits;
    std::vector<Number> numbers;
    for (const cl_event event : std::span{waits.events, waits.count}) {
        numbers.push_back(state_->number_of(event));
        const State::Node& node = state_->nodes[numbers.back()];
        if (node.kind != State::Kind::user && !node.flushed) state_->flush(state_->queue(node.command.queue));
    }
    const auto all = [&](auto condition) {
        return std::all_of(numbers.begin(), numbers.end(),
                           [&](Number number) { return condition(state_->nodes[number]); });
    };
    if (!state_->await(lock, [&] { return all([](const State::Node& node) { return node.ended(); }); }))
        return CL_OUT_OF_RESOURCES;
    state_->learn(numbers);
    return all([](const State::Node& node) { return node.status == CL_COMPLETE; })
               ? CL_SUCCESS
               : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
}

cl_event EventWitness::make_user_event(cl_context, cl_int* code)
{
    const std::lock_guard lock{state_->mutex};
    State::Node node;
    node.kind = State::Kind::user;
    node.command.name = "clCreateUserEvent";
    node.has_event = true;
    node.references = 1;
    node.status = CL_SUBMITTED;
    if (code != nullptr) *code = CL_SUCCESS;
    return state_->handle(state_->add(std::move(node), {}));
}

cl_int EventWitness::set_status(cl_event event, cl_int status)
{
    const std::lock_guard lock{state_->mutex};
    State::Node* const node = state_->find(event);
    if (node == nullptr) ++state_->bad;
    if (node == nullptr || node->kind != State::Kind::user) return CL_INVALID_EVENT;
    if (status > CL_COMPLETE) return CL_INVALID_VALUE;
    if (node->ended()) {
        ++state_->twice;
        return CL_INVALID_OPERATION;
    }
    const Number number = state_->number_of(event);
    if (const Number now = state_->host_now(); now != State::no_number) state_->graph.put_behind(number, now);
    state_->end(number, status);
    state_->call_made();
    return CL_SUCCESS;
}

cl_int EventWitness::set_callback(cl_event event, cl_int status, Callback function, void* data)
{
    const std::lock_guard lock{state_->mutex};
    State::Node* const node = state_->find(event);
    if (node == nullptr) {
        ++state_->bad;
        return CL_INVALID_EVENT;
    }
    if (function == nullptr || status < CL_COMPLETE || status > CL_SUBMITTED) return CL_INVALID_VALUE;
    const State::Registered callback{status, function, data, state_->host_now()};
    if (node->ended())
        state_->calls.push_back(
            {state_->number_of(event), callback, node->status < 0 ? node->status : status});
    else
        node->callbacks.push_back(callback);
    state_->call_made();
    return CL_SUCCESS;
}

cl_int EventWitness::change_references(cl_event event, int change)
{
    const std::lock_guard lock{state_->mutex};
    State::Node* const node = state_->find(event);
    if (node == nullptr) {
        ++state_->bad;
        return CL_INVALID_EVENT;
    }
    node->references += change;
    return CL_SUCCESS;
}

cl_int EventWitness::event_info(cl_event event, cl_event_info question, std::size_t bytes, void* answer,
                                std::size_t* needed)
{
    const std::lock_guard lock{state_->mutex};
    const State::Node* const node = state_->find(event);
    if (node == nullptr) {
        ++state_->bad;
        return CL_INVALID_EVENT;
    }
    const auto reply = [&](auto value) {
        if (needed != nullptr) *needed = sizeof(value);
        if (answer != nullptr && bytes < sizeof(value)) return CL_INVALID_VALUE;
        if (answer != nullptr) std::memcpy(answer, &value, sizeof(value));
        return CL_SUCCESS;
    };
    switch (question) {
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return reply(node->status);
    case CL_EVENT_COMMAND_QUEUE:
        return reply(node->command.queue);
    case CL_EVENT_REFERENCE_COUNT:
        return reply(static_cast<cl_uint>(node->references));
    case CL_EVENT_COMMAND_TYPE:
        return reply(static_cast<cl_command_type>(node->kind == State::Kind::user ? CL_COMMAND_USER
                                                                                  : CL_COMMAND_MARKER));
    default:
        return CL_INVALID_VALUE;
    }
}

cl_command_queue EventWitness::make_queue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties, cl_int* code)
{
    constexpr cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    const std::lock_guard lock{state_->mutex};
    const bool wanted = (properties & out_of_order) != 0;
    if (wanted && !state_->device.out_of_order) {
        if (code != nullptr) *code = CL_INVALID_QUEUE_PROPERTIES;
        return nullptr;
    }
    const cl_command_queue made = real<decltype(clCreateCommandQueue)>(
        "clCreateCommandQueue", context, device, properties & ~out_of_order, code);
    if (made == nullptr) return nullptr;
    State::Queue& queue = state_->queues[made];
    queue = {};
    queue.out_of_order = wanted;
    queue.made_here = true;
    ++state_->made;
    state_->made_out_of_order += wanted ? 1U : 0U;
    return made;
}

void EventWitness::change_queue_references(cl_command_queue queue, int change)
{
    const std::lock_guard lock{state_->mutex};
    const auto known = state_->queues.find(queue);
    if (known == state_->queues.end()) return;
    known->second.references += change;
    if (known->second.references == 0) { // it is flushed, and lives until its commands have ended
        state_->flush(known->second);
        real<decltype(clRetainCommandQueue)>("clRetainCommandQueue", queue);
    }
}

cl_command_queue EventWitness::driver_queue(cl_command_queue queue)
{
    const auto info = [&](auto& answer, cl_command_queue_info question) {
        real<decltype(clGetCommandQueueInfo)>("clGetCommandQueueInfo", queue, question, sizeof(answer),
                                              static_cast<void*>(&answer),
                                              static_cast<std::size_t*>(nullptr));
    };
    cl_context context = nullptr;
    cl_device_id device = nullptr;
    info(context, CL_QUEUE_CONTEXT);
    info(device, CL_QUEUE_DEVICE);
    const std::lock_guard lock{state_->mutex};
    cl_command_queue& driver = state_->drivers[{context, device}];
    if (driver == nullptr)
        driver = real<decltype(clCreateCommandQueue)>("clCreateCommandQueue", context, device,
                                                      cl_command_queue_properties{0},
                                                      static_cast<cl_int*>(nullptr));
    return driver;
}

cl_command_queue_properties EventWitness::properties(cl_command_queue queue)
{
    const std::lock_guard lock{state_->mutex};
    return state_->queue(queue).out_of_order
               ? cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}
               : cl_command_queue_properties{0};
}

bool EventWitness::has_queues_out_of_order() const
{
    return state_->device.out_of_order;
}

cl_int EventWitness::unknown(const char* function)
{
    const std::lock_guard lock{state_->mutex};
    if (state_->unknown_function.empty()) state_->unknown_function = function;
    return CL_INVALID_OPERATION;
}

std::vector<EventWitness::Access> EventWitness::accesses_of(cl_kernel kernel, const std::string& name) const
{
    std::vector<Access> accesses;
    for (auto [index, access] : kernel_arguments::buffers(kernel)) {
        const std::lock_guard lock{state_->mutex};
        access.writes = !state_->only_read.contains({name, index});
        accesses.push_back(access);
    }
    return accesses;
}

// What is asked.

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
