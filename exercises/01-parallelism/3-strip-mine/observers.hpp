// What the tests of the strip-mined sum have in sum_strip: a record of its calls, and two ways to decide which threads meet.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

struct Call
{
    const float* first = nullptr;
    std::size_t count = 0;
    std::thread::id thread;
};

// Who called sum_strip since begin(). Kept without a lock: a lock would order the threads, and hide their races from
// ThreadSanitizer.
class Record
{
public:
    void begin()
    {
        entered_ = 0;
        left_ = 0;
    }
    void enter(std::span<const float> strip)
    {
        const std::size_t place = entered_.fetch_add(1, std::memory_order_relaxed);
        if (place < calls_.size()) calls_[place] = {strip.data(), strip.size(), std::this_thread::get_id()};
    }
    void leave() { left_.fetch_add(1, std::memory_order_relaxed); }

    std::size_t entered() const { return entered_; }
    std::size_t left() const { return left_; }
    // In the order of the strips.
    std::vector<Call> calls() const
    {
        std::vector<Call> sorted{calls_.begin(), calls_.begin() + std::min(entered(), calls_.size())};
        std::sort(sorted.begin(), sorted.end(),
                  [](const Call& a, const Call& b) { return a.first < b.first; });
        return sorted;
    }

private:
    std::atomic<std::size_t> entered_ = 0;
    std::atomic<std::size_t> left_ = 0;
    std::array<Call, 256> calls_;
};

// Holds the threads that arrive until all that are expected have; gives up after a while, and then for good.
class Rendezvous
{
public:
    void expect(std::size_t threads)
    {
        const std::lock_guard lock{mutex_};
        expected_ = threads;
        arrived_ = 0;
        most_ = 0;
        broken_ = false;
    }
    void arrive()
    {
        std::unique_lock lock{mutex_};
        if (expected_ == 0 || broken_) return;
        most_ = std::max(most_, ++arrived_);
        if (arrived_ >= expected_)
            all_here_.notify_all();
        else if (!all_here_.wait_for(lock, std::chrono::seconds{2},
                                     [&] { return arrived_ >= expected_ || broken_; })) {
            broken_ = true;
            all_here_.notify_all();
        }
        if (broken_) --arrived_;
    }
    // How many threads were inside at the same moment.
    std::size_t most() const { return most_; }

private:
    std::mutex mutex_;
    std::condition_variable all_here_;
    std::size_t expected_ = 0;
    std::size_t arrived_ = 0;
    std::size_t most_ = 0;
    bool broken_ = false;
};

// Lets the strips of an array end one after another: the first one first, or the last one first, or one of the first half and one of
// the second in turns.
class Order
{
public:
    enum class Ends
    {
        as_they_come,
        first_to_last,
        last_to_first,
        in_turns
    };
    void expect(Ends ends, std::span<const float> values, std::size_t strips)
    {
        const std::lock_guard lock{mutex_};
        ends_ = ends;
        begin_ = values.data();
        length_ = values.size() / strips;
        strips_ = strips;
        ended_ = 0;
    }
    // Waits until it is the turn of the strip that begins here; not for ever, as there may be one thread only.
    void wait_for_turn(const float* first)
    {
        // Before the lock, which would order the threads and hide their races from ThreadSanitizer.
        if (ends_.load(std::memory_order_relaxed) == Ends::as_they_come) return;
        std::unique_lock lock{mutex_};
        const std::size_t strip = static_cast<std::size_t>(first - begin_) / length_;
        const std::size_t half = strips_ / 2;
        const std::size_t turn = ends_ == Ends::first_to_last   ? strip
                                 : ends_ == Ends::last_to_first ? strips_ - 1 - strip
                                 : strip < half                 ? 2 * strip
                                                                : 2 * (strip - half) + 1;
        next_.wait_for(lock, std::chrono::seconds{2}, [&] { return ended_ >= turn; });
        lock.unlock();
        // What the thread before does with its sum, it has done by now.
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
        lock.lock();
        ++ended_;
        next_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable next_;
    std::atomic<Ends> ends_ = Ends::as_they_come;
    const float* begin_ = nullptr;
    std::size_t length_ = 1;
    std::size_t strips_ = 0;
    std::size_t ended_ = 0;
};
