// Rules for kernels under test: they include what is theirs, and do not ask who compiles them.
#include "check/source_rules.hpp"
#include "check/source_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>
#include <set>

namespace lockstep::tool
{

namespace fs = std::filesystem;

namespace
{

bool is_include(const std::string& directive)
{
    static const std::set<std::string> names{"include", "include_next", "import", "embed",
                                             "__include_macros"};
    return names.contains(directive);
}

// By these a kernel tells Oclgrind, which runs the stages clean and lens, from the device of the stage correct.
bool tells_compilers_apart(const std::string& name)
{
    static constexpr std::array beginnings{
        "__SPIR",  "cl_khr_spir", "__OCLGRIND", "__clang",      "__GNUC", "__llvm",  "__LLVM",
        "__POCL",  "POCL_",       "__NV",       "__CUDA",       "__PTX",  "__INTEL", "__x86_64",
        "__amd64", "__i386",      "__i686",     "__aarch64",    "__arm",  "__ARM",   "__AMD",
        "__AVX",   "__SSE",       "__MMX",      "__VERSION__",  "__FILE", "__BASE",  "__INCLUDE_LEVEL__",
        "__LP64",  "_LP64",       "__DATE__",   "__TIMESTAMP__"};
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](const char* beginning) { return name.starts_with(beginning); });
}

// Every device of the book knows OpenCL C 1.2, so whether one knows that much may be asked.
bool asks_for_a_later_version(const std::string& line)
{
    static const std::regex harmless{
        R"(__OPENCL_VERSION__\s*((<|>=)\s*(1[012]0|CL_VERSION_1_[012])|(<=|>)\s*(1[01]0|CL_VERSION_1_[01]))\b)"};
    const std::string rest =
        line.size() < 2000 ? std::regex_replace(line, harmless, "") : line; // std::regex recurses
    return rest.find("__OPENCL_VERSION__") != std::string::npos;
}

std::string fault_in_line(const std::string& line, bool pastes)
{
    const Directive directive = directive_in(line);
    if (is_include(directive.name))
        return fmt::format("#{} {} is refused: a kernel includes files of its own folder alone, by a line "
                           "#include \"NAME\"",
                           directive.name, directive.rest);
    for (const std::string& name : identifiers_in(line)) {
        if (name == "asm" || name == "__asm" || name == "__asm__")
            return fmt::format("{} is refused: a kernel is written in OpenCL C, for every device", name);
        if (name.starts_with("__has_include") || name.starts_with("__has_embed"))
            return fmt::format("{} is refused: what files there are is not for a kernel to ask", name);
        if (tells_compilers_apart(name) || (name == "__OPENCL_VERSION__" && asks_for_a_later_version(line)))
            return fmt::format("{} is refused: it tells one compiler from another, and every stage of a "
                               "check must run the same code",
                               name);
    }
    if (line.find(".incbin") != std::string::npos) return ".incbin is refused: a kernel reads no files";
    if (pastes && (directive.name == "if" || directive.name == "elif")) {
        static const std::regex call{R"(([A-Za-z_]\w*)\s*\()"};
        for (std::sregex_iterator match{directive.rest.begin(), directive.rest.end(), call}, end;
             match != end; ++match)
            if ((*match)[1] != "defined")
                return fmt::format("#{} {} is refused: in a file that pastes names by ##, a condition calls "
                                   "no macro",
                                   directive.name, directive.rest);
    }
    return "";
}

} // namespace

std::string kernel_fault(const KernelSource& kernel, const fs::path& folder)
{
    const fs::path own = real_path(folder);
    for (const SourceLine& line : kernel.lines)
        if (!within(real_path(line.file), own))
            return fmt::format("{} includes {}, which is not in the exercise's folder.",
                               place_of_include(kernel.lines.front().file, line.file.filename().string()),
                               real_path(line.file).string());
    const std::vector<LogicalLine> lines = logical_lines(kernel.text);
    const bool pastes = kernel.text.find("##") != std::string::npos ||
                        kernel.text.find("%:%:") != std::string::npos ||
                        kernel.text.find("?\?=?\?=") != std::string::npos;
    for (const LogicalLine& line : lines) {
        const std::string fault = fault_in_line(line.text, pastes);
        if (fault.empty() || line.number > kernel.lines.size()) continue;
        const SourceLine& place = kernel.lines[line.number - 1];
        return fmt::format("{}:{}: {}.", place.file.filename().string(), place.number, fault);
    }
    return "";
}

} // namespace lockstep::tool
