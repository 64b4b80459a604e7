// Kernel files: reading, building, and what the compiler said.
#include "lockstep/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

namespace lockstep
{

namespace
{

std::string summary(const std::filesystem::path& file, const std::string& log)
{
    const std::vector<BuildMessage> messages = parse_build_log(log);
    std::string text = fmt::format("{} does not compile.", file.filename().string());
    std::size_t errors = 0;
    for (const BuildMessage& message : messages) {
        if (message.severity != "error" || ++errors > 3) continue;
        text += message.line > 0
                    ? fmt::format("\n  {}:{}: {}", file.filename().string(), message.line, message.text)
                    : fmt::format("\n  {}", message.text);
    }
    if (errors > 3)
        text +=
            fmt::format("\n  and {} more; mend the first, and some of the others may go with it", errors - 3);
    if (errors == 0) text += "\n" + (log.empty() ? std::string{"  The compiler left no message."} : log);
    return text;
}

} // namespace

std::vector<BuildMessage> parse_build_log(std::string_view log)
{
    // clang's "FILE:LINE:COLUMN: error: TEXT"; PoCL puts "error: " first and NVIDIA calls the file <kernel>.
    static const std::regex clang_style{R"(^(?:.*?:)(\d+):(\d+): (?:fatal )?(error|warning): (.*)$)"};
    static const std::regex pocl_style{R"(^(error|warning): .*?:(\d+):(\d+): (.*)$)"};
    static const std::regex ptxas_style{R"(^ptxas.*?line (\d+); (error|warning)\s*: (.*)$)"};
    static const std::regex bare{R"(^(error|warning): (.*)$)"};
    std::vector<BuildMessage> messages;
    std::istringstream lines{std::string{log}};
    for (std::string line; std::getline(lines, line);) {
        line.resize(std::min<std::size_t>(line.size(), 2000)); // std::regex recurses once a character
        std::smatch match;
        if (std::regex_match(line, match, pocl_style))
            messages.push_back({std::stoi(match[2]), std::stoi(match[3]), match[1], match[4]});
        else if (std::regex_match(line, match, clang_style))
            messages.push_back({std::stoi(match[1]), std::stoi(match[2]), match[3], match[4]});
        else if (std::regex_match(line, match, ptxas_style))
            messages.push_back({std::stoi(match[1]), 0, match[2], match[3]});
        else if (std::regex_match(line, match, bare))
            messages.push_back({0, 0, match[1], match[2]});
    }
    return messages;
}

BuildFailure::BuildFailure(const std::filesystem::path& file, std::string log)
    : Failure(summary(file, log)), log_(std::move(log)), messages_(parse_build_log(log_))
{
}

std::string read_text(const std::filesystem::path& file)
{
    std::ifstream stream{file, std::ios::binary};
    std::error_code unknown;
    if (!stream || std::filesystem::is_directory(file, unknown)) // a folder opens, and throws when it is read
        throw Failure(fmt::format("The file {} cannot be read.", file.string()),
                      "check that it exists and that you may read it");
    return {std::istreambuf_iterator<char>{stream}, {}};
}

cl::Program build_program(const cl::Context& context, const cl::Device& device,
                          const std::filesystem::path& file, const std::string& options)
{
    cl::Program program{context, read_text(file)};
    // Quotes would be passed on literally by some compilers, so a folder with a space is left out.
    const std::string folder = file.parent_path().string();
    const std::string include =
        folder.empty() || folder.find(' ') != std::string::npos ? "" : fmt::format("-I {} ", folder);
    try {
        program.build(device, (include + "-cl-kernel-arg-info " + options).c_str());
    } catch (const cl::Error& error) {
        if (error.err() != CL_BUILD_PROGRAM_FAILURE) throw;
        throw BuildFailure(file, program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
    }
    return program;
}

cl::Kernel find_kernel(const cl::Program& program, const std::string& name)
{
    // The list is read first: a missing name need not cost an exception inside the driver.
    const std::string names = program.getInfo<CL_PROGRAM_KERNEL_NAMES>();
    std::istringstream list{names};
    std::string shown;
    for (std::string one; std::getline(list, one, ';');) {
        one = one.c_str(); // some drivers count the terminating zero
        if (one == name) return cl::Kernel{program, name.c_str()};
        if (!one.empty()) shown += fmt::format("{}{}", shown.empty() ? "" : ", ", one);
    }
    throw Failure(fmt::format("There is no kernel called '{}'; the file holds {}.", name,
                              shown.empty() ? "no kernel at all" : fmt::format("'{}'", shown)),
                  fmt::format("name the kernel function '{}' and begin it with the word kernel", name));
}

} // namespace lockstep
