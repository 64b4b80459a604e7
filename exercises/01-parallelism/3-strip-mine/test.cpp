// Tests of the strip-mined sum. sum_strip is defined here: it keeps a record of who called it with what.
#include "observers.hpp"
#include "strip_mine.hpp"

#include <doctest/doctest.h>
#include <lockstep/random.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <thread>

namespace
{

Record record;
Order order;
Rendezvous rendezvous;
std::atomic<std::chrono::milliseconds> slowness = std::chrono::milliseconds{0};

std::size_t expected_strips(std::size_t n, unsigned threads)
{
    return std::min<std::size_t>(n, std::max(threads, 1U));
}

std::string call(std::size_t n, unsigned threads)
{
    return "strips(" + std::to_string(n) + ", " + std::to_string(threads) + ")";
}

} // namespace

double sum_strip(std::span<const float> strip)
{
    record.enter(strip);
    rendezvous.arrive();
    double total = 0;
    for (const float value : strip) total += value;
    order.wait_for_turn(strip.data());
    if (const auto pause = slowness.load(); pause.count() > 0) std::this_thread::sleep_for(pause);
    record.leave();
    return total;
}

TEST_CASE("there are as many strips as threads, and never an empty one")
{
    for (const unsigned threads : {1U, 2U, 3U, 4U, 7U, 16U, 100U, 1000000U})
        for (const std::size_t n : {1000U, 23U, 4U, 3U, 1U, 0U}) {
            const std::vector<Strip> cut = strips(n, threads);
            for (std::size_t i = 0; i < cut.size(); ++i)
                if (cut[i].count == 0) FAIL(call(n, threads), ": strip ", i, " is empty");
            if (cut.size() != expected_strips(n, threads))
                FAIL(call(n, threads), " cuts ", cut.size(), " strips; expected ",
                     expected_strips(n, threads));
        }
}

TEST_CASE("the strips cover every element once, in order")
{
    for (unsigned threads = 1; threads <= 9; ++threads)
        for (std::size_t n = 1; n <= 41; ++n) {
            std::size_t next = 0;
            for (const Strip& strip : strips(n, threads)) {
                if (strip.first != next)
                    FAIL(call(n, threads), ": a strip begins at element ", strip.first,
                         "; what lies before it ends at element ", next);
                next += strip.count;
            }
            if (next != n) FAIL(call(n, threads), ": the strips end at element ", next);
        }
}

TEST_CASE("more elements than 32 bits can count are cut")
{
    constexpr std::size_t n = (std::size_t{1} << 40U) + 3;
    std::size_t next = 0;
    for (const Strip& strip : strips(n, 4)) {
        if (strip.first != next || strip.count < n / 4 || strip.count > n / 4 + 1)
            FAIL(call(n, 4), ": of four strips one begins at element ", strip.first, " and has ", strip.count,
                 "; expected ", n / 4, " or one more, from ", next, " on");
        next += strip.count;
    }
    if (next != n) FAIL(call(n, 4), ": the strips end at element ", next);
}

TEST_CASE("the strips' lengths differ by one at most")
{
    for (unsigned threads = 1; threads <= 9; ++threads)
        for (std::size_t n = 1; n <= 41; ++n) {
            const std::vector<Strip> cut = strips(n, threads);
            REQUIRE(!cut.empty());
            const auto [shortest, longest] = std::minmax_element(
                cut.begin(), cut.end(), [](const Strip& a, const Strip& b) { return a.count < b.count; });
            if (longest->count - shortest->count > 1)
                FAIL(call(n, threads), ": the longest strip has ", longest->count, " elements, the shortest ",
                     shortest->count, "; the thread with the longest keeps the others waiting");
        }
}

TEST_CASE("the sum waits for its threads")
{
    const std::vector<float> values = lockstep::random_floats(64, 5);
    record.begin();
    slowness = std::chrono::milliseconds{300};
    sum(values, 4);
    const std::size_t finished = record.left();
    slowness = std::chrono::milliseconds{0};
    if (finished != record.entered() || finished == 0)
        FAIL("sum(64 values, 4) returned when ", finished,
             " of its strips were finished. Join every thread before you add their results");
}

TEST_CASE("no thread asked for counts as one")
{
    const std::vector<Strip> cut = strips(5, 0);
    if (cut.size() != 1 || cut[0].first != 0 || cut[0].count != 5)
        FAIL("strips(5, 0) cuts ", cut.size(), " strips; expected one, of all five elements");
    const std::vector<float> values{1, 2, 3, 4, 5};
    if (const double total = sum(values, 0); total != 15.0)
        FAIL("the sum of 1, 2, 3, 4, 5 with 0 threads is ", total);
}

