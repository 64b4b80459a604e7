// The stage "clean": the tests once more, under Oclgrind or a sanitizer.
#pragma once

#include "check/engine.hpp"
#include "check/test_program.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// How the stage ended.
struct CleanStage
{
    StageResult verdict{
        .name = "clean", .status = StageStatus::not_checked, .message = {}, .seconds = 0, .failed_cases = {}};
    bool results_only = false; ///< the checker found nothing, but test cases failed under it
};

/// Oclgrind with everything it can check: what a program to be checked is put behind.
std::vector<std::string> oclgrind_checks(const std::filesystem::path& oclgrind);

/// Runs a kernel exercise under Oclgrind, and a host exercise that names a sanitizer built with it.
/// @param scratch a folder for what is built.
CleanStage run_clean_stage(const ExerciseInfo& exercise, const std::filesystem::path& files,
                           const TestProgram& program, const std::filesystem::path& scratch,
                           const CheckOptions& options);

} // namespace lockstep::tool
