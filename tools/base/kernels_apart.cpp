// How the server that runs kernels is started.
#include "base/kernels_apart.hpp"

#include "base/process.hpp"
#include "lockstep/files.hpp"

namespace lockstep::tool
{

std::map<std::string, std::string> kernels_apart(const std::filesystem::path& folder,
                                                 const std::filesystem::path& file,
                                                 const std::filesystem::path& build)
{
    const std::filesystem::path server = build / "bin" / "lockstep-remote-cl-server";
    std::vector<std::string> arguments =
        confined({server.string()}, {}, {.readable = {server}, .writable = folder});
    arguments.front() = find_program(arguments.front()).string();
    std::string words;
    for (const std::string& word : arguments) words += word + '\0';
    words += '\0';
    for (const std::string& word : confined_environment(
             {{"POCL_CACHE_DIR", (folder / "pocl-cache").string()}, {"HOME", folder.string()}}))
        words += word + '\0';
    write_text(file, words);
    return {{"LOCKSTEP_REMOTE", file.string()},
            {"LD_PRELOAD", (build / "lib" / "liblockstep-remote-cl.so").string()}};
}

} // namespace lockstep::tool
