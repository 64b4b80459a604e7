// What the parts of a check see in a sandbox: each the least with which it works.
#pragma once

#include "base/sandbox.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <filesystem>

namespace lockstep::tool
{

/// For compiling and linking the file under test: the files, headers, the harness and the exercise's compiled tests.
/// @param into the folder that receives what is made.
Sandbox compiler_sandbox(const ExerciseInfo& exercise, const std::filesystem::path& files,
                         const std::filesystem::path& source, const std::filesystem::path& build,
                         const std::filesystem::path& into);

/// For running the exercise's test program: the program, the files and the kernel set. It has no folder to write to yet.
Sandbox test_sandbox(const ExerciseInfo& exercise, const std::filesystem::path& program,
                     const std::filesystem::path& files, const std::filesystem::path& source);

} // namespace lockstep::tool
