// Tests of the channels: the HD 5870 by numbers, then other memories against a search on the test's own terms.
#include "channels.hpp"

#include <lockstep/exercise.hpp>

#include <algorithm>
#include <map>
#include <string>

using namespace lockstep;
using namespace std::string_literals;

namespace
{

constexpr Memory hd5870{256, 8};

/// The channel by dealing: blocks are handed out one after another from the last turn that began at `turn`.
std::uint64_t dealt_channel(std::uint64_t address, const Memory& memory)
{
    const std::uint64_t turn_bytes = memory.block_bytes * memory.channels;
    std::uint64_t block_end = address - address % turn_bytes + memory.block_bytes;
    std::uint64_t channel = 0;
    for (; address >= block_end; block_end += memory.block_bytes) ++channel;
    return channel;
}

std::uint64_t counted_reads(std::uint64_t address, std::uint64_t pitch_bytes, std::uint64_t rows,
                            const Memory& memory)
{
    std::map<std::uint64_t, std::uint64_t> reads;
    std::uint64_t most = 0;
    for (std::uint64_t row = 0; row < rows; ++row)
        most = std::max(most, ++reads[dealt_channel(address + row * pitch_bytes, memory)]);
    return most;
}

void check_channel(std::uint64_t address, const Memory& memory)
{
    INFO("", memory.channels, " channels, blocks of ", memory.block_bytes, " bytes, address ", address);
    const std::uint64_t expected = dealt_channel(address, memory);
    const std::uint64_t got = channel_of(address, memory);
    if (got != expected) FAIL("The byte is on channel ", expected, ", not on ", got, ".");
}

void check_busiest(std::uint64_t address, std::uint64_t pitch_bytes, std::uint64_t rows, const Memory& memory)
{
    INFO("", memory.channels, " channels, blocks of ", memory.block_bytes, " bytes, first address ", address,
         ", pitch ", pitch_bytes, ", ", rows, " rows");
    const std::uint64_t expected = counted_reads(address, pitch_bytes, rows, memory);
    const std::uint64_t got = busiest_channel(address, pitch_bytes, rows, memory);
    if (got != expected)
        FAIL("The busiest channel gets ", expected, expected == 1 ? " read, not "s : " reads, not "s, got,
             ".");
}

void check_pitch(std::uint64_t address, std::uint64_t row_bytes, std::uint64_t rows, const Memory& memory)
{
    INFO("", memory.channels, " channels, blocks of ", memory.block_bytes, " bytes, first address ", address,
         ", rows of ", row_bytes, " bytes, ", rows, " rows");
    const std::uint64_t share = rows / memory.channels + (rows % memory.channels == 0 ? 0 : 1);
    const std::uint64_t got = spreading_pitch(address, row_bytes, rows, memory);
    if (got < row_bytes) FAIL("A pitch of ", got, " does not hold a row.");
    if (got % 32 != 0) FAIL("A pitch of ", got, " is not a multiple of 32.");
    if (got > row_bytes + 32 + memory.block_bytes * memory.channels)
        FAIL("A pitch of ", got, " is more than a whole turn of the channels longer than a row.");
    const std::uint64_t busiest = counted_reads(address, got, rows, memory);
    if (busiest > share)
        FAIL("With a pitch of ", got, " the busiest channel gets ", busiest, " reads; its share is ", share,
             ".");
    for (std::uint64_t pitch = round_up(row_bytes, 32); pitch < got; pitch += 32)
        if (counted_reads(address, pitch, rows, memory) <= share)
            FAIL("A pitch of ", pitch, " spreads as well as your ", got, ", and wastes less.");
}

} // namespace

TEST_CASE("the HD 5870 deals blocks of 256 bytes to eight channels")
{
    for (const std::uint64_t address : {0U, 1U, 255U, 256U, 511U, 2047U, 2048U, 2304U, 70'000U})
        check_channel(address, hd5870);
}

TEST_CASE("other memories deal other blocks to other numbers of channels")
{
    for (const Memory& memory : {Memory{32, 3}, Memory{4096, 12}, Memory{96, 1}, Memory{512, 5}})
        for (const std::uint64_t address : {0U, 31U, 32U, 95U, 96U, 4096U, 50'000U, 1'000'003U})
            check_channel(address, memory);
}

TEST_CASE("an address far away, and blocks of any size, are dealt right")
{
    check_channel(0x12329e429161ee7f, {96, 7}); // more digits than a double has
    check_channel(4 * 0x2'0000'0000 + 9, {0x2'0000'0000, 3});
    check_channel(3'200'031, {32, 100'000});
}

TEST_CASE("rows of 8192 bytes meet on one channel of the HD 5870")
{
    check_busiest(0, 8192, 8, hd5870);
    check_busiest(0, 8448, 8, hd5870);
    check_busiest(0, 4096 + 128, 16, hd5870);
}

TEST_CASE("the busiest channel is not always the first one's")
{
    check_busiest(512, 2048, 5, hd5870);
    check_busiest(200, 300, 7, {256, 4});
    check_busiest(640, 64, 10, {256, 6});
    check_busiest(255, 257, 40, {256, 1000});
    check_busiest(0, 16384, 40, {256, 1000});
}

TEST_CASE("a pitch of 8448 spreads rows of 8192 bytes on the HD 5870")
{
    check_pitch(0, 8192, 8, hd5870);
    check_pitch(0, 8000, 8, hd5870);
}

TEST_CASE("many rows, and channels with large blocks, are spread")
{
    for (const std::uint64_t rows : {1000U, 999U}) check_busiest(0, 8192, rows, hd5870);
    check_busiest(0, 33, 5003, hd5870);
    check_busiest(0, 2080, 20'000, {96, 7});
    check_pitch(0, 5000, 80, hd5870);
    check_pitch(0, 8192, 100, hd5870);
    check_pitch(0, 524'288, 8, {65'536, 8});
}

TEST_CASE("a row that spreads as it is is not padded")
{
    check_pitch(0, 2304, 8, hd5870);
    check_pitch(0, 1280, 16, hd5870);
    check_pitch(0, 4096, 1, hd5870);
}

TEST_CASE("a pitch is a multiple of 32 bytes")
{
    check_pitch(0, 2301, 8, hd5870);
    check_pitch(0, 4097, 8, hd5870);
}

TEST_CASE("where the first row begins matters")
{
    check_pitch(224, 2048, 8, hd5870);
    check_pitch(160, 1024, 12, {256, 6});
}

TEST_CASE("every memory, row and number of rows is spread")
{
    Random random{124};
    for (int trial = 0; trial < (Exercise::get().clean_stage() ? 40 : 300); ++trial) {
        const Memory memory{32ULL * (1 + random.below(12)), 1 + random.below(13)};
        const std::uint64_t address = 4ULL * random.below(2000);
        const std::uint64_t rows = 1 + random.below(40);
        check_busiest(address + random.below(4), 1 + random.below(12000), rows, memory);
        check_pitch(address, 4ULL * (1 + random.below(3000)), rows, memory);
    }
}

TEST_CASE("a matrix larger than 4 GiB is spread")
{
    check_channel(0x1'0000'0300, {768, 12});
    check_busiest(0, 3'000'000'000, 24, {768, 12});
    check_pitch(0xF'FFFF'F800, 1ULL << 31U, 24, {768, 12});
    check_pitch(0, 0x1'0000'0000, 24, {768, 12});
}
