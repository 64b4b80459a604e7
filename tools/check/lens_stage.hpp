// The stage "lens": the tests made for counting, run under the lens, and the exercise's targets.
#pragma once

#include "check/options.hpp"
#include "check/test_program.hpp"
#include "lockstep/formats/lens_report.hpp"

#include <string>
#include <vector>

namespace lockstep::tool
{

/// Runs the cases of TEST_SUITE("lens") under the lens and holds the counts against the targets, of each case by
/// itself. A target that is missed is named "KERNEL METRIC" among the failed cases.
/// @throws Failure naming exercise.json and the key when a target is for a case that there is not.
StageResult run_lens_stage(const ExerciseInfo& exercise, const TestProgram& tests,
                           const CheckOptions& options);

/// Holds counts against an exercise's targets, of each test case by itself: status, message, counts and failed cases of `stage`.
/// @param cases the test cases that were counted.
void hold_against_targets(const ExerciseInfo& exercise, const formats::LensReport& report,
                          const std::vector<std::string>& cases, StageResult& stage);

} // namespace lockstep::tool
