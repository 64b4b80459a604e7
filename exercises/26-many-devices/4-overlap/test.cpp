// Tests of the step: its results in many orders, and what runs beside the exchange.
#include "step.hpp"

#include <lockstep/event_witness_calls.hpp>
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace lockstep;

namespace
{

using Number = EventWitness::Number;

cl::Program rows_program()
{
    static const cl::Program program{Exercise::get().context(), R"(
kernel void blend_rows(global const float* old, global float* next, uint columns, uint first, uint count)
{
    const uint x = get_global_id(0), y = first + get_global_id(1);
    if (x >= columns || get_global_id(1) >= count) return;
    next[y * columns + x] = 2 * old[(y - 1) * columns + x] - old[y * columns + x] + 3 * old[(y + 1) * columns + x];
}

kernel void touch_nothing(global const float* old, global float* next, uint columns, uint first, uint count)
{
}
)",
                                     true};
    return program;
}

cl::Kernel mixing_kernel()
{
    return {rows_program(), "blend_rows"};
}

/// A strip with known values, what a step makes of it, and what its exchange brings.
struct Data
{
    std::size_t columns, rows;
    std::vector<float> old, expected, got, above, below;
    Strip strip{};
    int exchanges = 0;
    std::vector<float> first, last; // what the exchange was given
    EventWitness* witness = nullptr;
    std::size_t launches = 0, unflushed = 0; // when the exchange was called

    Data(std::size_t a_columns, std::size_t a_rows, std::uint64_t seed)
        : columns{a_columns}, rows{a_rows}, old(whole(seed)), expected(old.size(), -12345.0F), got(expected),
          above(whole(seed + 1, columns)), below(whole(seed + 2, columns))
    {
        for (std::size_t i = columns; i < (rows + 1) * columns; ++i)
            expected[i] = 2 * old[i - columns] - old[i] + 3 * old[i + columns];
        std::copy(above.begin(), above.end(), expected.begin());
        std::copy(below.begin(), below.end(), expected.end() - static_cast<std::ptrdiff_t>(columns));
        const auto buffer = [&](std::vector<float>& values) {
            return cl::Buffer{Exercise::get().context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                              values.size() * sizeof(float), values.data()};
        };
        strip.old = buffer(old);
        strip.next = buffer(got);
        strip.columns = columns;
        strip.rows = rows;
    }

    /// Small whole numbers, of which every compiler makes the same.
    std::vector<float> whole(std::uint64_t seed, std::size_t count = 0) const
    {
        std::vector<float> values = random_floats(count > 0 ? count : columns * (rows + 2), 2640 + seed);
        for (float& value : values) value = static_cast<float>(static_cast<int>(value * 500));
        return values;
    }

    void run()
    {
        strip.edges = {Exercise::get().context(), Exercise::get().device()};
        strip.inner = {Exercise::get().context(), Exercise::get().device()};
        cl::Kernel kernel = mixing_kernel();
        step(strip, kernel,
             [this](std::span<const float> a_first, std::span<const float> a_last, std::span<float> an_above,
                    std::span<float> a_below) {
                 ++exchanges;
                 if (witness != nullptr) {
                     launches = witness->all("blend_rows").size();
                     unflushed = witness->unflushed();
                 }
                 first.assign(a_first.begin(), a_first.end());
                 last.assign(a_last.begin(), a_last.end());
                 if (an_above.size() != columns || a_below.size() != columns) return;
                 std::copy(above.begin(), above.end(), an_above.begin());
                 std::copy(below.begin(), below.end(), a_below.begin());
             });
    }

