// A check that goes on beside what its caller does, and that can be called off.
#pragma once

#include "check/engine.hpp"

#include <array>
#include <chrono>
#include <exception>
#include <future>
#include <optional>
#include <string>

namespace lockstep::tool
{

/// What became of a check: a verdict, or why there is none.
struct CheckOutcome
{
    std::optional<ExerciseReport> report;
    std::string trouble; ///< what happened, and what to type
};

/// One check at a time, in a thread of its own.
class CheckJob
{
public:
    CheckJob();
    CheckJob(const CheckJob&) = delete;
    CheckJob& operator=(const CheckJob&) = delete;
    ~CheckJob();

    /// Begins a check of the exercise's own files, calling off the one before.
    void start(const ExerciseInfo& exercise);

    /// Stops what runs, and returns when it has stopped.
    void call_off();

    bool running() const { return later_.valid(); }
    std::chrono::steady_clock::time_point since() const { return since_; }

    /// Readable when a check may have ended.
    int descriptor() const { return ends_[0]; }

    /// The outcome of a check that has ended, once. @throws Interrupted when Ctrl-C ended it.
    std::optional<CheckOutcome> take();

private:
    std::array<int, 2> ends_{-1, -1};
    std::chrono::steady_clock::time_point since_;
    std::future<CheckOutcome> later_;
};

} // namespace lockstep::tool
