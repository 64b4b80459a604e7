// Loading kernel files: what they include, options, and a build log a person can read.
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
    std::string file = {}; ///< the name of the included file it is about; empty: the kernel file itself
};

/// The diagnostics in a build log of PoCL, Oclgrind, NVIDIA's or Intel's compiler (all clang's format at heart).
std::vector<BuildMessage> parse_build_log(std::string_view log);

/// Where a line of a kernel's text stands on disk.
struct SourceLine
{
    std::filesystem::path file;
    int number = 0; ///< 1-based
};

/// A kernel file as compilers get it.
struct KernelSource
{
    std::string text;
    std::vector<SourceLine> lines; ///< of the text, in order
};

/// A kernel file with every `#include "NAME"` of a file in its own folder replaced by that file's text. So nothing is left
/// for a compiler to look up: Oclgrind and the lens see all lines in one file, a driver that keeps binaries by their source
/// notices a changed header, and the folder's name does not matter. A name that is not there is left to the compiler.
/// @throws Failure when the file cannot be read, or files include each other without end.
KernelSource read_kernel(const std::filesystem::path& file);

/// A kernel file that does not compile.
class BuildFailure : public Failure
{
public:
    /// @param lines where the lines that the log numbers come from; none: `file`.
    BuildFailure(const std::filesystem::path& file, std::string log,
                 const std::vector<SourceLine>& lines = {});

    const std::string& log() const noexcept { return log_; }
    const std::vector<BuildMessage>& messages() const noexcept { return messages_; }

private:
    std::string log_;
    std::vector<BuildMessage> messages_;
};

/// PTX whose comments "//@ INSTRUCTION" are instructions, for the target that has them: sm_90a for sm_90. What holds no such
/// comment stays as it is.
std::string with_marked_instructions(std::string ptx);

/// Builds a kernel file for one device; it may include files of its own folder (see read_kernel). Where the compiler makes PTX,
/// instructions that its target lacks may stand in inline assembly as comments (see with_marked_instructions): the program is
/// loaded once more with them.
/// @param options compiler options, for example "-D TILE=16".
/// @throws BuildFailure with the file and line of the first error; Failure when the file cannot be read.
cl::Program build_program(const cl::Context& context, const cl::Device& device,
                          const std::filesystem::path& file, const std::string& options = "");

/// A kernel by name. @throws Failure listing the kernels the program does hold when there is none of that name.
cl::Kernel find_kernel(const cl::Program& program, const std::string& name);

} // namespace lockstep
