// The parts of a check in sandboxes.
#include "check/confinement.hpp"

#include <fmt/format.h>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// What the exercise hands out besides its tests: headers, and kernels that host code loads.
void add_handed_out(const ExerciseInfo& exercise, std::vector<fs::path>& readable)
{
    for (const auto& entry : fs::directory_iterator{exercise.folder})
        if (entry.path().extension() == ".hpp" || entry.path().extension() == ".cl")
            readable.push_back(entry.path());
}

} // namespace

Sandbox compiler_sandbox(const ExerciseInfo& exercise, const fs::path& files, const fs::path& source,
                         const fs::path& build, const fs::path& into)
{
    Sandbox sandbox{.readable = {fs::absolute(files), source / "lib" / "include"}, .writable = into};
    add_handed_out(exercise, sandbox.readable);
    for (const char* library : {"exercise", "lib", "core"})
        sandbox.readable.push_back(build / "lib" / fmt::format("liblockstep-{}.a", library));
    sandbox.readable.push_back(build / "exercises" /
                               fmt::format("libexercise-{}-{}.a", exercise.chapter, exercise.name));
    return sandbox;
}

Sandbox test_sandbox(const ExerciseInfo& exercise, const fs::path& program, const fs::path& files,
                     const fs::path& source)
{
    Sandbox sandbox{.readable = {program, fs::absolute(files), source / "kernels",
                                 source / "lens" / "devices", source / "lens" / "validation" / "occupancy"}};
    add_handed_out(exercise, sandbox.readable);
    return sandbox;
}

} // namespace lockstep::tool
