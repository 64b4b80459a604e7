// A step of a history on a terminal's page.
#pragma once

#include "step/history.hpp"

#include <set>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// What the reader sees of it.
struct StepView
{
    std::size_t step = 0;
    unsigned lane = 0;
    std::set<std::string> pinned = {}; ///< variables, by name
    std::string asked = {};            ///< what is being typed, behind its question
    std::string message = {};
    bool help = false;
};

/// The page, a line each.
std::vector<std::string> step_page(const StepHistory& history, const StepView& view, std::size_t rows,
                                   std::size_t columns);

/// A step for who reads no page: its number and its sentence.
std::string step_line(const StepHistory& history, std::size_t step);

/// Its lanes as squares, one each: at work, behind a mask, waiting, or the one that something is wrong with.
std::string lane_squares(const StepHistory& history, std::size_t step);

/// "reduce (launch 0), group (0, 0, 0), sub-group 0 of 4, 32 lanes, NVIDIA H200: 1,234 steps".
std::string title_of(const StepHistory& history);

} // namespace lockstep::tool
