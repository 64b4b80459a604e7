// Tests of the stream: its results in many orders, which commands wait for each other, and which must not.
#include "stream.hpp"

#include <lockstep/event_witness_calls.hpp>
#include <lockstep/exercise.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

using Number = EventWitness::Number;

cl::Kernel change_kernel()
{
    static const cl::Program program{Exercise::get().context(), R"(
kernel void change(global float* values, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) values[i] = 2 * values[i] + (i + n);
}
)",
                                     true};
    return {program, "change"};
}

/// A stream, and the memory that it passes through.
struct Data
{
    std::size_t block;
    std::vector<float> in, out, expected;
    std::vector<cl::Buffer> slots;

    Data(std::size_t slot_count, std::size_t floats, std::size_t count, std::uint64_t seed)
        : block(floats), in(random_floats(count, 740 + seed)), out(count + 8, -12345.0F), expected(out)
    {
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t n = std::min(floats, count - i / floats * floats); // of its block
            expected[i] = 2 * in[i] + static_cast<float>(i % floats + n);
        }
        const std::vector<float> poison(floats, -9e9F);
        for (std::size_t i = 0; i < slot_count; ++i)
            slots.emplace_back(Exercise::get().context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                               floats * sizeof(float), const_cast<float*>(poison.data()));
    }
    void send(const Queues& queues)
    {
        cl::Kernel kernel = change_kernel();
        stream(queues, kernel, slots, block, in, std::span{out}.first(in.size()));
    }
    void check()
    {
        INFO(in.size(), " floats in blocks of ", block, " through ", slots.size(), " slots");
        expect_same("out", expected, out);
    }
};

Queues three_queues()
{
    const auto queue = [] { return cl::CommandQueue{Exercise::get().context(), Exercise::get().device()}; };
    return {queue(), queue(), queue()};
}

/// Sends under the eyes of the witness; fails where that never ends.
void send_watched(Data& data, const Queues& queues, EventWitness& witness)
{
    try {
        data.send(queues);
    } catch (const cl::Error&) {
        witness.stop();
        if (!witness.deadlock().empty()) FAIL(witness.deadlock(), ".");
        throw;
    } catch (...) {
        witness.stop();
        throw;
    }
    if (witness.waits_in_between() > 0)
        FAIL("The host waits ", witness.waits_in_between(), " times before the last of ", witness.count(),
             " commands is enqueued. Wait lists do that work.");
    if (!witness.unwaited().empty()) witness.settle(); // what was left may use the arrays
    if (!witness.unknown_call().empty())
        FAIL("The tests do not know ", witness.unknown_call(), "; use writes, launches and reads.");
}

void check_stream(std::size_t slots, std::size_t block, std::size_t count, std::uint64_t seed)
{
    Data data{slots, block, count, seed};
    EventWitness witness{{.seed = seed}};
    send_watched(data, three_queues(), witness);
    data.check();
}

/// The commands of a stream of nine blocks.
struct Commands
{
    std::vector<Number> uploads, launches, downloads;
};

/// Sends nine blocks, and looks at the commands.
template <typename Look>
void watch(std::size_t slots, Look look)
{
    constexpr std::size_t block = 40;
    Data data{slots, block, 8 * block + (block + 1) / 2, slots};
    EventWitness witness;
    const Queues queues = three_queues();
    send_watched(data, queues, witness);
    const Commands commands{witness.all("clEnqueueWriteBuffer"), witness.all("change"),
                            witness.all("clEnqueueReadBuffer")};
    for (const auto& [numbers, what] :
         {std::pair{&commands.uploads, "writes"}, std::pair{&commands.launches, "launches"},
          std::pair{&commands.downloads, "reads"}})
        if (numbers->size() != 9)
            FAIL("For nine blocks there are ", numbers->size(), " ", std::string{what}, ".");
    INFO("With ", slots, " slots");
    look(witness, commands, data, queues);
}

} // namespace

TEST_CASE("a stream of whole blocks is sent")
{
    check_stream(2, 64, 64 * 6, 1);
    check_stream(3, 64, 64 * 7, 2);
    check_stream(1, 64, 64 * 2, 3);
}

TEST_CASE("the last block may be shorter, and a stream shorter than a slot")
{
    check_stream(2, 64, 64 * 4 + 17, 4);
    check_stream(3, 100, 99, 5);
    check_stream(2, 100, 1, 6);
    check_stream(5, 33, 33 * 5 + 1, 7);
    check_stream(20, 16, 16 * 50 + 3, 9);
    check_stream(2, 64, 0, 8);
}

TEST_CASE("streams and slots of any length are sent, in every order that the events allow")
{
    Random random{75};
    for (std::uint64_t trial = 1; trial <= 25; ++trial)
        check_stream(1 + random.below(6), 1 + random.below(200), random.below(2000), trial);
}

