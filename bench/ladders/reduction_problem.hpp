// The problem of the ladder of sums: its inputs, and the launches of each rung.
#pragma once

#include "../ladder.hpp"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::bench
{

/// Floats to add up, and what is known about their sum.
struct SumInput
{
    std::vector<float> values;
    double sum = 0;
    double magnitude = 0; ///< sum of the absolute values
    bool exact = false;   ///< no order of additions rounds
};

/// @param name "random": of a kind that every order of additions sums exactly, so that results are compared
/// bit by bit; names that begin with "uniform-1-3" or "uniform-0-1": uniform in [-1, 3) or [0, 1), for
/// measuring errors; each name its own values.
SumInput sum_input(const std::string& name, std::size_t count);

/// An atomic addition for each element.
Planner sum_with_atomics();
/// Launches until one sum is left; each work-item adds up `each` elements on their way in.
Planner sum_in_trees(std::size_t each);
/// As many groups as the device holds at once, whose work-items take so many elements at a time, and one more launch of one group.
Planner sum_in_two_launches(LaunchSize group, LaunchSize at_once);
/// The same with LOADS vectors at a time, where the last group that ends makes the sum.
Planner sum_in_one_launch();

std::unique_ptr<Problem> sum_problem(Workbench& workbench, SumInput input);

} // namespace lockstep::bench
