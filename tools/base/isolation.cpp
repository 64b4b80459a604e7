// How the processes are started that do a part of a program.
#include "base/isolation.hpp"

#include "base/process.hpp"
#include "lockstep/files.hpp"

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// Writes into `file` how `program` is started in a sandbox; harness/remote/child.cpp reads it.
void write_start(const fs::path& program, const fs::path& folder,
                 const std::map<std::string, std::string>& environment, const fs::path& file)
{
    std::vector<std::string> arguments =
        confined({program.string()}, {}, {.readable = {program}, .writable = folder});
    arguments.front() = find_program(arguments.front()).string();
    std::string words;
    for (const std::string& word : arguments) words += word + '\0';
    words += '\0';
    for (const std::string& word : confined_environment(environment)) words += word + '\0';
    write_text(file, words);
}

} // namespace

std::map<std::string, std::string> isolated_kernels(const fs::path& folder, const fs::path& file,
                                                    const fs::path& build)
{
    write_start(build / "bin" / "lockstep-remote-cl-server", folder,
                {{"POCL_CACHE_DIR", (folder / "pocl-cache").string()}, {"HOME", folder.string()}}, file);
    return {{"LOCKSTEP_REMOTE", file.string()},
            {"LD_PRELOAD", (build / "lib" / "liblockstep-remote-cl.so").string()}};
}

std::map<std::string, std::string> isolated_functions(const fs::path& servant, const fs::path& folder,
                                                      const fs::path& file)
{
    write_start(servant, folder, {{"HOME", folder.string()}}, file);
    return {{"LOCKSTEP_SERVANT", file.string()}};
}

} // namespace lockstep::tool
