// Running code that is not trusted, so that it sees nothing but what it needs and changes nothing but one folder.
//
// The walls are the kernel's, put up by bubblewrap: namespaces of its own for files, processes, users, the network and
// System V objects, no capability, no terminal. Limits of bytes and processes are held by run_process, which looks.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// What a program that is not trusted may see and use besides the system's programs, libraries and OpenCL drivers.
struct Sandbox
{
    std::vector<std::filesystem::path> readable =
        {};                              ///< files and folders that are there, seen at their own places
    std::filesystem::path writable = {}; ///< the one folder it may write to; empty: none
    std::size_t written_bytes = std::size_t{512} << 20U; ///< that folder may hold
    std::size_t written_files = 4096;                    ///< that folder may hold
    std::size_t processes = 256;                         ///< at once, threads included
};

/// Why programs cannot be run in a sandbox here, with what to do about it; empty when they can. Tried once a process.
std::string sandbox_missing();

/// The arguments that run a program inside of the sandbox.
/// @param arguments the program first, by its full path or a name on PATH.
/// @param folder its working directory; empty: the writable folder, or /.
std::vector<std::string> confined(const std::vector<std::string>& arguments,
                                  const std::filesystem::path& folder, const Sandbox& sandbox);

/// The environment that such a program is given: `added`, and of this process's own what drivers, the compiler and the
/// choice of a device need, nothing else.
std::vector<std::string> confined_environment(const std::map<std::string, std::string>& added);

/// The contents of a file that such a program wrote; empty when it is missing, no regular file (a link or a pipe that lies
/// in its place is not followed), or larger than `most_bytes`.
std::string read_untrusted(const std::filesystem::path& file,
                           std::size_t most_bytes = std::size_t{64} << 20U);

/// How much lies below a folder, links not followed.
struct FolderUse
{
    std::size_t bytes = 0;
    std::size_t files = 0;
};

/// Counts until one of the sandbox's limits is passed.
FolderUse use_of_folder(const std::filesystem::path& folder, const Sandbox& limits);

} // namespace lockstep::tool
