// The stage "clean": the tests once more, on a device that looks for what is wrong, or under a sanitizer.
#pragma once

#include "base/oclgrind_log.hpp"
#include "check/host_build.hpp"
#include "check/options.hpp"
#include "check/test_program.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
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

/// A device that looks for what is wrong while it executes, and how what it writes is read.
struct Simulator
{
    std::string name;
    std::filesystem::path driver;  ///< where the loader does not find it by itself
    std::filesystem::path program; ///< of Oclgrind
    std::vector<CheckerProblem> (*problems)(std::string_view log);
    formats::Finding (*kind)(const CheckerProblem& problem);
};

/// Pocket, as it is in that build, or Oclgrind where that is to judge; nothing where it is not there.
std::optional<Simulator> find_simulator(const std::filesystem::path& build);

/// Why find_simulator() has found nothing, and what to type.
std::string missing_simulator();

/// The tests on it. @param program gets what it needs in its environment @param images as of oclgrind_checks()
ProcessResult run_on(const Simulator& simulator, TestProgram& program, bool images, std::size_t errors,
                     const ProcessLimits& limits);

/// Oclgrind with everything it can check: what a program to be checked is put behind.
/// @param images kernels take images; uninitialised values are not looked for then. @param errors that it tells; it is silent of more.
std::vector<std::string> oclgrind_checks(const std::filesystem::path& oclgrind, bool images = false,
                                         std::size_t errors = 200);

/// Whether a kernel of the exercise, as it is handed out, takes images.
bool takes_images(const ExerciseInfo& exercise);

/// Runs an exercise on the simulator, and a host exercise that names a sanitizer built with it.
/// @param preprocessed the folder of a host exercise's preprocessed files.
CleanStage run_clean_stage(const ExerciseInfo& exercise, const HostPlaces& places, const TestProgram& program,
                           const std::filesystem::path& preprocessed, const CheckOptions& options);

} // namespace lockstep::tool
