// Tests of the missing edge: the results in many orders, and what the wait lists promise.
#include "edge.hpp"

#include <lockstep/event_witness_calls.hpp>
#include <lockstep/exercise.hpp>

#include <cmath>
#include <optional>

using namespace lockstep;

namespace
{

struct Data
{
    std::vector<float> a, b, expected, results;
    Buffers buffers;

    Data(std::size_t count, std::uint64_t seed)
        : a(random_floats(count, 700 + seed)), b(random_floats(count, 7000 + seed)), expected(count),
          results(count, -12345.0F)
    {
        // Small whole numbers, of which every compiler makes the same.
        for (std::size_t i = 0; i < count; ++i) {
            a[i] = std::trunc(a[i] * 500);
            b[i] = std::trunc(b[i] * 500);
            expected[i] = 3 * a[i] - b[i];
        }
        for (cl::Buffer* const buffer : {&buffers.a, &buffers.b, &buffers.results})
            *buffer = {Exercise::get().context(), results.begin(), results.end(), false};
    }
    void run()
    {
        const cl::Context& context = Exercise::get().context();
        static const cl::Program program{context, R"(
kernel void combine(global const float* a, global const float* b, global float* results)
{
    const uint i = get_global_id(0); results[i] = 3 * a[i] - b[i];
}
)",
                                         true};
        cl::Kernel kernel{program, "combine"};
        combine({context, Exercise::get().device(), cl::QueueProperties::OutOfOrder}, kernel, buffers, a, b,
                results);
    }
};

EventWitness::Number the_only(const EventWitness& witness, const std::string& name)
{
    const auto found = witness.all(name);
    if (found.size() != 1) FAIL("There are ", found.size(), " commands ", name, "; one was there before.");
    return found.front();
}

/// A call of combine, looked at by a witness.
template <typename Look>
void watch(Look look)
{
    Data data{100, 1};
    EventWitness witness;
    for (const cl_uint argument : {0U, 1U}) witness.reads_only("combine", argument);
    data.run();
    look(witness);
}

} // namespace

TEST_CASE("the kernel has one work-item for each element")
{
    Data data{101, 1};
    EventWitness witness;
    witness.instead([](EventWitness::Number) { return std::optional<cl_int>{CL_COMPLETE}; });
    data.run();
    if (const std::size_t items = witness.command(the_only(witness, "combine")).work_items; items != 101)
        FAIL("The arrays have 101 elements, and the kernel was launched with ", items, " work-items.");
}

TEST_CASE("the results are right in every order that the queue may choose")
{
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        Data data{seed % 3 == 0 ? 1 : 17 * seed, seed};
        EventWitness witness{{.seed = seed}};
        data.run();
        INFO("In an order that the wait lists allow, number ", seed);
        expect_same("results", data.expected, data.results);
    }
}

TEST_CASE("the read certainly comes after the kernel, and what uses the same memory has an order")
{
    watch([](const EventWitness& witness) {
        if (!witness.certainly_before(the_only(witness, "combine"), the_only(witness, "clEnqueueReadBuffer")))
            FAIL("The read may begin before the kernel has ended. Which event does its wait list name?");
        if (const std::string race = witness.race(); !race.empty()) FAIL(race, ".");
    });
}

TEST_CASE("the two writes may still run at the same time, and the host waits once")
{
    watch([](const EventWitness& witness) {
        const auto writes = witness.all("clEnqueueWriteBuffer");
        if (writes.size() != 2) FAIL("There are ", writes.size(), " writes; there were two.");
        if (!witness.may_overlap(writes[0], writes[1]))
            FAIL("One write now waits for the other, which no result needs.");
        if (witness.waits() != 1)
            FAIL("The host waits ", witness.waits(), " times; the read's wait is enough.");
    });
}
