// The class's page: one HTML file that opens offline.
#pragma once

#include "grade/pairs.hpp"

#include <string>
#include <vector>

namespace lockstep::tool
{

/// The table of students and exercises, each student's report, and the works that are alike, side by side.
/// @throws Failure when the page's parts cannot be read.
std::string class_page(const formats::GradedClass& graded, const std::vector<ClassPair>& pairs);

} // namespace lockstep::tool
