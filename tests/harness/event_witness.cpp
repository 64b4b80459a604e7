// Tests of the witness of queues and events: what it proves of an order, and what it makes of commands that nothing orders.
#include <doctest/doctest.h>
#include <lockstep/event_witness_calls.hpp>
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <atomic>
#include <thread>

using namespace lockstep;

namespace
{

/// A context, and a buffer that commands of one word each are about.
struct Place
{
    cl::Context context = Exercise::get().context();
    cl::Device device = Exercise::get().device();
    cl::Buffer buffer{context, CL_MEM_READ_WRITE, 64 * sizeof(cl_uint)};

    cl::CommandQueue queue(bool out_of_order = true) const
    {
        return {context, device, out_of_order ? cl::QueueProperties::OutOfOrder : cl::QueueProperties::None};
    }
    /// Fills a word; the number of the command.
    EventWitness::Number fill(const cl::CommandQueue& queue, std::size_t word,
                              std::vector<cl::Event> before = {}, cl::Event* event = nullptr) const
    {
        queue.enqueueFillBuffer(buffer, cl_uint{1}, word * sizeof(cl_uint), sizeof(cl_uint), &before, event);
        return EventWitness::witness()->last();
    }
};

} // namespace

TEST_CASE("wait lists, barriers, markers and queues in order order commands, and nothing else does")
{
    const Place place;
    EventWitness witness;
    const cl::CommandQueue queue = place.queue();
    cl::Event first_event;
    cl::Event marker;
    const auto first = place.fill(queue, 0, {}, &first_event);
    const auto other = place.fill(queue, 1);
    const auto behind = place.fill(queue, 2, {first_event});
    queue.enqueueMarkerWithWaitList(nullptr, &marker);
    const auto late = place.fill(queue, 3);
    const auto behind_marker = place.fill(queue, 4, {marker});
    queue.enqueueBarrierWithWaitList();
    const auto behind_barrier = place.fill(queue, 5);
    const cl::CommandQueue in_order = place.queue(false);
    const auto one = place.fill(in_order, 6);
    const auto two = place.fill(in_order, 7);
    CHECK(witness.certainly_before(first, behind));
    CHECK(witness.may_overlap(first, other));
    CHECK(witness.may_overlap(other, behind));
    CHECK(witness.certainly_before(other, behind_marker));
    CHECK(witness.may_overlap(late, behind_marker));
    CHECK(witness.may_overlap(other, late));
    CHECK(witness.certainly_before(late, behind_barrier));
    CHECK(witness.certainly_before(one, two));
    CHECK(witness.may_overlap(behind_barrier, one));
    CHECK(witness.unflushed() == 10);
    queue.finish();
    CHECK(witness.unwaited() == std::vector{one, two});
    CHECK(witness.waits() == 1);
    in_order.finish();
    CHECK(witness.unwaited().empty());
    CHECK(witness.events_alive() == 2);
}

TEST_CASE("what the host waits for comes before what it enqueues then")
{
    const Place place;
    EventWitness witness;
    const cl::CommandQueue one = place.queue(false);
    const cl::CommandQueue other = place.queue(false);
    cl::Event event;
    const auto first = place.fill(one, 0, {}, &event);
    const auto before = place.fill(other, 1);
    event.wait();
    const auto then = place.fill(other, 2);
    CHECK(witness.certainly_before(first, then));
    CHECK(witness.may_overlap(first, before));
    CHECK(witness.waits_in_between() == 1);
    other.finish();
}

TEST_CASE("commands that use the same memory without an order are found")
{
    const Place place;
    EventWitness witness;
    const cl::CommandQueue queue = place.queue();
    cl::Event event;
    place.fill(queue, 0, {}, &event);
    place.fill(queue, 1);
    CHECK(witness.race().empty());
    place.fill(queue, 0, {event});
    CHECK(witness.race().empty());
    place.fill(queue, 1);
    CHECK(witness.race() ==
          "clEnqueueFillBuffer (command 2 of 4) and clEnqueueFillBuffer (command 4 of 4) use the "
          "same buffer, and nothing says which comes first");
    queue.finish();
}

TEST_CASE("without an order, commands are run in each")
{
    const Place place;
    bool first_came_first = false;
    bool first_came_last = false;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        EventWitness witness{{.seed = seed}};
        const cl::CommandQueue queue = place.queue();
        const auto first = place.fill(queue, 0);
        place.fill(queue, 1);
        queue.finish();
        (witness.order().front() == first ? first_came_first : first_came_last) = true;
    }
    CHECK(first_came_first);
    CHECK(first_came_last);
}

