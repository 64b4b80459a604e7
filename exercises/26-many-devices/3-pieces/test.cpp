// Tests of the pieces: that each thing is handed out once, whoever asks and whoever fails, and how large pieces are.
#include "pieces.hpp"

#include <doctest/doctest.h>
#include <lockstep/random.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>
#include <thread>
#include <vector>

using namespace lockstep;

namespace
{

/// Marks the piece's things as done, and fails if one lies outside or is done already.
void mark(std::vector<int>& done, const Range& piece)
{
    if (piece.count == 0) FAIL("A piece has nothing in it.");
    if (piece.first > done.size() || piece.count > done.size() - piece.first)
        FAIL("The piece from ", piece.first, " on, of ", piece.count, " things, reaches beyond the ",
             done.size(), " that there are.");
    for (std::size_t i = piece.first; i < piece.first + piece.count; ++i)
        if (++done[i] > 1) FAIL("Thing ", i, " was handed out twice.");
}

void check_all_done(const std::vector<int>& done)
{
    for (std::size_t i = 0; i < done.size(); ++i)
        if (done[i] != 1) FAIL("Thing ", i, " of ", done.size(), " was never handed out.");
}

/// The size that the text demands where `left` things were never handed out.
std::size_t size_of(std::size_t left, std::size_t workers, std::size_t smallest)
{
    const std::size_t part = left / (2 * workers) + (left % (2 * workers) == 0 ? 0 : 1);
    return std::min(left, std::max(part, smallest));
}

} // namespace

TEST_CASE("one worker gets each thing once")
{
    for (const std::size_t total : {1U, 2U, 7U, 100U, 4099U})
        for (const std::size_t workers : {1U, 2U, 5U})
            for (const std::size_t smallest : {1U, 3U, 64U}) {
                INFO(total, " things, ", workers, " workers, at least ", smallest);
                Pieces pieces{total, workers, smallest};
                std::vector<int> done(total);
                while (const auto piece = pieces.take()) mark(done, *piece);
                check_all_done(done);
                if (pieces.take()) FAIL("There is another piece behind the end.");
            }
}

TEST_CASE("pieces shrink with what is left")
{
    for (const std::size_t total : {100U, 1000U, 70001U})
        for (const std::size_t workers : {1U, 3U, 4U})
            for (const std::size_t smallest : {1U, 10U, 300U}) {
                Pieces pieces{total, workers, smallest};
                std::size_t next = 0;
                while (const auto piece = pieces.take()) {
                    INFO(total, " things, ", workers, " workers, at least ", smallest, ", ", total - next,
                         " left");
                    if (piece->first != next)
                        FAIL("A piece begins at ", piece->first, ", and not at ", next, ".");
                    const std::size_t expected = size_of(total - next, workers, smallest);
                    if (piece->count != expected)
                        FAIL("A piece has ", piece->count, " things, and not ", expected, ".");
                    next += piece->count;
                }
            }
}

TEST_CASE("what is given back comes first, as it was")
{
    Pieces pieces{1000, 2, 10};
    const auto first = pieces.take();
    const auto second = pieces.take();
    if (!first || !second) FAIL("Of 1000 things there are fewer than two pieces.");
    pieces.give_back(*first);
    const auto again = pieces.take();
    if (!again || again->first != first->first || again->count != first->count)
        FAIL("The piece that was given back did not come next, as it was.");
    const auto third = pieces.take();
    if (!third || third->first != second->first + second->count)
        FAIL("Behind it, the next piece of what was never handed out was expected.");
    if (third->count != size_of(1000 - first->count - second->count, 2, 10))
        FAIL("Its size follows from what was never handed out; it is ", third->count, ".");
}

TEST_CASE("several pieces that are given back are all handed out again")
{
    Pieces pieces{5000, 3, 7};
    std::vector<int> done(5000);
    std::vector<Range> failed;
    for (int i = 0; i < 6; ++i)
        if (const auto piece = pieces.take()) failed.push_back(*piece);
    for (const Range& piece : failed) pieces.give_back(piece);
    while (const auto piece = pieces.take()) mark(done, *piece);
    check_all_done(done);
}

TEST_CASE("neighbours that are given back stay two pieces")
{
    Pieces pieces{1000, 2, 10};
    std::vector<Range> failed;
    for (int i = 0; i < 3; ++i)
        if (const auto piece = pieces.take()) failed.push_back(*piece);
    for (const Range& piece : failed) pieces.give_back(piece);
    for (std::size_t i = 0; i < failed.size(); ++i) {
        const auto again = pieces.take();
        const auto is_again = [&](const Range& piece) {
            return again && again->first == piece.first && again->count == piece.count;
        };
        if (std::none_of(failed.begin(), failed.end(), is_again))
            FAIL("A piece that was given back did not come again as it was.");
    }
}

TEST_CASE("what is given back at the end is not lost")
{
    Pieces pieces{100, 1, 1000};
    const auto all = pieces.take();
    if (!all || all->count != 100) FAIL("A piece of at least 1000 of 100 things is all of them.");
    if (pieces.take()) FAIL("Everything is handed out, and there is another piece.");
    pieces.give_back(*all);
    std::vector<int> done(100);
    while (const auto piece = pieces.take()) mark(done, *piece);
    check_all_done(done);
}

TEST_CASE("totals up to the largest number are divided")
{
    constexpr std::size_t largest = std::numeric_limits<std::size_t>::max();
    for (const std::size_t total : {largest, largest - 1, (std::size_t{1} << 32U) + 5}) {
        Pieces pieces{total, 4, 3};
        std::size_t next = 0;
        for (int i = 0; i < 20; ++i) {
            const auto piece = pieces.take();
            const std::size_t expected = size_of(total - next, 4, 3);
            if (!piece || piece->first != next || piece->count != expected)
                FAIL("Of ", total, " things, piece ", i, " is not from ", next, " on, ", expected, " long.");
            next += expected;
        }
    }
    Pieces for_many{std::size_t{1} << 40U, std::size_t{1} << 33U, 3};
    const auto piece = for_many.take();
    if (!piece || piece->count != 64) FAIL("Of 2^40 things for 2^33 workers the first piece is 64 long.");
}

TEST_CASE("eight workers, some of which fail, do each thing once")
{
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        constexpr std::size_t total = 200000, workers = 8;
        Pieces pieces{total, workers, seed % 2 == 0 ? 1U : 16U};
        std::vector<std::atomic<int>> done(total);
        std::atomic<bool> outside = false;
        std::atomic<int> ready = 0;
        std::vector<std::thread> threads;
        for (std::size_t worker = 0; worker < workers; ++worker)
            threads.emplace_back([&, worker] {
                Random random{seed * 100 + worker};
                ++ready;
                while (ready < static_cast<int>(workers)) std::this_thread::yield();
                int failures = 0;
                while (const auto piece = pieces.take()) {
                    if (piece->first > total || piece->count > total - piece->first || piece->count == 0) {
                        outside = true;
                        return;
                    }
                    if (failures < 200 && random.below(2) == 0) {
                        ++failures;
                        pieces.give_back(*piece);
                        std::this_thread::yield(); // so that somebody else comes before this worker does
                        continue;
                    }
                    for (std::size_t i = piece->first; i < piece->first + piece->count; ++i) ++done[i];
                }
            });
        for (std::thread& thread : threads) thread.join();
        if (outside) FAIL("A piece reaches beyond what there is.");
        std::vector<int> times(done.begin(), done.end());
        for (std::size_t i = 0; i < total; ++i)
            if (times[i] > 1) FAIL("Thing ", i, " was handed out ", times[i], " times.");
        check_all_done(times);
    }
}
