// What a check is told: where things are, which stages, and what they may use.
#pragma once

#include "base/process.hpp"
#include "check/verdict.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace lockstep::tool
{

/// What the stage correct may take where a learner waits: more than twice as long as the book's slowest solution, so that a loop
/// without end is soon told. The other stages are slowed down by what watches them, and wait for this one.
inline constexpr std::chrono::seconds learners_time{8};

/// Where things are, and what a program under test may use.
struct CheckOptions
{
    std::filesystem::path source; ///< the repository
    std::filesystem::path build;  ///< its build folder
    ProcessLimits limits;
    std::chrono::milliseconds correct_time =
        std::chrono::milliseconds::max(); ///< of the stage correct, where that is less than limits.time
    bool build_missing = true;            ///< build the test program when it is missing or old
    bool correct = true;                  ///< run the correct stage; else it is not checked
    bool clean = true;                    ///< run the clean stage
    bool lens = true;                     ///< run the lens stage
    bool first_failure = false;           ///< the stage correct ends at its first failed assertion
    std::string only_case{}; ///< of the stages correct and clean run this test case alone; empty: all
    bool sandboxed = false;  ///< what is of the student is compiled and run in a sandbox; see confinement.hpp
    std::uint64_t seed = 0;  ///< of the data in the stage correct; 0: the exercise's own
    bool small = false;      ///< the stage correct takes the sizes of the stage clean, on a slow device
    bool side_by_side = true; ///< the stages run at once; else one after the other, where there is one thread
    /// Is told of each stage as it ends; the report may know its cause better. Empty: nobody is.
    std::function<void(const StageResult&)> stage_ended{};
};

} // namespace lockstep::tool