TEST_CASE("a failure is handed on along wait lists, and not along a queue in order")
{
    const Place place;
    EventWitness witness;
    const cl::CommandQueue queue = place.queue(false);
    cl::Event event;
    const auto failing = place.fill(queue, 0, {}, &event);
    const auto behind = place.fill(queue, 1, {event});
    const auto next = place.fill(queue, 2);
    witness.instead([&](EventWitness::Number number) {
        return number == failing ? std::optional<cl_int>{-5} : std::nullopt;
    });
    queue.finish();
    CHECK(witness.status(failing) == -5);
    CHECK(witness.status(behind) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CHECK(witness.status(next) == CL_COMPLETE);
    CHECK(witness.order() == std::vector{failing, next});
    cl_event handle = event();
    CHECK(clWaitForEvents(1, &handle) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_CASE("a wait that can never end is given up and explained")
{
    const Place place;
    {
        EventWitness witness;
        const cl::CommandQueue one = place.queue();
        const cl::CommandQueue other = place.queue();
        cl::Event event;
        place.fill(one, 0, {}, &event);
        place.fill(other, 1, {event});
        CHECK_THROWS_AS(other.finish(), cl::Error);
        CHECK(witness.deadlock() ==
              "A wait can never end: clEnqueueFillBuffer (command 1 of 2) stands in a queue that "
              "was not flushed, and nobody waited for that queue");
    }
    EventWitness witness;
    const cl::CommandQueue queue = place.queue();
    const cl::UserEvent user{place.context};
    place.fill(queue, 0, {user});
    CHECK_THROWS_AS(queue.finish(), cl::Error);
    CHECK(witness.deadlock() == "A wait can never end: nobody gave the user event a status");
}

TEST_CASE("a host that waits in its own way before it enqueues the next command is noticed")
{
    const Place place;
    EventWitness witness{{.patience = std::chrono::milliseconds{50}}};
    const cl::CommandQueue queue = place.queue();
    cl::Event event;
    place.fill(queue, 0, {}, &event);
    queue.flush();
    while (event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() > CL_COMPLETE) std::this_thread::yield();
    CHECK(witness.lost_patience());
    CHECK_FALSE(witness.lost_patience_in_between()); // nothing came behind it
    place.fill(queue, 1);
    CHECK(witness.lost_patience_in_between());
    queue.finish();
    CHECK(witness.waits() == 1);
}

TEST_CASE("a user event takes one status, and its callback's thread knows what the callback tells")
{
    const Place place;
    EventWitness witness{{.patience = std::chrono::seconds{10}}};
    const cl::CommandQueue queue = place.queue();
    cl::UserEvent user{place.context};
    cl::Event event;
    const auto first = place.fill(queue, 0, {}, &event);
    const auto behind = place.fill(queue, 1, {user});
    event.setCallback(
        CL_COMPLETE,
        [](cl_event, cl_int status, void* data) {
            static_cast<cl::UserEvent*>(data)->setStatus(status);
            clFinish(nullptr);
        },
        &user);
    queue.flush();
    CHECK(witness.order().empty());
    CHECK(witness.user_events_open() == 1);
    witness.settle();
    CHECK(witness.order() == std::vector{first, behind});
    CHECK(witness.certainly_before(first, behind));
    CHECK(witness.waits_in_callbacks() == 1);
    CHECK(witness.waits() == 0);
    CHECK(clSetUserEventStatus(user(), -1) == CL_INVALID_OPERATION);
    CHECK(witness.set_twice() == 1);
    CHECK(witness.user_events_open() == 0);
}

TEST_CASE("a device may be said to have no queues out of order")
{
    const Place place;
    EventWitness witness{{.out_of_order = false}};
    CHECK_THROWS_AS(place.queue(), cl::Error);
    CHECK((place.device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0);
    const cl::CommandQueue queue = place.queue(false);
    CHECK(witness.queues_alive() == 1);
}

TEST_CASE("a launch has the arguments that its kernel had when it was enqueued")
{
    const Place place;
    const cl::Program program{
        place.context, "kernel void set(global uint* words, uint word) { words[word] = word + 1; }", true};
    cl::Kernel kernel{program, "set"};
    EventWitness witness;
    const cl::CommandQueue queue = place.queue();
    for (cl_uint word = 0; word < 8; ++word) {
        kernel.setArg(0, place.buffer);
        kernel.setArg(1, word);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange{1});
    }
    queue.finish();
    std::vector<cl_uint> words(8);
    queue.enqueueReadBuffer(place.buffer, CL_TRUE, 0, words.size() * sizeof(cl_uint), words.data());
    CHECK(words == std::vector<cl_uint>{1, 2, 3, 4, 5, 6, 7, 8});
}
