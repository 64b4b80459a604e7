// Tests of the step: its results in many orders, and what runs beside the exchange.
#include "step.hpp"

#include <lockstep/event_witness_calls.hpp>
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

using namespace lockstep;

namespace
{

using Number = EventWitness::Number;

cl::Program rows_program()
{
    static const cl::Program program{Exercise::get().context(), R"(
kernel void blend_rows(global const float* old, global float* out, uint columns, uint first, uint count, uint to)
{
    const uint x = get_global_id(0), y = first + get_global_id(1);
    if (x >= columns || get_global_id(1) >= count) return;
    out[(to + get_global_id(1)) * columns + x] =
        2 * old[(y - 1) * columns + x] - old[y * columns + x] + 3 * old[(y + 1) * columns + x];
}

kernel void touch_nothing(global const float* old, global float* out, uint columns, uint first, uint count, uint to) {}
)",
                                     true};
    return program;
}

/// Small whole numbers, of which every compiler makes the same.
std::vector<float> whole(std::size_t count, std::uint64_t seed)
{
    std::vector<float> values = random_floats(count, 2640 + seed);
    for (float& value : values) value = std::trunc(value * 500);
    return values;
}

/// A strip with known values, what a step makes of it, and what its exchange brings.
struct Data
{
    std::size_t columns, rows;
    std::vector<float> old, expected, got, above, below;
    Strip strip{};
    int exchanges = 0;
    std::vector<float> first, last; // what the exchange was given

    Data(std::size_t a_columns, std::size_t a_rows, std::uint64_t seed)
        : columns{a_columns}, rows{a_rows}, old(whole(columns * (rows + 2), seed)),
          expected(old.size(), -12345.0F), got(expected), above(whole(columns, seed + 1)),
          below(whole(columns, seed + 2))
    {
        for (std::size_t i = columns; i < (rows + 1) * columns; ++i)
            expected[i] = 2 * old[i - columns] - old[i] + 3 * old[i + columns];
        std::copy(above.begin(), above.end(), expected.begin());
        std::copy(below.begin(), below.end(), expected.end() - static_cast<std::ptrdiff_t>(columns));
        strip.old = {Exercise::get().context(), old.begin(), old.end(), false};
        strip.next = {Exercise::get().context(), got.begin(), got.end(), false};
        std::vector<float> four_rows(4 * columns, -54321.0F);
        strip.border = {Exercise::get().context(), four_rows.begin(), four_rows.end(), false};
        strip.columns = columns;
        strip.rows = rows;
    }

    /// @param meanwhile what happens during the exchange, besides.
    void run(const char* kernel_name = "blend_rows", const std::function<void()>& meanwhile = {})
    {
        strip.edges = {Exercise::get().context(), Exercise::get().device()};
        strip.inner = {Exercise::get().context(), Exercise::get().device()};
        cl::Kernel kernel{rows_program(), kernel_name};
        step(strip, kernel,
             [&](std::span<const float> a_first, std::span<const float> a_last, std::span<float> an_above,
                 std::span<float> a_below) {
                 ++exchanges;
                 first.assign(a_first.begin(), a_first.end());
                 last.assign(a_last.begin(), a_last.end());
                 if (meanwhile) meanwhile();
                 if (an_above.size() != columns || a_below.size() != columns) return;
                 std::copy(above.begin(), above.end(), an_above.begin());
                 std::copy(below.begin(), below.end(), a_below.begin());
             });
    }

    void check()
    {
        if (exchanges != 1) FAIL("The exchange was called ", exchanges, " times.");
        const auto row = [&](std::size_t number) {
            return std::vector<float>(&expected[number * columns], &expected[number * columns] + columns);
        };
        if (first.size() != columns || last.size() != columns) FAIL("The exchange was not given whole rows.");
        expect_same("first", row(1), first);
        expect_same("last", row(rows), last);
        Exercise::get().queue().enqueueReadBuffer(strip.next, CL_TRUE, 0, got.size() * sizeof(float),
                                                  got.data());
        expect_same("next", expected, got, {}, columns);
    }
};

