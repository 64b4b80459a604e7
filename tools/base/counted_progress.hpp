// How far something has come that is made of many equal parts.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>

namespace lockstep::tool
{

/// A line that counts up, on a terminal in its place; elsewhere a line for each tenth.
class CountedProgress
{
public:
    /// @param what is counted, as the line begins; it must outlive this.
    CountedProgress(const char* what, std::size_t all);
    ~CountedProgress();
    CountedProgress(const CountedProgress&) = delete;
    CountedProgress& operator=(const CountedProgress&) = delete;

    /// May be called from several threads at once.
    void one_more();
    /// There are fewer to come than was thought.
    void fewer(std::size_t by);

private:
    const char* what_;
    std::size_t all_;
    std::size_t done_ = 0;
    std::size_t tenths_ = 0;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::mutex mutex_;

    void show();
};

} // namespace lockstep::tool
