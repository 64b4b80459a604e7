// Tests of the relay: the results, who waits, and how each failure is handed on.
#include "one_relay.hpp"
#include "relay.hpp"

#include <lockstep/event_witness_calls.hpp>
#include <lockstep/exercise.hpp>

#include <atomic>
#include <thread>

using namespace lockstep;

LOCKSTEP_REPLACE(clReleaseMemObject, object)
{
    if (const EventWitness* const witness = EventWitness::witness();
        Run::calling && witness != nullptr && witness->user_events_open() > 0 &&
        !witness->all("clEnqueueWriteBuffer").empty())
        ++Run::released;
    return real();
}

namespace
{

EventWitness::Device patient(std::uint64_t seed)
{
    return {.seed = seed, .patience = std::chrono::seconds{3}};
}

/// Fails unless the future is ready when all that was flushed has run. What a callback hands to a thread may take a moment.
void settle(EventWitness& witness, const Run& run)
{
    if (!run.done.valid()) FAIL("relay returned a future that belongs to nothing.");
    if (witness.unflushed() > 0)
        FAIL("The future may never be ready: ", witness.unflushed(),
             " commands are in a queue that nobody flushed, and nobody waits for.");
    witness.settle();
    const bool ready = run.done.wait_for(std::chrono::seconds{3}) == std::future_status::ready;
    witness.settle();
    if (witness.waits() > 0) FAIL("A thread waits for the device: ", witness.waits(), " times.");
    if (ready) return;
    if (witness.user_events_open() > 0)
        FAIL("The future is never ready: a user event has no status, and commands wait for it.");
    FAIL("The future is never ready, although no command is left.");
}

std::vector<EventWitness::Number> exactly(const EventWitness& witness, const std::string& name,
                                          std::size_t count)
{
    auto found = witness.all(name);
    if (found.size() != count)
        FAIL("Of ", std::string{name}, " there are ", found.size(), "; the description has ", count, ".");
    return found;
}

/// The five commands of a relay that was watched alone, in the order of the description.
std::vector<EventWitness::Number> steps(const EventWitness& witness)
{
    const auto reads = exactly(witness, "clEnqueueReadBuffer", 2);
    return {exactly(witness, "first", 1)[0], reads[0], exactly(witness, "clEnqueueWriteBuffer", 1)[0],
            exactly(witness, "second", 1)[0], reads[1]};
}

const char* const step_names[] = {"the first kernel", "the first read", "the write", "the second kernel",
                                  "the last read"};

/// Lets step `failing` fail, and looks at what happens.
void check_failure(std::size_t failing, Order order)
{
    constexpr cl_int out_of_resources = CL_OUT_OF_RESOURCES;
    EventWitness witness{patient(failing)};
    Run run{witness, order, 50, 1};
    run.begin();
    const auto numbers = steps(witness);
    witness.instead([&](EventWitness::Number number) {
        return number == numbers[failing] ? std::optional<cl_int>{out_of_resources} : std::nullopt;
    });
    std::string early;
    witness.before_each([&](EventWitness::Number number) {
        if (run.ready() && early.empty()) early = witness.describe(number);
    });
    settle(witness, run);
    INFO("What fails is ", std::string{step_names[failing]});
    if (!early.empty()) FAIL("The future was ready, and ", early, " had not ended.");
    if (outcome_of(run) != Outcome::failed) FAIL("The future tells of no error.");
    // A callback is told of a failure of its own command, or of one that this waited for.
    if (run.error != out_of_resources &&
        (failing == 4 || run.error != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST))
        FAIL("The future's cl::Error has err() ", run.error, ", a status that no callback was told.");
    if (const bool expected = failing >= 2; (run.changes > 0) != expected)
        FAIL("The host's step was taken ", run.changes.load(), " times.");
    for (const auto done : witness.order())
        for (std::size_t behind = failing + 1; behind < numbers.size(); ++behind)
            if (done == numbers[behind])
                FAIL(std::string{step_names[behind]}, " was run, although what it needs has failed.");
    if (witness.user_events_open() > 0) FAIL("A user event was left without a status.");
    if (witness.set_twice() > 0) FAIL("A user event was given a status twice.");
}

} // namespace

TEST_CASE("kernel, host's step and kernel give the right values in every order")
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Order order = seed % 2 == 0 ? Order::OutOfOrder : Order::None;
        EventWitness witness{patient(seed)};
        Run run{witness, order, seed < 3 ? seed : 13 * seed, seed};
        run.begin();
        settle(witness, run);
        if (outcome_of(run) != Outcome::well) FAIL("All went well, and the future holds an exception.");
        INFO(run.count, " values, order number ", seed);
        if (run.changes != 1) FAIL("The host's step was taken ", run.changes.load(), " times.");
        if (!run.in_callback) FAIL("The host's step was not taken in a callback.");
        if (!run.right_values) FAIL("The host's step was not given the values that the first kernel made.");
        expect_same("values", run.expected, run.values);
    }
}

TEST_CASE("relay returns before anything has run, and nobody waits")
{
    for (const Order order : {Order::None, Order::OutOfOrder}) {
        EventWitness witness{patient(1)};
        Run run{witness, order, 64, 3};
        run.begin();
        if (witness.waits() > 0) FAIL("relay waits for the device: ", witness.waits(), " times.");
        if (!witness.order().empty()) FAIL("relay did not return before its commands were run.");
        settle(witness, run);
        if (witness.waits_in_callbacks() > 0)
            FAIL("A callback made ", witness.waits_in_callbacks(),
                 " calls that wait. The thread that they stop may be the one that they wait for.");
    }
}