TEST_CASE("each block is written, changed and read, in this order")
{
    for (const std::size_t slots : {1U, 2U, 3U, 5U})
        watch(slots, [](const EventWitness& witness, const Commands& commands, const Data&, const Queues&) {
            for (std::size_t i = 0; i < 9; ++i) {
                if (!witness.certainly_before(commands.uploads[i], commands.launches[i]))
                    FAIL("The kernel for block ", i, " may begin before the block was written.");
                if (!witness.certainly_before(commands.launches[i], commands.downloads[i]))
                    FAIL("The read of block ", i, " may begin before the kernel has changed it.");
            }
        });
}

TEST_CASE("no slot is overwritten before its block was read")
{
    for (const std::size_t slots : {1U, 2U, 3U, 5U})
        watch(slots, [&](const EventWitness& witness, const Commands& commands, const Data&, const Queues&) {
            for (std::size_t i = slots; i < 9; ++i)
                if (!witness.certainly_before(commands.downloads[i - slots], commands.uploads[i]))
                    FAIL("Block ", i, " may be written while block ", i - slots,
                         ", which has the same slot, is not yet read.");
            if (const std::string race = witness.race(); !race.empty()) FAIL(race, ".");
        });
}

TEST_CASE("a block is written while kernels of the blocks before it run")
{
    for (const std::size_t slots : {2U, 3U, 4U, 6U})
        watch(slots, [&](const EventWitness& witness, const Commands& commands, const Data&, const Queues&) {
            for (std::size_t i = 0; i < 9; ++i)
                for (std::size_t later = i + 1; later < std::min<std::size_t>(9, i + slots); ++later) {
                    if (!witness.may_overlap(commands.uploads[later], commands.launches[i]))
                        FAIL("The write of block ", later, " waits for the kernel of block ", i,
                             ", which has another slot.");
                    if (!witness.may_overlap(commands.uploads[later], commands.downloads[i]))
                        FAIL("The write of block ", later, " waits for the read of block ", i,
                             ", which has another slot.");
                }
        });
}

TEST_CASE("a kernel runs while the blocks before it are read")
{
    for (const std::size_t slots : {2U, 3U, 4U, 6U})
        watch(slots, [&](const EventWitness& witness, const Commands& commands, const Data&, const Queues&) {
            for (std::size_t i = 0; i < 9; ++i)
                for (std::size_t later = i + 1; later < std::min<std::size_t>(9, i + slots); ++later)
                    if (!witness.may_overlap(commands.launches[later], commands.downloads[i]))
                        FAIL("The kernel of block ", later, " waits for the read of block ", i,
                             ", which has another slot.");
        });
}

TEST_CASE("every command has its queue, its block's slot, and its size")
{
    for (const std::size_t slots : {3U, 1U, 2U, 4U, 6U})
        watch(slots, [&](const EventWitness& witness, const Commands& commands, const Data& data,
                         const Queues& queues) {
            for (std::size_t i = 0; i < 9; ++i) {
                const std::size_t bytes = (i < 8 ? data.block : (data.block + 1) / 2) * sizeof(float);
                const auto look = [&](Number number, const cl::CommandQueue& queue, const std::string& what) {
                    const EventWitness::Command command = witness.command(number);
                    INFO("The ", what, " of block ", i);
                    if (command.queue != queue()) FAIL("It is not in the queue for it.");
                    const EventWitness::Access& access = command.accesses.front();
                    if (access.memory != data.slots[i % slots]())
                        FAIL("It does not use the slot of its block.");
                    if (command.kernel.empty() && (access.begin != 0 || access.end != bytes))
                        FAIL("It moves the bytes from ", access.begin, " to ", access.end,
                             " of its slot; expected ", bytes, " from the beginning.");
                };
                look(commands.uploads[i], queues.upload, "write");
                look(commands.launches[i], queues.compute, "kernel");
                look(commands.downloads[i], queues.download, "read");
            }
        });
}

TEST_CASE("the host waits only at the end, and then for everything")
{
    for (const std::size_t slots : {1U, 2U, 3U, 4U})
        watch(slots, [](const EventWitness& witness, const Commands&, const Data&, const Queues&) {
            if (!witness.unwaited().empty())
                FAIL("stream returned, and nobody had waited for ",
                     witness.describe(witness.unwaited().front()), ".");
        });
}

TEST_CASE("all events are released, and other queues are not made")
{
    watch(2, [](const EventWitness& witness, const Commands&, const Data&, const Queues&) {
        if (witness.events_alive() > 0) FAIL("stream leaves ", witness.events_alive(), " events behind.");
        if (witness.bad_events() > 0) FAIL("A wait list names an event that there is not.");
        if (witness.queues_made() != 3) FAIL("stream made queues of its own.");
    });
}