struct Commands
{
    std::vector<Number> edges, reads, writes;
    Number inner{};
};

/// Sorts the launches by where they ran: two for the edges, one in between.
Commands commands_of(const EventWitness& witness, const Data& data)
{
    Commands commands{.edges = {},
                      .reads = witness.all("clEnqueueReadBuffer"),
                      .writes = witness.all("clEnqueueWriteBuffer")};
    std::vector<Number> inner;
    for (const Number launch : witness.all("blend_rows"))
        (witness.command(launch).queue == data.strip.inner() ? inner : commands.edges).push_back(launch);
    const std::size_t copies = witness.all("clEnqueueCopyBuffer").size();
    if (inner.size() != 1 || commands.edges.size() != 2 || commands.reads.size() != 2 ||
        commands.writes.size() != 2 || copies != 2)
        FAIL("The queue inner has ", inner.size(), " launches, the queue edges ", commands.edges.size(),
             ", and there are ", commands.reads.size(), " reads, ", commands.writes.size(), " writes and ",
             copies, " copies; expected are 1, 2, 2, 2 and 2.");
    commands.inner = inner.front();
    for (const Number launch : witness.all("blend_rows")) {
        const std::size_t cells = data.columns * (launch == commands.inner ? data.rows - 2 : 1),
                          items = witness.command(launch).work_items;
        if (items != cells) FAIL("A launch has ", items, " work-items for ", cells, " cells.");
    }
    return commands;
}

template <typename Look>
void watch(Look look)
{
    for (const auto& [columns, rows] : {std::pair{37U, 9U}, std::pair{1U, 3U}, std::pair{64U, 30U}}) {
        Data data{columns, rows, columns};
        EventWitness witness{{.patience = std::chrono::seconds{3}}};
        witness.reads_only("blend_rows", 0);
        data.run();
        INFO(columns, " columns, ", rows, " rows");
        look(witness, data);
        if (!witness.unknown_call().empty())
            FAIL("The tests do not know ", witness.unknown_call(),
                 "; launches, reads, writes and copies are enough.");
    }
}

} // namespace

TEST_CASE("a step is right in every order that the queues allow")
{
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        Data data{1 + seed * 7 % 50, 3 + seed % 11, seed};
        {
            EventWitness witness{{.seed = seed}};
            data.run("blend_rows", [&] {
                if (seed % 2 == 0) return;
                // A device may have run all that it was given by then, also what nobody has flushed.
                data.strip.edges.flush();
                data.strip.inner.flush();
                witness.settle();
            });
            for (const Number launch : witness.all("blend_rows"))
                if (const unsigned dimensions = witness.command(launch).dimensions; dimensions != 2)
                    FAIL("A launch needs two dimensions, columns and rows, and has ", dimensions, ".");
        }
        INFO("In an order that the queues allow, number ", seed);
        data.check();
    }
}

TEST_CASE("the edges are launched before the rows in between, and these before the host waits")
{
    Data data{37, 9, 5};
    EventWitness witness{{.patience = std::chrono::seconds{3}}};
    std::optional<std::pair<std::size_t, std::size_t>> launched; // and not flushed, when the device began
    witness.before_each([&](Number) {
        if (!launched) launched = {witness.all("blend_rows").size(), witness.unflushed()};
    });
    data.run();
    const Commands commands = commands_of(witness, data);
    for (const Number edge : commands.edges)
        if (edge > commands.inner)
            FAIL("The rows in between are launched before an edge, which a device may then compute last.");
    if (launched && (launched->first != 3 || launched->second > 0))
        FAIL("When the host began to wait, ", launched->first, " of 3 launches were enqueued, and ",
             launched->second, " commands were in a queue that nobody had flushed.");
}