    void check()
    {
        if (exchanges != 1) FAIL("The exchange was called ", exchanges, " times.");
        const auto row = [&](std::size_t number) {
            return std::vector<float>(expected.begin() + static_cast<std::ptrdiff_t>(number * columns),
                                      expected.begin() + static_cast<std::ptrdiff_t>((number + 1) * columns));
        };
        Exercise& exercise = Exercise::get();
        if (first.size() != columns || last.size() != columns) FAIL("The exchange was not given whole rows.");
        exercise.expect_same("first", row(1), first);
        exercise.expect_same("last", row(rows), last);
        exercise.queue().enqueueReadBuffer(strip.next, CL_TRUE, 0, got.size() * sizeof(float), got.data());
        exercise.expect_same("next", expected, got, {}, columns);
        std::vector<float> left(old.size());
        exercise.queue().enqueueReadBuffer(strip.old, CL_TRUE, 0, left.size() * sizeof(float), left.data());
        exercise.expect_same("old", old, left, {}, columns);
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
    if (inner.size() != 1)
        FAIL("The queue inner has ", inner.size(), " launches; one is for all rows in between.");
    if (commands.edges.size() != 2)
        FAIL("The queue edges has ", commands.edges.size(), " launches; one for each edge is expected.");
    if (commands.reads.size() != 2) FAIL("There are ", commands.reads.size(), " reads; two rows are needed.");
    if (commands.writes.size() != 2)
        FAIL("There are ", commands.writes.size(), " writes; there are two halos.");
    commands.inner = inner.front();
    return commands;
}

/// A step with a witness, looked at afterwards.
template <typename Look>
void watch(Look look)
{
    for (const auto& [columns, rows] : {std::pair{37U, 9U}, std::pair{1U, 3U}, std::pair{64U, 30U}}) {
        Data data{columns, rows, columns};
        EventWitness witness{{.patience = std::chrono::seconds{3}}};
        data.witness = &witness;
        data.run();
        INFO(columns, " columns, ", rows, " rows");
        look(witness, data);
        if (!witness.unknown_call().empty())
            FAIL("The tests do not know ", witness.unknown_call(),
                 "; launches, reads and writes are enough.");
    }
}

} // namespace

TEST_CASE("a step is right in every order that the queues allow")
{
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        Data data{1 + seed * 7 % 50, 3 + seed % 11, seed};
        {
            EventWitness witness{{.seed = seed}};
            data.witness = &witness;
            data.run();
        }
        INFO("In an order that the queues allow, number ", seed);
        data.check();
    }
}

TEST_CASE("the rows in between are enqueued and flushed before the exchange")
{
    watch([](const EventWitness&, const Data& data) {
        if (data.exchanges != 1) FAIL("The exchange was called ", data.exchanges, " times.");
        if (data.launches != 3)
            FAIL("When the exchange was called, there were ", data.launches,
                 " launches; three are expected.");
        if (data.unflushed > 0)
            FAIL("When the exchange was called, ", data.unflushed,
                 " commands were in a queue that nobody flushed.");
    });
}

TEST_CASE("the edges are launched before the rows in between, and these before the host waits")
{
    Data data{37, 9, 5};
    EventWitness witness{{.patience = std::chrono::seconds{3}}};
    std::optional<std::pair<std::size_t, std::size_t>> launched; // and not flushed, when the device began
    witness.before_each([&](Number) {
        if (!launched) launched = {witness.all("blend_rows").size(), witness.unflushed()};
    });
    data.witness = &witness;
    data.run();
    const Commands commands = commands_of(witness, data);
    for (const Number edge : commands.edges)
        if (edge > commands.inner)
            FAIL("The rows in between are launched before an edge, which a device may then compute last.");
    if (launched && (launched->first != 3 || launched->second > 0))
        FAIL("When the host began to wait, ", launched->first, " of 3 launches were enqueued, and ",
             launched->second, " commands were in a queue that nobody had flushed.");
}

TEST_CASE("the reads wait for the edges alone")
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
        for (const Number edge : commands.edges)
            if (!witness.may_overlap(commands.inner, edge))
                FAIL("The rows in between wait for an edge, or it for them.");
    });
}

TEST_CASE("exchange and halos do not wait for the rows in between")
{
    watch([](const EventWitness& witness, const Data& data) {
        const Commands commands = commands_of(witness, data);
        for (const Number write : commands.writes) {
            if (!witness.may_overlap(commands.inner, write))
                FAIL("A halo is written only after the rows in between are computed.");
            for (const Number read : commands.reads)
                if (!witness.certainly_before(read, write))
                    FAIL("A halo may be written before the edges are read.");
        }
        if (witness.lost_patience_in_between()) FAIL("The host waits in a way of its own.");
    });
}

