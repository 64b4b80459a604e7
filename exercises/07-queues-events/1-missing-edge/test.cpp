// Tests of the missing edge: the results in many orders, and what the wait lists promise.
#include "edge.hpp"

#include <lockstep/event_witness_calls.hpp>
#include <lockstep/exercise.hpp>
#include <lockstep/probes.hpp>

#include <optional>

using namespace lockstep;

namespace
{

constexpr auto out_of_order = cl::QueueProperties::OutOfOrder;

cl::Kernel combining_kernel()
{
    static const cl::Program program{Exercise::get().context(), R"(
kernel void combine(global const float* a, global const float* b, global float* results)
{
    const uint i = get_global_id(0);
    results[i] = 3 * a[i] - b[i];
}
)",
                                     true};
    return {program, "combine"};
}

struct Data
{
    std::vector<float> a, b, expected, results;
    Buffers buffers;

    Data(std::size_t count, std::uint64_t seed)
        : a(random_floats(count, 700 + seed)), b(random_floats(count, 7000 + seed)), expected(count),
          results(count, -12345.0F)
    {
        for (float* const value :
             {a.data(), b.data()}) // small whole numbers: every compiler makes the same of them
            for (std::size_t i = 0; i < count; ++i)
                value[i] = static_cast<float>(static_cast<int>(value[i] * 500));
        for (std::size_t i = 0; i < count; ++i) expected[i] = 3 * a[i] - b[i];
        for (cl::Buffer* const buffer : {&buffers.a, &buffers.b, &buffers.results})
            *buffer = {Exercise::get().context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                       count * sizeof(float), results.data()};
    }
    void run(const cl::CommandQueue& queue)
    {
        cl::Kernel kernel = combining_kernel();
        combine(queue, kernel, buffers, a, b, results);
    }
};

EventWitness::Number the_only(const EventWitness& witness, const std::string& name)
{
    const auto found = witness.all(name);
    if (found.size() != 1) FAIL("There are ", found.size(), " commands ", name, "; one was there before.");
    return found.front();
}

/// Calls of combine with arrays of several lengths, each looked at by a witness.
template <typename Look>
void watch(Look look)
{
    for (const std::size_t count :
         {std::size_t{100}, std::size_t{1}, count_of_its_own("edge.cpp"), std::size_t{300'007}}) {
        Data data{count, 1};
        EventWitness witness{{.patience = std::chrono::seconds{3}}};
        witness.reads_only("combine", 0);
        witness.reads_only("combine", 1);
        const cl::CommandQueue queue{Exercise::get().context(), Exercise::get().device(), out_of_order};
        data.run(queue);
        INFO("with arrays of ", count);
        look(witness);
        if (!witness.unknown_call().empty())
            FAIL("The tests do not know ", witness.unknown_call(), "; use the commands that are there.");
    }
}

} // namespace

TEST_CASE("the kernel has one work-item for each element")
{
    for (const std::size_t count : {std::size_t{1}, count_of_its_own("edge.cpp"), std::size_t{100}}) {
        Data data{count, 1};
        EventWitness witness;
        // Nothing is run: work-items too many would write behind the buffer's end.
        witness.instead([](EventWitness::Number) { return std::optional<cl_int>{CL_COMPLETE}; });
        data.run({Exercise::get().context(), Exercise::get().device(), out_of_order});
        const std::size_t items = witness.command(the_only(witness, "combine")).work_items;
        if (items != count)
            FAIL("The arrays have ", count, " elements, and the kernel was launched with ", items,
                 " work-items.");
    }
}

TEST_CASE("the results are right in every order that the queue may choose")
{
    Exercise& exercise = Exercise::get();
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        Data data{seed % 3 == 0 ? 1 : 17 * seed, seed};
        EventWitness witness{{.seed = seed}};
        const cl::CommandQueue queue{exercise.context(), exercise.device(), out_of_order};
        data.run(queue);
        INFO("In an order that the wait lists allow, number ", seed);
        exercise.expect_same("results", data.expected, data.results);
    }
}

TEST_CASE("the read certainly comes after the kernel")
{
    watch([](const EventWitness& witness) {
        const auto kernel = the_only(witness, "combine");
        const auto read = the_only(witness, "clEnqueueReadBuffer");
        if (!witness.certainly_before(kernel, read))
            FAIL("The read may begin before the kernel has ended. Which event does its wait list name?");
    });
}

TEST_CASE("commands that use the same memory have an order")
{
    watch([](const EventWitness& witness) {
        if (const std::string race = witness.race(); !race.empty()) FAIL(race, ".");
    });
}

TEST_CASE("the two writes may still run at the same time")
{
    watch([](const EventWitness& witness) {
        const auto writes = witness.all("clEnqueueWriteBuffer");
        if (writes.size() != 2) FAIL("There are ", writes.size(), " writes; there were two.");
        if (!witness.may_overlap(writes[0], writes[1]))
            FAIL("One write now waits for the other, which no result needs.");
    });
}

TEST_CASE("the host waits once, and for the results")
{
    watch([](const EventWitness& witness) {
        if (!witness.unwaited().empty()) FAIL("combine returned before its commands had ended.");
        if (witness.waits() != 1)
            FAIL("The host waits ", witness.waits(), " times. The read's wait is enough.");
        if (witness.lost_patience_in_between())
            FAIL("The host waits for a command before the read is enqueued, in a way of its own.");
        if (witness.events_alive() > 0) FAIL("combine leaves ", witness.events_alive(), " events behind.");
    });
}

TEST_CASE("the results are right on the device itself")
{
    Exercise& exercise = Exercise::get();
    const auto properties = exercise.device().getInfo<CL_DEVICE_QUEUE_PROPERTIES>();
    const bool may = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    const cl::CommandQueue queue{exercise.context(), exercise.device(),
                                 may ? out_of_order : cl::QueueProperties::None};
    for (const std::size_t count : {1U, 4099U, 100003U}) {
        Data data{exercise.clean_stage() ? count % 1000 : count, count};
        data.run(queue);
        const std::vector<float> at_once = data.results;
        queue.finish(); // whatever was left on its way
        exercise.expect_same("results", data.expected, at_once);
    }
}
