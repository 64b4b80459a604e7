// The parts of a check in sandboxes.
#include "check/confinement.hpp"

#include "base/own_oclgrind.hpp"

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

void add_files(const fs::path& folder, std::string_view extension, std::vector<fs::path>& readable)
{
    std::error_code error;
    for (fs::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == extension) readable.push_back(entry->path());
}

// A compiler outside of /usr, say in /opt/gcc/bin, has its other programs, headers and libraries beside that folder.
void add_compiler(const fs::path& compiler, std::vector<fs::path>& readable)
{
    std::error_code error;
    for (const fs::path& program : {compiler, fs::canonical(compiler, error)}) {
        if (!program.is_absolute() || program.string().starts_with("/usr/")) continue;
        for (const char* folder : {"bin", "include", "lib", "lib64", "libexec"})
            readable.push_back(program.parent_path().parent_path() / folder);
    }
}

} // namespace

Sandbox compiler_sandbox(const fs::path& compiler, const fs::path& files,
                         const std::vector<fs::path>& folders, const fs::path& into)
{
    Sandbox sandbox{.readable = {fs::absolute(files)}, .writable = into};
    add_compiler(compiler, sandbox.readable);
    for (const fs::path& folder : folders)
        if (!folder.string().starts_with("/usr/")) add_files(folder, ".hpp", sandbox.readable);
    return sandbox;
}

Sandbox linker_sandbox(const fs::path& compiler, const std::vector<fs::path>& archives, const fs::path& into)
{
    Sandbox sandbox{.readable = archives, .writable = into};
    add_compiler(compiler, sandbox.readable);
    return sandbox;
}

Sandbox test_sandbox(const ExerciseInfo& exercise, const fs::path& program, const fs::path& files,
                     const fs::path& source)
{
    Sandbox sandbox{.readable = {program, fs::absolute(files), source / "kernels",
                                 source / "lens" / "devices", source / "lens" / "validation" / "occupancy"}};
    if (fs::exists(own_oclgrind())) sandbox.readable.push_back(own_oclgrind());
    add_files(exercise.folder, ".cl", sandbox.readable); // which host code loads
    return sandbox;
}

} // namespace lockstep::tool
