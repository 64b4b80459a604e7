// Tests of the rows: each is made once, and a thread that is held up in one keeps no other from being made.
#include "rows.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <dlfcn.h>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace
{

/// How often each row was made.
class Picture
{
public:
    /// Whether a row is held up, when so many are made and so many begun.
    using Waits = std::function<bool(std::size_t made, std::size_t begun)>;

    explicit Picture(std::size_t rows) : made_(rows, 0) {}

    void make(std::size_t row, const Waits& waits = {})
    {
        std::unique_lock lock{mutex_};
        beyond_ = beyond_ || row >= made_.size();
        if (row >= made_.size()) return;
        ++begun_;
        changed_.notify_all();
        // Not for ever: then the test fails, and says why.
        if (waits && !changed_.wait_for(lock, std::chrono::seconds{3}, [&] { return !waits(all_, begun_); }))
            held_up_ = true;
        ++made_[row];
        ++all_;
        changed_.notify_all();
    }
    bool held_up() const { return held_up_; }

    /// Fails unless each row was made once.
    void check() const
    {
        if (beyond_) FAIL("make_row was called for a row beyond the last of ", made_.size(), ".");
        for (std::size_t row = 0; row < made_.size(); ++row)
            if (made_[row] != 1)
                FAIL("Of ", made_.size(), " rows, row ", row, " was made ", made_[row], " times.");
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<int> made_;
    std::size_t all_ = 0, begun_ = 0;
    bool held_up_ = false, beyond_ = false;
};

void check(std::size_t rows, unsigned threads)
{
    INFO(rows, " rows, ", threads, " threads");
    Picture picture{rows};
    for_each_row(rows, threads, [&](std::size_t row) { picture.make(row); });
    picture.check();
}

/// Lets threads that look at an atomic number go on in pairs, so that both have seen the same. Of an atomic operation that changes
/// the number it knows nothing.
class Pairs
{
public:
    void form(bool wanted)
    {
        const std::lock_guard lock{mutex_};
        wanted_ = wanted;
    }
    void come()
    {
        std::unique_lock lock{mutex_};
        if (!wanted_) return;
        ++come_;
        const std::size_t other = come_ + come_ % 2; // the even one of the pair
        changed_.notify_all();
        changed_.wait_for(lock, std::chrono::milliseconds{100}, [&] { return come_ >= other; }); // or alone
        come_ = std::max(come_, other);
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t come_ = 0;
    bool wanted_ = false;
} pairs;

} // namespace

// In the stage clean ThreadSanitizer makes each look at an atomic number of 64 bits a call of this function of its own.
extern "C" std::uint64_t __tsan_atomic64_load(const volatile std::uint64_t* place, int order)
{
    static const auto load =
        reinterpret_cast<decltype(&__tsan_atomic64_load)>(dlsym(RTLD_NEXT, "__tsan_atomic64_load"));
    const std::uint64_t value = load(place, order);
    pairs.come();
    return value;
}

TEST_CASE("each row is made once")
{
    for (const std::size_t rows : {1U, 2U, 7U, 100U, 1001U})
        for (const unsigned threads : {1U, 2U, 3U, 8U}) check(rows, threads);
}

TEST_CASE("each row is made once when two threads look for the next at the same time")
{
    pairs.form(true);
    for (const std::size_t rows : {3U, 4U, 7U}) check(rows, 2);
    pairs.form(false);
}

TEST_CASE("no rows, no threads, and more threads than rows")
{
    check(0, 4);
    check(5, 0);
    check(3, 16);
    check(2, 1'000'000);
}

TEST_CASE("a picture may be drawn while another one is")
{
    Picture first{6}, second{4};
    for_each_row(6, 1, [&](std::size_t row) {
        if (row == 1) // until the second picture is whole
            std::thread{[&] { for_each_row(4, 2, [&](std::size_t other) { second.make(other); }); }}.join();
        first.make(row);
    });
    INFO("another thread drew a picture of 4 rows while this one of 6 was drawn");
    first.check();
    second.check();
}

TEST_CASE("all threads are at work at the same time")
{
    for (const std::size_t threads : {2U, 5U, 100U}) { // more than most machines have cores
        Picture picture{4 * threads};
        for_each_row(4 * threads, static_cast<unsigned>(threads), [&](std::size_t row) {
            picture.make(row, [&](std::size_t, std::size_t begun) { return begun < threads; });
        });
        picture.check();
        if (picture.held_up()) FAIL("Of ", threads, " threads some had no row while others had one.");
    }
}

TEST_CASE("while one thread is held up in a row, the others make all the rest")
{
    for (const std::size_t slow : {0U, 1U, 10U, 19U})
        for (const unsigned threads : {2U, 4U}) {
            Picture picture{20};
            for_each_row(20, threads, [&](std::size_t row) {
                if (row == slow) // until all the others are made
                    picture.make(row, [](std::size_t made, std::size_t) { return made < 19; });
                else
                    picture.make(row);
            });
            picture.check();
            if (picture.held_up())
                FAIL("Of ", threads, " threads one was held up in row ", slow,
                     " of 20, and other rows were not made meanwhile: they had been given to it before.");
        }
}