TEST_CASE("each launch has its rows, and no more is moved than four of them")
{
    watch([](const EventWitness& witness, const Data& data) {
        const Commands commands = commands_of(witness, data);
        for (const Number edge : commands.edges)
            if (witness.command(edge).work_items != data.columns)
                FAIL("The launch of an edge has ", witness.command(edge).work_items,
                     " work-items; a row has ", data.columns, " cells.");
        if (witness.command(commands.inner).work_items != data.columns * (data.rows - 2))
            FAIL("The launch in between has ", witness.command(commands.inner).work_items, " work-items; ",
                 data.columns * (data.rows - 2), " cells are in between.");
        for (const auto& moves : {commands.reads, commands.writes})
            for (const Number move : moves) {
                const EventWitness::Access access = witness.command(move).accesses.front();
                if (access.end - access.begin != data.columns * sizeof(float))
                    FAIL("A transfer moves ", access.end - access.begin, " bytes; a row has ",
                         data.columns * sizeof(float), ".");
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

TEST_CASE("a call that fails is told to the caller")
{
    Data data{37, 9, 6};
    data.strip.edges = {Exercise::get().context(), Exercise::get().device()};
    data.strip.inner = {Exercise::get().context(), Exercise::get().device()};
    // A single row: whichever row is read first, the read is refused. The kernel uses no memory.
    data.strip.next = cl::Buffer{Exercise::get().context(), CL_MEM_READ_WRITE, 37 * sizeof(float)};
    cl::Kernel kernel{rows_program(), "touch_nothing"};
    bool told = false;
    int exchanges = 0;
    try {
        step(data.strip, kernel, [&](const auto&, const auto&, const auto&, const auto&) { ++exchanges; });
    } catch (const std::exception&) {
        told = true;
    }
    data.strip.edges.finish();
    data.strip.inner.finish();
    if (exchanges > 0) FAIL("A read was refused, and the exchange was called nevertheless.");
    if (!told) FAIL("A read was refused, and step returned as if it had not been.");
}

TEST_CASE("no transfer is on its way when a call has failed")
{
    // Of the transfers, those that end behind this row are refused.
    for (const std::size_t rows_there : {9U, 10U}) {
        Data data{37, 9, 7};
        data.strip.next =
            cl::Buffer{Exercise::get().context(), CL_MEM_READ_WRITE, rows_there * 37 * sizeof(float)};
        cl::Kernel kernel{rows_program(), "touch_nothing"};
        EventWitness witness{{.patience = std::chrono::seconds{3}}};
        data.strip.edges = {Exercise::get().context(), Exercise::get().device()};
        data.strip.inner = {Exercise::get().context(), Exercise::get().device()};
        try {
            step(data.strip, kernel, [](const auto&, const auto&, const auto&, const auto&) {});
        } catch (const cl::Error&) {
        }
        const auto left = witness.unwaited();
        witness.stop();
        for (const char* const name : {"clEnqueueReadBuffer", "clEnqueueWriteBuffer"})
            for (const Number transfer : witness.all(name))
                if (std::ranges::count(left, transfer) > 0)
                    FAIL("Row ", rows_there, " of `next` is not there, so a call failed and step threw; ",
                         witness.describe(transfer), " was still on its way, and its memory is gone.");
    }
}

TEST_CASE("the device itself gives the right results")
{
    const bool clean = Exercise::get().clean_stage();
    std::vector<std::pair<std::size_t, std::size_t>> shapes{{1, 3}, {100, 4}, {50, 20}};
    if (!clean) shapes.insert(shapes.end(), {{1009, 301}, {70'001, 4}, {3, 70'001}});
    for (const auto& [columns, rows] : shapes) {
        INFO(columns, " columns, ", rows, " rows");
        for (const std::uint64_t seed : {columns + rows, columns + rows + 77}) {
            Data data{columns, rows, seed};
            data.run();
            data.check();
        }
    }
}
