// The stage "correct": the tests on the chosen device, which builds a kernel as well.
#pragma once

#include "check/options.hpp"
#include "check/test_program.hpp"
#include "check/verdict.hpp"

#include <filesystem>
#include <optional>

namespace lockstep::tool
{

/// How the stage ended.
struct CorrectStage
{
    StageResult verdict{.stage = Stage::correct};
    std::optional<StageResult> no_build = {}; ///< of a kernel that does not build; then there is no verdict
};

/// How the stage ends where the stage clean has found a loop that each work-item runs whole.
StageResult after_loop(double seconds);

/// Runs the tests. @param servant of a host exercise that is judged outside; else empty.
/// @throws Failure where there is no device.
CorrectStage run_correct_stage(const ExerciseInfo& exercise, const TestProgram& tests,
                               const std::filesystem::path& servant, const CheckOptions& options);

} // namespace lockstep::tool
