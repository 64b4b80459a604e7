// What the parts of a check see in a sandbox: each the least with which it works.
#pragma once

#include "base/sandbox.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <vector>

namespace lockstep::tool
{

/// For compiling the file under test. What it is linked with is not there, so that no line can take it in.
/// @param compiler its full path; of one outside of /usr what was installed with it is there, too.
/// @param files the folder of the files under test.
/// @param folders that the compiler searches: of those outside of /usr it sees the headers, and not the tests beside them.
/// @param into the folder that receives what is made; empty: nothing is.
Sandbox compiler_sandbox(const std::filesystem::path& compiler, const std::filesystem::path& files,
                         const std::vector<std::filesystem::path>& folders,
                         const std::filesystem::path& into);

/// For linking what was compiled into `into`, where the program goes too.
Sandbox linker_sandbox(const std::filesystem::path& compiler,
                       const std::vector<std::filesystem::path>& archives, const std::filesystem::path& into);

/// For running the exercise's test program: the program, the files and the kernel set. It has no folder to write to yet.
Sandbox test_sandbox(const ExerciseInfo& exercise, const std::filesystem::path& program,
                     const std::filesystem::path& files, const std::filesystem::path& source);

} // namespace lockstep::tool