TEST_CASE("reads wait for the edges, halos for the reads, and nothing for the rows in between")
{
    watch([](const EventWitness& witness, const Data& data) {
        const Commands commands = commands_of(witness, data);
        for (const Number read : commands.reads) {
            if (!witness.may_overlap(commands.inner, read))
                FAIL("A read waits for the rows in between, or they for it.");
            for (const Number edge : commands.edges)
                if (!witness.certainly_before(edge, read))
                    FAIL("A read may begin before an edge is computed.");
        }
        for (const Number write : commands.writes) {
            if (!witness.may_overlap(commands.inner, write))
                FAIL("A halo is written only after the rows in between are computed.");
            for (const Number read : commands.reads)
                if (!witness.certainly_before(read, write))
                    FAIL("A halo may be written before the edges are read.");
        }
        for (const Number edge : commands.edges)
            if (!witness.may_overlap(commands.inner, edge))
                FAIL("The rows in between wait for an edge, or it for them.");
        if (witness.lost_patience_in_between()) FAIL("The host waits in a way of its own.");
    });
}

TEST_CASE("no queue uses a buffer while the other one changes it")
{
    watch([](const EventWitness& witness, const Data& data) {
        const std::vector<Number> all = witness.order();
        for (const Number one : all)
            for (const Number other : all) {
                const EventWitness::Command first = witness.command(one), second = witness.command(other);
                if (first.queue == second.queue || !witness.may_overlap(one, other)) continue;
                for (const EventWitness::Access& change : first.accesses)
                    for (const EventWitness::Access& use : second.accesses)
                        if (change.writes && change.memory != nullptr && change.memory == use.memory)
                            FAIL(witness.describe(one), " changes `",
                                 change.memory == data.strip.next() ? "next" : "border", "`, and ",
                                 witness.describe(other), " in the other queue may use it at the same time.");
            }
    });
}

TEST_CASE("everything has ended when step returns, and events are released")
{
    watch([](const EventWitness& witness, const Data&) {
        if (!witness.unwaited().empty())
            FAIL("step returned, and nobody had waited for ", witness.describe(witness.unwaited().front()),
                 ".");
        if (witness.events_alive() > 0) FAIL("step leaves ", witness.events_alive(), " events behind.");
        if (witness.queues_made() != 2) FAIL("step made queues of its own.");
    });
}

TEST_CASE("a call that fails is told to the caller, and no transfer is on its way")
{
    // Of the transfers, those that end behind this row are refused. The kernel uses no memory.
    for (const std::size_t rows_there : {2U, 3U}) {
        Data data{37, 9, 7};
        data.strip.border = {Exercise::get().context(), CL_MEM_READ_WRITE, rows_there * 37 * sizeof(float)};
        EventWitness witness{{.patience = std::chrono::seconds{3}}};
        bool told = false;
        try {
            data.run("touch_nothing");
        } catch (const cl::Error&) {
            told = true;
        } catch (const std::exception&) { // another error than the call's
        }
        const auto left = witness.unwaited();
        witness.stop();
        if (!told) FAIL("Row ", rows_there, " of `border` is not there, and step threw no cl::Error.");
        if (rows_there == 2 && data.exchanges > 0)
            FAIL("Row 2 of `border` is not there, so its read failed, and the exchange was called after it.");
        for (const char* const name : {"clEnqueueReadBuffer", "clEnqueueWriteBuffer"})
            for (const Number transfer : witness.all(name))
                if (std::ranges::count(left, transfer) > 0)
                    FAIL("Row ", rows_there, " of `border` is not there, so a call failed and step threw; ",
                         witness.describe(transfer), " was still on its way, and its memory is gone.");
    }
}

TEST_CASE("the device itself gives the right results")
{
    std::vector<std::pair<std::size_t, std::size_t>> shapes{{1, 3}, {100, 4}, {50, 20}};
    if (!clean_stage()) shapes.insert(shapes.end(), {{1009, 301}, {70'001, 4}, {3, 70'001}});
    for (const auto& [columns, rows] : shapes) {
        INFO(columns, " columns, ", rows, " rows");
        Data data{columns, rows, columns + rows};
        data.run();
        data.check();
    }
}