TEST_CASE("no values sum to 0")
{
    for (const unsigned threads : {0U, 1U, 4U})
        if (const double total = sum({}, threads); total != 0)
            FAIL("the sum of no values with threads = ", threads, " is ", total);
}

TEST_CASE("the sum misses no element and counts none twice")
{
    for (const unsigned threads : {1U, 2U, 3U, 4U, 5U})
        for (const std::size_t n : {1U, 3U, 4U, 23U})
            for (std::size_t position = 0; position < n; ++position) {
                std::vector<float> values(n, 0.0F);
                values[position] = 1.0F;
                if (const double total = sum(values, threads); total != 1.0)
                    FAIL("of ", n, " values all are 0 but element ", position,
                         ", which is 1: with threads = ", threads, " their sum is ", total);
            }
}

TEST_CASE("the sum keeps double precision")
{
    // In a float 16777216 + 1 is 16777216: within a strip with one thread or two, and between strips with four.
    const std::vector<float> values{16777216.0F, 1.0F, 1.0F, 1.0F};
    for (const unsigned threads : {4U, 2U, 1U})
        if (const double total = sum(values, threads); total != 16777219.0)
            FAIL("with threads = ", threads, " 16777216 + 1 + 1 + 1 came out ", 16777219.0 - total,
                 " too small: the strips' sums are doubles, so keep them and add them as doubles");
}

TEST_CASE("every strip is summed once, each on a thread of its own")
{
    const std::vector<float> values = lockstep::random_floats(1003, 3);
    for (const unsigned threads : {1U, 2U, 4U, 7U, 100U}) {
        record.begin();
        rendezvous.expect(
            threads); // an id is used again once its thread has ended: so none ends before all are there
        sum(values, threads);
        rendezvous.expect(0);

        const std::vector<Call> calls = record.calls();
        if (calls.size() != threads)
            FAIL("sum_strip was called ", calls.size(), " times for ", threads, " strips");
        const std::vector<Strip> cut = strips(values.size(), threads);
        std::size_t next = 0;
        std::size_t place = 0;
        std::set<std::thread::id> ids;
        for (const Call& made : calls) {
            if (place < cut.size() && made.count != cut[place].count)
                FAIL("with threads = ", threads, " the strip at element ", cut[place].first, " has ",
                     cut[place].count, " elements by strips(), and ", made.count, " in the sum");
            ++place;
            if (made.first != values.data() + next)
                FAIL("with threads = ", threads, " a strip begins at element ", made.first - values.data(),
                     "; the one before it ends at element ", next);
            next += made.count;
            ids.insert(made.thread);
        }
        if (next != values.size())
            FAIL("with threads = ", threads, " the last strip ends at element ", next, " of ", values.size());
        if (ids.size() != threads)
            FAIL(threads, " strips were summed by ", ids.size(),
                 std::string{ids.size() == 1 ? " thread" : " threads"});
    }
}

TEST_CASE("the threads work at the same time")
{
    const std::vector<float> values = lockstep::random_floats(64, 4);
    rendezvous.expect(4);
    sum(values, 4);
    const std::size_t together = rendezvous.most();
    rendezvous.expect(0);
    if (together != 4)
        FAIL("of four threads ", together, " worked at the same time. Start all of them, then join them");
}

TEST_CASE("the sum does not depend on which thread ends first")
{
    // Eight strips of one value each. In a double 2^60 + 1 is 2^60, so the order of additions decides about the sum.
    const float large = 1152921504606846976.0F;
    const std::vector<float> values{1.0F, large, 3.0F, -large, 5.0F, large, 7.0F, -large};
    order.expect(Order::Ends::first_to_last, values, 8);
    const double one_way = sum(values, 8);
    order.expect(Order::Ends::last_to_first, values, 8);
    const double other_way = sum(values, 8);
    order.expect(Order::Ends::as_they_come, values, 8);
    if (one_way != other_way)
        FAIL("the same values sum to ", one_way, " when the thread of the first strip ends first, and to ",
             other_way,
             " when it ends last: they share a total. Give each a place of its own, and add up the "
             "places at the end");
}

TEST_CASE("callers at the same time get each their own sum")
{
    // Four strips of each caller's, of one value each. They end in turns, so neither has all of its sums before the other has some.
    const std::vector<float> values{1, 2, 3, 4, 10, 20, 30, 40};
    const std::span<const float> all{values};
    order.expect(Order::Ends::in_turns, values, 8);
    double first = 0, second = 0;
    std::thread other{[&] { second = sum(all.last(4), 4); }};
    first = sum(all.first(4), 4);
    other.join();
    order.expect(Order::Ends::as_they_come, values, 8);
    if (first != 10.0 || second != 100.0)
        FAIL("two threads called sum at the same time, of 1, 2, 3, 4 and of 10, 20, 30, 40, and got ", first,
             " and ", second, ": they share what should be each call's own");
}
