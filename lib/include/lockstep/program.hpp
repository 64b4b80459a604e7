// Loading kernel files: include paths, options, and a build log a person can read.
#pragma once

#include "error.hpp"
#include "files.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep
{

/// One diagnostic of a kernel compiler, mapped to the file the reader edits.
struct BuildMessage
{
    int line = 0;         ///< 1-based; 0 when the compiler named none
    int column = 0;       ///< 1-based; 0 when the compiler named none
    std::string severity; ///< "error" or "warning"
    std::string text;
};

/// The diagnostics in a build log of PoCL, Oclgrind, NVIDIA's or Intel's compiler (all clang's format at heart).
std::vector<BuildMessage> parse_build_log(std::string_view log);

/// A kernel file that does not compile.
class BuildFailure : public Failure
{
public:
    BuildFailure(const std::filesystem::path& file, std::string log);

    const std::string& log() const noexcept { return log_; }
    const std::vector<BuildMessage>& messages() const noexcept { return messages_; }

private:
    std::string log_;
    std::vector<BuildMessage> messages_;
};

/// Builds a kernel file for one device. The file's own folder is on the include path.
/// @param options compiler options, for example "-D TILE=16".
/// @throws BuildFailure with the file and line of the first error; Failure when the file cannot be read.
cl::Program build_program(const cl::Context& context, const cl::Device& device,
                          const std::filesystem::path& file, const std::string& options = "");

/// A kernel by name. @throws Failure listing the kernels the program does hold when there is none of that name.
cl::Kernel find_kernel(const cl::Program& program, const std::string& name);

} // namespace lockstep
