// Reading what Pocket, the book's own device, writes about a program's kernels.
#pragma once

#include "base/oclgrind_log.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tool
{

/// What Pocket found, in the standard error of a program that ran on it, in order: its sentences and what explains them, with the test cases that the program marks as for
/// parse_oclgrind_log().
std::vector<CheckerProblem> parse_pocket_log(std::string_view log);

/// The log without what Pocket found.
std::string without_findings(std::string_view log);

/// The kind of a problem that Pocket found.
formats::Finding pocket_finding_of(const CheckerProblem& problem);

} // namespace lockstep::tool
