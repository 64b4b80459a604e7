// Tests of the bus, by cases that can be drawn on paper.
#include "bus.hpp"

#include <lockstep/exercise.hpp>

using namespace lockstep;

namespace
{

void check_traffic(const Access& access, std::uint64_t bus_bytes, const Traffic& expected)
{
    INFO("address ", access.address, ", elements of ", access.element_bytes, " bytes, stride ", access.stride,
         ", ", access.work_items, " work-items, bus of ", bus_bytes, " bytes");
    const Traffic got = traffic_of(access, bus_bytes);
    if (got.transactions != expected.transactions)
        FAIL("It takes ", expected.transactions, " transactions; traffic_of counts ", got.transactions, ".");
    if (got.wasted_bytes != expected.wasted_bytes)
        FAIL("Of ", expected.transactions, " transactions ", expected.wasted_bytes,
             " bytes are wasted; traffic_of says ", got.wasted_bytes, ".");
}

} // namespace

TEST_CASE("every third float from 0x2A4 takes two transactions of 64 bytes")
{
    check_traffic({0x2A4, 4, 3, 8}, 64, {2, 96});
}

TEST_CASE("aligned neighbours fill every transaction")
{
    check_traffic({0, 4, 1, 32}, 32, {4, 0});
    check_traffic({4096, 8, 1, 64}, 128, {4, 0});
}

TEST_CASE("a misaligned start takes one transaction more")
{
    check_traffic({4, 4, 1, 32}, 32, {5, 32});
    check_traffic({0x107C, 4, 1, 32}, 128, {2, 128});
}

TEST_CASE("neighbours that end where a transaction ends need no further one")
{
    check_traffic({16, 4, 1, 4}, 32, {1, 16});
    check_traffic({16, 4, 1, 12}, 32, {2, 16});
}

TEST_CASE("an element across the end of a transaction takes two")
{
    check_traffic({28, 8, 1, 1}, 32, {2, 56});
    check_traffic({30, 4, 8, 5}, 32, {6, 172});
}

TEST_CASE("a stride skips transactions that nobody needs")
{
    check_traffic({0, 4, 16, 32}, 32, {32, 896});
    check_traffic({0, 1, 100, 10}, 16, {10, 150});
}

TEST_CASE("one element read by all is carried once")
{
    check_traffic({512, 4, 0, 32}, 32, {1, 28});
    check_traffic({30, 4, 0, 5}, 32, {2, 60}); // which may lie across an end, too
}

TEST_CASE("an element may be wider than the bus")
{
    check_traffic({0, 16, 1, 4}, 8, {8, 0});
    check_traffic({4, 16, 2, 2}, 8, {6, 16});
}

TEST_CASE("an element may be larger than 16 bits can count")
{
    check_traffic({100, 70'000, 1, 20}, 4096, {342, 832});
    check_traffic({0, 70'000, 2, 20}, 4096, {361, 78'656});
}

TEST_CASE("an element may be larger than 32 bits can count")
{
    check_traffic({0, 5'000'000'000, 1, 3}, 1'000'000'000, {15, 0});
    check_traffic({0, 5'000'000'000, 2, 2}, 1'000'000'000, {10, 0});
}

TEST_CASE("of many work-items each has its own place in a transaction")
{
    check_traffic({30, 4, 9, 1000}, 32, {1125, 32'000});
}

TEST_CASE("no work-items need no transaction")
{
    check_traffic({100, 4, 1, 0}, 32, {0, 0});
    check_traffic({100, 4, 0, 0}, 32, {0, 0});
}

TEST_CASE("addresses and totals beyond 32 bits are counted right")
{
    check_traffic({0x12'3456'7890, 4, 1, 16}, 32, {3, 32});
    check_traffic({0x1234'5678'9ABC'DEFD, 4, 1, 16}, 32, {3, 32}); // more digits than a double has
    check_traffic({0x1234'5678'9ABC'DF21, 4, 1, 16}, 96, {1, 32});
    check_traffic({0, 16, 100'000'000, 1'000'000}, 8192, {1'000'000, 8'176'000'000});
    check_traffic({0, 16, 0x1'0000'0000, 100}, 8192, {100, 817'600});
    check_traffic({0, 16, 1ULL << 47U, 100}, (1ULL << 50U) + 1, {107, 120'471'290'032'159'275});
    check_traffic({0x2'0000'0000, 4, 3, 16}, 0x2'0000'0000, {1, 0x2'0000'0000 - 64});
}
