// Having a part of a trusted program done by another process, in a sandbox: see harness/remote.
#pragma once

#include "base/sandbox.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace lockstep::tool
{

/// The environment with which a program, started with Command::starts_sandbox, has its OpenCL done by a server in a sandbox
/// that sees nothing but the server and one folder.
/// @param folder that the server may write to: its HOME, and the cache of compiled kernels.
/// @param file is written: how the server is started. It must lie where the server cannot write.
/// @param build where server and library are.
std::map<std::string, std::string> isolated_kernels(const std::filesystem::path& folder,
                                                    const std::filesystem::path& file,
                                                    const std::filesystem::path& build);

/// The same for a program linked with harness/remote/judge.cpp: a student's functions are called in a servant, in a sandbox
/// that sees nothing but the servant and one folder.
/// @param servant the program. @param folder, file as above.
std::map<std::string, std::string> isolated_functions(const std::filesystem::path& servant,
                                                      const std::filesystem::path& folder,
                                                      const std::filesystem::path& file);

} // namespace lockstep::tool
