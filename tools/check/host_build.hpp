// Compiling the file under test of a host exercise and linking it with the exercise's tests.
#pragma once

#include "base/process.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <string>

namespace lockstep::tool
{

struct HostBuild
{
    bool ok = false;
    std::string message; ///< the compiler's first errors, with the student's file and line
    double seconds = 0.0;
};

/// Builds `program` from the exercise's edited files in `files`.
/// @param sanitizer "thread", "address" or empty. @throws Failure when the build folder lacks the exercise's tests.
HostBuild build_host_exercise(const ExerciseInfo& exercise, const std::filesystem::path& files,
                              const std::filesystem::path& program, const std::string& sanitizer,
                              const std::filesystem::path& build, const ProcessLimits& limits);

} // namespace lockstep::tool
