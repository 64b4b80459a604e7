// Where one runs to in a history: the next step of a kind, a line, a condition.
#pragma once

#include "step/history.hpp"

#include <optional>
#include <string>

namespace lockstep::tool
{

/// What one looks for.
struct Wanted
{
    enum class Is
    {
        divergence,
        waste,    ///< a request of which more than half is wasted
        conflict, ///< passes beyond what is needed
        finding,
        line,
        over, ///< a step that is in no more constructs than this one
        condition
    };

    Is is = Is::divergence;
    unsigned line = 0;
    std::string variable = {};
    std::string sign = {}; ///< of a condition: < > <= >= == !=
    double number = 0;
    std::optional<unsigned> lane = {}; ///< none: any of the mask
};

/// @param text "i > 3", "lane 5: x == 0" @throws Failure saying what a condition is
Wanted condition_of(const std::string& text);

/// The next step that is wanted, behind `from` or before it. @param from a step, or none to begin with the first
std::optional<std::size_t> next_step(const StepHistory& history, std::optional<std::size_t> from,
                                     const Wanted& wanted, bool back = false);

/// What --at says: a number, or "finding", "divergence", "waste", "conflict", "end", "line:12". @return none where there is no such step
/// @throws Failure for what it cannot be
std::optional<std::size_t> step_at(const StepHistory& history, const std::string& text);

} // namespace lockstep::tool
