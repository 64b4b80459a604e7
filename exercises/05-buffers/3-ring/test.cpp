// Tests of the ring: its slots' regions, the results of streams that pass through it, and the commands that send them.
#include "ring.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/memory_witness.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

constexpr const char* change_source = R"(
kernel void change(global float* values, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) values[i] = 2 * values[i] + (i + n);
}
)";

cl::Kernel change_kernel()
{
    static const cl::Program program{Exercise::get().context(), change_source, true};
    return {program, "change"};
}

std::size_t alignment()
{
    return Exercise::get().device().getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8;
}

/// Fails unless these are the slots of one buffer: aligned, of the length that was asked for, apart from each other.
void check_slots(const MemoryWitness& witness, std::size_t slots, std::size_t floats, std::size_t alignment)
{
    const std::size_t bytes = floats * sizeof(float);
    if (witness.buffers.size() != 1)
        FAIL("For a ring of ", slots, " slots ", witness.buffers.size(),
             " buffers were made. One is enough.");
    std::vector<MemoryWitness::SubBuffer> parts;
    for (const auto& [handle, part] : witness.sub_buffers) parts.push_back(part);
    if (parts.size() != slots) FAIL("A ring of ", slots, " slots has ", parts.size(), " sub-buffers.");
    std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.origin < b.origin; });
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].bytes != bytes) FAIL("A slot of ", floats, " floats has ", parts[i].bytes, " bytes.");
        if (parts[i].origin % alignment != 0)
            FAIL("A slot begins at byte ", parts[i].origin,
                 "; on this device a sub-buffer begins at a multiple of ", alignment, " bytes.");
        // Where a part says nothing, the whole's flags are its own.
        const cl_mem_flags flags = parts[i].flags | cl::Buffer{parts[i].whole, true}.getInfo<CL_MEM_FLAGS>();
        if ((flags & (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)) != 0)
            FAIL("A slot is made for reading alone or for writing alone, and the kernel does both.");
        if (i > 0 && parts[i].origin < parts[i - 1].origin + bytes)
            FAIL("A slot of ", bytes, " bytes begins at byte ", parts[i - 1].origin,
                 ", and the next at byte ", parts[i].origin, ": they overlap.");
    }
    const std::size_t most = round_up(bytes, alignment) * slots;
    if (witness.buffers.front() > most)
        FAIL("The whole has ", witness.buffers.front(), " bytes; with the device's alignment of ", alignment,
             " bytes ", slots, " slots of ", bytes, " bytes need ", most, ".");
}

void check_send(std::size_t slots, std::size_t floats, std::size_t count)
{
    constexpr float untouched = -12345.0F;
    const Exercise& exercise = Exercise::get();
    cl::Kernel kernel = change_kernel();
    std::vector<float> stream = random_floats(count, 530 + count);
    std::vector<float> expected(count + 8, untouched);
    std::vector<float> results = expected;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t n = std::min(floats, count - i / floats * floats); // of its block
        expected[i] = 2 * stream[i] + static_cast<float>(i % floats + n);
    }
    const Ring ring{exercise.context(), exercise.device(), slots, floats};
    INFO(count, " floats through ", slots, " slots of ", floats);
    const MemoryWitness witness;
    send(exercise.queue(), kernel, ring, stream, std::span{results}.first(count));
    expect_same("results", expected, results);
    const std::size_t blocks = round_up(count, floats) / floats;
    if (witness.count("clEnqueueNDRangeKernel") != blocks)
        FAIL("Of ", blocks, " blocks there were ", witness.count("clEnqueueNDRangeKernel"), " launches.");
}

} // namespace

TEST_CASE("the slots are aligned parts of one buffer")
{
    Exercise& exercise = Exercise::get();
    for (const std::size_t slots : {1U, 2U, 3U, 7U})
        for (const std::size_t floats : {alignment() / 4, alignment() / 2, std::size_t{1}, std::size_t{100},
                                         alignment() / 4 + 1, std::size_t{1000}}) {
            MemoryWitness witness;
            const Ring ring{exercise.context(), exercise.device(), slots, floats};
            check_slots(witness, slots, floats, alignment());
            if (ring.floats() != floats)
                FAIL("A ring with slots of ", floats, " floats says that they have ", ring.floats(), ".");
        }
}

