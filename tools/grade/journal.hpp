// What has been graded so far: one file a job, which appears whole or not at all, so that a run goes on where another ended.
#pragma once

#include "grade/plan.hpp"
#include "lockstep/formats/grading.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::tool
{

/// The grade that a job's file holds when it was made from the same inputs; nothing when it is missing, is of other inputs
/// or cannot be read.
std::optional<formats::ExerciseGrade> finished(const ClassFolder& folder, const std::string& student,
                                               const std::string& exercise, const std::string& fingerprint);

/// Writes a job's file, by a rename.
void finish(const ClassFolder& folder, const formats::GradedJob& job);

/// Adds a line with date and time to log.txt, where all that differs from run to run stands.
void log_line(const ClassFolder& folder, std::string_view text);

} // namespace lockstep::tool