TEST_CASE("relay releases nothing but events while the write waits for the user event")
{
    EventWitness witness{patient(2)};
    Run run{witness, Order::None, 64, 3};
    run.begin();
    if (Run::released > 0)
        FAIL("relay released a buffer while a command waited for a user event without a status, which the "
             "specification leaves undefined.");
    settle(witness, run);
}

TEST_CASE("each step certainly comes after the one before")
{
    for (const Order order : {Order::None, Order::OutOfOrder}) {
        EventWitness witness{patient(3)};
        Run run{witness, order, 61, 4};
        run.begin();
        settle(witness, run);
        const auto numbers = steps(witness);
        for (const std::size_t kernel : {0U, 3U})
            if (const auto items = witness.command(numbers[kernel]).work_items; items != run.count)
                FAIL("There are ", run.count, " values, and ", std::string{step_names[kernel]},
                     " was launched with ", items, " work-items; it needs one for each.");
        for (std::size_t i = 1; i < numbers.size(); ++i)
            if (!witness.certainly_before(numbers[i - 1], numbers[i]))
                FAIL(std::string{step_names[i]}, " may begin before ", std::string{step_names[i - 1]},
                     " has ended.");
        if (const std::string race = witness.race(); !race.empty()) FAIL(race, ".");
    }
}

TEST_CASE("the write waits for the end of the host's step")
{
    EventWitness witness{patient(4)};
    Run run{witness, Order::OutOfOrder, 64, 5};
    run.begin();
    const auto numbers = steps(witness);
    std::atomic<bool> before_the_step = false;
    witness.before_each([&](EventWitness::Number number) {
        if (number == numbers[2] && run.changes == 0) before_the_step = true;
    });
    settle(witness, run);
    const auto user_events = exactly(witness, "clCreateUserEvent", 1);
    if (!witness.certainly_before(user_events[0], numbers[2]))
        FAIL("The write does not wait for the user event, and may begin before the host's step has ended.");
    if (run.too_early || before_the_step)
        FAIL("The user event had its status, and the write could begin, before the host's step had ended.");
    if (witness.set_twice() > 0) FAIL("A user event was given a status twice.");
}

TEST_CASE("a command that fails is handed on")
{
    for (const Order order : {Order::None, Order::OutOfOrder})
        for (const std::size_t failing : {0U, 1U, 2U, 3U, 4U}) check_failure(failing, order);
}

TEST_CASE("what the host's step throws arrives in the future")
{
    for (const Order order : {Order::None, Order::OutOfOrder})
        for (const Thrown thrown : {Thrown::exception, Thrown::number}) {
            EventWitness witness{patient(6)};
            Run run{witness, order, 64, 7, thrown};
            INFO("The host's step throws ", std::string{thrown == Thrown::number ? "27" : "a domain_error"});
            run.begin();
            settle(witness, run);
            if (outcome_of(run) != Outcome::threw)
                FAIL("The host's step threw, and the future does not hold that exception.");
            if (witness.order().size() != 2)
                FAIL("The host's step threw, and ", witness.order().size(),
                     " commands were run; expected 2.");
            if (witness.user_events_open() > 0) FAIL("A user event was left without a status.");
        }
}

TEST_CASE("what cannot be enqueued is told to the caller, and nothing waits for ever")
{
    for (const bool first : {true, false}) {
        cl::Buffer whole; // which the kernels use
        EventWitness witness{patient(9)};
        Run run{witness, Order::OutOfOrder, 64, 9};
        whole = run.job.buffer;
        (first ? run.job.first : run.job.second) = kernel_of(first ? "first" : "second"); // without arguments
        INFO("What cannot be enqueued is the ", std::string{first ? "first" : "second"}, " kernel");
        bool told = false;
        try {
            run.begin();
        } catch (const cl::Error&) {
            told = true;
        }
        if (!told) FAIL("relay threw no cl::Error.");
        run.job.queue.flush();
        witness.settle();
        for (const char* const name : {"first", "clEnqueueReadBuffer", "clEnqueueWriteBuffer"})
            for (const EventWitness::Number number : witness.all(name))
                if (witness.status(number) > CL_COMPLETE) FAIL(witness.describe(number), " waits for ever.");
        if (run.changes > 0) FAIL("The host's step was taken nevertheless.");
        if (witness.events_alive() > 0) FAIL("relay leaves ", witness.events_alive(), " events behind.");
    }
}

TEST_CASE("nothing is left behind")
{
    for (const Thrown thrown : {Thrown::nothing, Thrown::exception}) {
        EventWitness witness{patient(8)};
        Run run{witness, Order::OutOfOrder, 64, 8, thrown};
        run.begin();
        settle(witness, run);
        run.job.change = nullptr;
        for (int i = 0; i < 300 && (witness.events_alive() > 0 || run.token.use_count() > 1); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds{10}); // somebody may still be about it
        if (witness.events_alive() > 0)
            FAIL("The relay is over, and leaves ", witness.events_alive(), " events behind.");
        if (run.token.use_count() > 1) FAIL("The host's step is still kept, though the relay is over.");
        if (!witness.unknown_call().empty())
            FAIL("The tests do not know ", witness.unknown_call(), "; use the commands of the description.");
    }
}