TEST_CASE("the device is asked for its alignment")
{
    Exercise& exercise = Exercise::get();
    const std::size_t own = alignment();
    for (const std::size_t larger : {4 * own, 32 * own}) { // where these divide, the device's own does
        MemoryWitness witness;
        witness.alignment_bits = static_cast<cl_uint>(8 * larger);
        const Ring ring{exercise.context(), exercise.device(), 3, 100};
        INFO("The witness answers that sub-buffers begin at multiples of ", larger, " bytes");
        check_slots(witness, 3, 100, larger);
    }
}

TEST_CASE("the blocks take turns in the slots")
{
    Exercise& exercise = Exercise::get();
    for (const std::size_t slots : {1U, 3U, 4U}) {
        const Ring ring{exercise.context(), exercise.device(), slots, 32};
        for (std::size_t block = 0; block < 3 * slots + 1; ++block)
            for (std::size_t other = 0; other <= block; ++other) {
                const bool same = ring.slot(block)() == ring.slot(other)();
                if (same != (block % slots == other % slots))
                    FAIL("In a ring of ", slots, " slots the blocks ", other, " and ", block,
                         std::string{same ? " have the same slot." : " have different slots."});
            }
    }
}

TEST_CASE("a ring's objects are released with it, and no sooner")
{
    Exercise& exercise = Exercise::get();
    MemoryWitness witness;
    {
        const Ring ring{exercise.context(), exercise.device(), 3, 50};
        if (witness.alive() < 3) FAIL("A ring of 3 slots keeps ", witness.alive(), " memory objects alive.");
    }
    if (witness.alive() > 0 || witness.released_twice() > 0)
        FAIL("The ring is gone, and of its memory objects ", witness.alive(), " are still alive, and ",
             witness.released_twice(), " were released too often.");
}

TEST_CASE("a stream of whole blocks is sent")
{
    check_send(3, 64, 64 * 6);
    check_send(1, 64, 64 * 2);
}

TEST_CASE("the last block may be shorter, and a stream shorter than a slot")
{
    check_send(3, 64, 64 * 4 + 17);
    check_send(2, 100, 99);
    check_send(2, 100, 1);
    check_send(5, 33, 33 * 5 + 1);
    check_send(3, 64, 0);
}

TEST_CASE("every command has its block's slot and size, and only the end is waited for")
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = change_kernel();
    constexpr std::size_t floats = 40, count = 5 * floats + 7;
    const std::vector<float> stream = random_floats(count, 531);
    std::vector<float> results(count);
    MemoryWitness witness;
    const Ring ring{exercise.context(), exercise.device(), 3, floats};
    send(exercise.queue(), kernel, ring, stream, results);
    for (const char* name : {"clEnqueueWriteBuffer", "clEnqueueReadBuffer"}) {
        std::size_t block = 0;
        for (const MemoryWitness::Command& command : witness.commands) {
            if (command.name != name) continue;
            const std::size_t bytes =
                std::min(floats, count - std::min(count, block * floats)) * sizeof(float);
            INFO(std::string{name}, " number ", block, " of a stream of 207 floats in blocks of 40");
            if (command.buffer != ring.slot(block)()) FAIL("It does not go to the slot of its block.");
            if (command.bytes != bytes || command.offset != 0)
                FAIL("It moves ", command.bytes, " bytes from byte ", command.offset, " on; expected ", bytes,
                     " from the slot's beginning.");
            ++block;
        }
        if (block != 6) FAIL("Of six blocks ", block, " were given to ", std::string{name}, ".");
    }
    if (witness.count("clEnqueueNDRangeKernel") != 6)
        FAIL("Six blocks, and ", witness.count("clEnqueueNDRangeKernel"), " launches.");
    for (const MemoryWitness::Command& command : witness.commands)
        if (command.groups_chosen)
            FAIL("A launch says how large its work-groups are. That is left to the driver.");
    if (witness.on_their_way() > 0)
        FAIL("send returned while commands of its were still on their way: nobody waited for them.");
    if (witness.waits > 1)
        FAIL("send waited ", witness.waits, " times. Enqueue everything, and wait once at the end.");
}
