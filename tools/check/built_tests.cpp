// Finding out whether an exercise's tests are built, and building them.
#include "check/built_tests.hpp"

#include "base/build.hpp"
#include "base/simulator.hpp"
#include "check/host_build.hpp"
#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <set>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

std::string judge_target(const ExerciseInfo& exercise)
{
    return test_target(exercise) + "-judge";
}

bool no_older(const fs::path& built, const fs::path& source)
{
    std::error_code missing;
    const auto time = fs::last_write_time(built, missing);
    if (missing) return false;
    const auto changed = fs::last_write_time(source, missing);
    return missing || time >= changed;
}

// Whether none of these files of the exercise, and no header of it, has changed since this was built.
bool no_older_than_files(const fs::path& built, const ExerciseInfo& exercise, const std::set<fs::path>& names)
{
    std::error_code gone;
    bool fresh = true;
    for (const fs::directory_entry& entry : fs::directory_iterator{exercise.folder, gone})
        if (names.contains(entry.path().filename()) || entry.path().extension() == ".hpp")
            fresh = fresh && no_older(built, entry.path());
    return fresh;
}

// The same for what the harness and the tool must agree on.
bool no_older_than_harness(const fs::path& built, const fs::path& source)
{
    bool fresh = true;
    for (const char* file : {"exercise.cpp", "exercise_main.cpp", "handover.hpp"})
        fresh = fresh && no_older(built, source / "harness" / "src" / file);
    return fresh;
}

bool judge_is_built(const ExerciseInfo& exercise, const fs::path& source, const fs::path& build)
{
    const fs::path judge = judge_of(exercise, build);
    return no_older_than_files(judge, exercise, {"calls.cpp", "given.cpp", "test.cpp"}) &&
           no_older_than_harness(judge, source);
}

} // namespace

std::string test_target(const ExerciseInfo& exercise)
{
    return fmt::format("exercise-{}-{}", exercise.chapter, exercise.name);
}

fs::path judge_of(const ExerciseInfo& exercise, const fs::path& build)
{
    return build / "exercises" / judge_target(exercise);
}

void build_tests(const ExerciseInfo& exercise, const CheckOptions& options)
{
    const auto ensure = [&](bool is_built, const std::string& target) {
        if (is_built) return;
        if (!options.build_missing)
            throw Failure(fmt::format("The test program of {} is not built.", exercise.id),
                          "cmake --build build");
        build_target(options.build, target);
    };
    ensure(tests_are_built(exercise, options.source, options.build), test_target(exercise));
    if (options.build_missing && options.clean && exercise.wants("clean") &&
        wanted_simulator() == CountedBy::pocket)
        ensure(fs::exists(pocket_library(options.build)), "lockstep-pocket");
    if (options.sandboxed && is_judged_outside(exercise))
        ensure(judge_is_built(exercise, options.source, options.build), judge_target(exercise));
}

bool tests_are_built(const ExerciseInfo& exercise, const fs::path& source, const fs::path& build)
{
    const std::string target = test_target(exercise);
    const fs::path built = build / "exercises" / (exercise.host() ? fmt::format("lib{}.a", target) : target);
    const fs::path harness = exercise.host() ? build / "harness" / "liblockstep-harness.a" : built;
    return no_older_than_files(built, exercise, {"given.cpp", "test.cpp"}) &&
           no_older_than_harness(harness, source);
}

} // namespace lockstep::tool
