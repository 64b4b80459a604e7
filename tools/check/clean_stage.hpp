// The stage "clean": the tests once more, under Oclgrind or a sanitizer.
#pragma once

#include "check/engine.hpp"
#include "check/host_build.hpp"
#include "check/test_program.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// How the stage ended.
struct CleanStage
{
    StageResult verdict{.stage = Stage::clean};
    std::string cause;         ///< a finding that explains wrong results; empty when there is none
    bool results_only = false; ///< the checker found nothing, but test cases failed under it
    bool raced = false;        ///< work-items race, whatever else there is
    bool called_off = false;   ///< by its gate, before the checker found anything
};

/// Oclgrind with everything it can check: what a program to be checked is put behind.
/// @param images kernels take images; uninitialised values are not looked for then. @param errors that it tells; it is silent of more.
std::vector<std::string> oclgrind_checks(const std::filesystem::path& oclgrind, bool images = false,
                                         std::size_t errors = 200);

/// Whether a kernel of the exercise, as it is handed out, takes images.
bool takes_images(const ExerciseInfo& exercise);

/// Runs a kernel exercise under Oclgrind, and a host exercise that names a sanitizer built with it.
/// @param preprocessed the folder of a host exercise's preprocessed files.
CleanStage run_clean_stage(const ExerciseInfo& exercise, const HostPlaces& places, const TestProgram& program,
                           const std::filesystem::path& preprocessed, const CheckOptions& options);

} // namespace lockstep::tool
