// Compiling the file under test of a host exercise and linking it with the exercise's tests.
#pragma once

#include "base/process.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// How a step of a build ended.
struct HostBuild
{
    bool ok = false;
    std::string message; ///< the compiler's first errors, with the student's file, line and text of the line
    double seconds = 0.0;
    std::string warning = {}; ///< the compiler's first in the student's files, as first_warning() tells it
};

/// Where things are that a build takes from.
struct HostPlaces
{
    std::filesystem::path files;  ///< the files under test
    std::filesystem::path source; ///< the repository
    std::filesystem::path build;  ///< its build folder
    bool sandboxed = false;       ///< the compiler sees what it needs and nothing else
};

/// Preprocesses the edited files into `into`, NAME.ii, and refuses what they may not include or name. All builds of the
/// exercise compile these: no macro can tell one from another.
/// @throws Failure when the build folder lacks the exercise's tests.
HostBuild preprocess_host_exercise(const ExerciseInfo& exercise, const HostPlaces& places,
                                   const std::filesystem::path& into, const ProcessLimits& limits);

/// Builds `program` from the preprocessed files in `preprocessed`.
/// @param sanitizer "thread", "address" or empty. @throws Failure when the build folder lacks the exercise's tests.
HostBuild build_host_exercise(const ExerciseInfo& exercise, const HostPlaces& places,
                              const std::filesystem::path& preprocessed, const std::filesystem::path& program,
                              const std::string& sanitizer, const ProcessLimits& limits);

/// Many versions of one host exercise's files, each built as a shared library in a folder of its own, and one program of the tests that
/// takes them from the folder that LD_LIBRARY_PATH names. It takes a third of the time, and holds no wall between tests and functions:
/// it is for files that are trusted.
class HostLibraries
{
public:
    /// Compiles what the solution includes, for all versions: most of the time for a file goes into its headers.
    /// @param solution the folder of the solution. @param into a folder for headers and program.
    HostLibraries(const ExerciseInfo& exercise, const HostPlaces& solution, const std::filesystem::path& into,
                  const ProcessLimits& limits);

    /// Builds the library of the edited files in `files`, and there. @return whether it compiles.
    bool build(const std::filesystem::path& files) const;

    /// Links the tests with the library that build() made in `files`. @return the program; empty where it cannot be linked.
    std::filesystem::path link_tests(const std::filesystem::path& files) const;

private:
    const ExerciseInfo& exercise_;
    HostPlaces places_;
    std::filesystem::path into_;
    ProcessLimits limits_;
};

/// True when the exercise's tests can be run outside of the process that has the student's functions: it has a calls.cpp.
bool is_judged_outside(const ExerciseInfo& exercise);

/// Links what build_host_exercise() has compiled in the folder of `servant` to the program that has the student's functions, and
/// neither tests nor harness: see harness/remote/functions.hpp.
HostBuild link_servant(const ExerciseInfo& exercise, const HostPlaces& places,
                       const std::filesystem::path& servant, const ProcessLimits& limits);

/// True when the compiler of the build can build and link a program with this sanitizer.
bool has_sanitizer(const ExerciseInfo& exercise, const std::filesystem::path& build,
                   const std::filesystem::path& scratch, const std::string& sanitizer);

/// The first errors in what a compiler and linker wrote, each with the lines that show its place and the note that helps to
/// mend it. Files of `folder` are named without it.
std::string first_errors(const std::string& log, const std::filesystem::path& folder);

/// The first warning in what a compiler wrote of a file of `folder`, as "sum.cpp:5: TEXT", but for those of what is not used;
/// empty when there is none.
std::string first_warning(const std::string& log, const std::filesystem::path& folder);

} // namespace lockstep::tool
