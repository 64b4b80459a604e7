// Kernel files: reading, building, and what the compiler said.
#include "lockstep/program.hpp"

#include "lockstep/device.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"
#include "simulator_prelude.hpp"

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

constexpr int most_nested = 32; // files that include each other

/// The name in a line that is an #include "NAME"; empty in any other.
std::string included_name(const std::string& line)
{
    static const std::regex include{R"re(^\s*#\s*include\s*"([^"]+)"\s*(//.*)?$)re"};
    const std::size_t first = line.find_first_not_of(" \t");
    constexpr std::size_t longest = 2000; // std::regex recurses once a character
    std::smatch match;
    const bool found = first != std::string::npos && line[first] == '#' && line.size() < longest &&
                       std::regex_match(line, match, include);
    return found ? match[1].str() : "";
}

void append(KernelSource& source, const std::filesystem::path& file, int depth)
{
    if (depth > most_nested)
        throw Failure(fmt::format("{} includes itself, or files that include it.", file.string()),
                      "take out one of the #include lines");
    const std::string text = read_text(file);
    int number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        const std::string name = included_name(line);
        if (!name.empty() && std::filesystem::exists(file.parent_path() / name)) {
            append(source, file.parent_path() / name, depth + 1);
            if (!source.text.empty() && source.text.back() != '\n') source.text += '\n';
            continue;
        }
        source.text += line;
        if (end < text.size()) source.text += '\n';
        source.lines.push_back({file, number});
    }
}

/// The functions that OpenCL C has since 2.0: a compiler for 1.2 says of them that they are not declared.
bool is_of_later_opencl(const std::string& name)
{
    static const std::regex names{
        "(work_group|sub_group)_(all|any|broadcast|(reduce|scan_inclusive|scan_exclusive)_(add|min|max))"
        "|(work_group|sub_group)_barrier|work_group_(reserve|commit)_.*|sub_group_.*|get_(num_|max_|enqueued_"
        "num_)?sub_group_?.*"
        "|get_enqueued_local_size|get_(global|local)_linear_id"
        "|atomic_(init|load|store|exchange|compare_exchange_(strong|weak)|fetch_(add|sub|or|xor|and|min|max)"
        "|flag_test_and_set|flag_clear)(_explicit)?|atomic_work_item_fence|to_(global|local|private)|get_"
        "fence"
        "|enqueue_(kernel|marker)|get_default_queue|ndrange_[123]D|(reserve|commit|read|write)_(read_|write_)"
        "?pipe.*"
        "|memory_(order|scope)_.*|atomic_(int|uint|long|ulong|float|double|flag|size_t|intptr_t|uintptr_t)"};
    return std::regex_match(name, names);
}

std::string in_the_books_words(const std::string& text)
{
    if (text.starts_with("cannot combine with previous"))
        return text +
               " (if this is the name of a variable, choose another: half, say, is a type of OpenCL C)";
    static const std::regex unknown{"(?:implicit declaration of function|use of undeclared "
                                    "identifier|unknown type name) '([A-Za-z_0-9]+)'.*"};
    std::smatch match;
    if (!std::regex_search(text, match, unknown) || !is_of_later_opencl(match[1])) return text;
    return fmt::format("'{}' is part of OpenCL C 2.0; the book's kernels are written in OpenCL C 1.2, which "
                       "does not have it",
                       match[1].str());
}

/// The messages of a log, each with the line of the file that it is about.
std::vector<BuildMessage> messages_of(const std::filesystem::path& file, const std::string& log,
                                      const std::vector<SourceLine>& lines)
{
    std::vector<BuildMessage> messages = parse_build_log(log);
    for (BuildMessage& message : messages) {
        message.text = in_the_books_words(message.text);
        if (message.line < 1 || static_cast<std::size_t>(message.line) > lines.size()) continue;
        const SourceLine& line = lines[static_cast<std::size_t>(message.line) - 1];
        message.line = line.number;
        if (line.file != file) message.file = line.file.filename().string();
    }
    return messages;
}

/// The line that a message is about, and under it a caret at its column; nothing when the file cannot be read.
std::string quoted_line(const std::filesystem::path& file, const BuildMessage& message)
{
    const std::filesystem::path source = message.file.empty() ? file : file.parent_path() / message.file;
    std::error_code ignored;
    if (message.line < 1 || !std::filesystem::is_regular_file(source, ignored)) return "";
    const std::vector<std::string> lines = split_lines(read_text(source));
    if (static_cast<std::size_t>(message.line) > lines.size()) return "";
    const std::string& line = lines[static_cast<std::size_t>(message.line) - 1];
    constexpr std::size_t widest = 200;
    if (trim(line).empty() || line.size() > widest) return "";
    std::string text = "\n    " + line;
    if (message.column < 1 || static_cast<std::size_t>(message.column) > line.size() + 1) return text;
    std::string before = line.substr(0, static_cast<std::size_t>(message.column) - 1);
    std::replace_if(
        before.begin(), before.end(), [](char c) { return c != '\t'; }, ' ');
    return text + "\n    " + before + "^";
}

std::string summary(const std::filesystem::path& file, const std::string& log,
                    const std::vector<SourceLine>& lines)
{
    const std::vector<BuildMessage> messages = messages_of(file, log, lines);
    std::string text = fmt::format("{} does not compile.", file.filename().string());
    std::size_t errors = 0;
    for (const BuildMessage& message : messages) {
        if (message.severity != "error" || ++errors > 3) continue;
        const std::string name = message.file.empty() ? file.filename().string() : message.file;
        text += message.line > 0 ? fmt::format("\n  {}:{}: {}", name, message.line, message.text)
                                 : fmt::format("\n  {}", message.text);
        text += quoted_line(file, message);
    }
    if (errors > 3)
        text +=
            fmt::format("\n  and {} more; mend the first, and some of the others may go with it", errors - 3);
    if (errors == 0) text += "\n" + (log.empty() ? std::string{"  The compiler left no message."} : log);
    return text;
}

/// Builds with `prelude` before the program's first line, which stays line 1.
void build(cl::Program& program, const cl::Device& device, const std::string& options,
           const std::string& prelude)
{
    if (prelude.empty()) {
        program.build(device, options.c_str());
        return;
    }
    const ScratchFolder scratch;
    const std::filesystem::path file = scratch.path() / "prelude.h";
    write_text(file, prelude);
    program.build(device, fmt::format("{} -include \"{}\"", options, file.string()).c_str());
}

constexpr std::string_view instruction_mark = "//@ ";

/// The program again, with the instructions that its PTX holds as marked comments.
cl::Program reloaded(const cl::Program& program, const cl::Context& context, const cl::Device& device,
                     const std::filesystem::path& file)
{
    const std::vector<cl::Device> devices = program.getInfo<CL_PROGRAM_DEVICES>();
    const auto at = static_cast<std::size_t>(std::ranges::find(devices, device) - devices.begin());
    const std::vector<unsigned char> binary = program.getInfo<CL_PROGRAM_BINARIES>().at(at);
    const std::string ptx{binary.begin(), binary.end()};
    if (ptx.find(instruction_mark) == std::string::npos) return program;
    const std::string marked = with_marked_instructions(ptx);
    cl::Program again{context, {device}, {{marked.begin(), marked.end()}}};
    try {
        again.build(device);
    } catch (const cl::Error& error) {
        if (error.err() != CL_BUILD_PROGRAM_FAILURE) throw;
        throw BuildFailure(file, again.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
    }
    return again;
}

} // namespace

//! [marked]
std::string with_marked_instructions(std::string ptx)
{
    std::size_t at = ptx.find(instruction_mark);
    if (at == std::string::npos) return ptx;
    for (; at != std::string::npos; at = ptx.find(instruction_mark, at))
        ptx.erase(at, instruction_mark.size());
    constexpr std::string_view target = ".target sm_90";
    const std::size_t found = ptx.find(target);
    const std::size_t after = found + target.size();
    if (found != std::string::npos && after < ptx.size() && ptx[after] != 'a') ptx.insert(after, "a");
    return ptx;
}
//! [marked]

std::vector<BuildMessage> parse_build_log(std::string_view log)
{
    // clang's "FILE:LINE:COLUMN: error: TEXT"; PoCL puts "error: " first and NVIDIA calls the file <kernel>.
    static const std::regex clang_style{R"(^(?:.*?:)(\d+):(\d+): (?:fatal )?(error|warning): (.*)$)"};
    // Of what comes of a macro PoCL also says where the macro's text is.
    static const std::regex pocl_style{
        R"(^(error|warning): .*?:(\d+):(\d+)(?: <Spelling=.*?:\d+:\d+>)?: (.*)$)"};
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

BuildFailure::BuildFailure(const std::filesystem::path& file, std::string log,
                           const std::vector<SourceLine>& lines)
    : Failure(summary(file, log, lines)), log_(std::move(log)), messages_(messages_of(file, log_, lines))
{
}

KernelSource read_kernel(const std::filesystem::path& file)
{
    KernelSource source;
    append(source, file, 0);
    return source;
}

cl::Program build_program(const cl::Context& context, const cl::Device& device,
                          const std::filesystem::path& file, const std::string& options)
{
    const KernelSource source = read_kernel(file);
    cl::Program program{context, source.text};
    const std::string version = device.getInfo<CL_DEVICE_VERSION>();
    const bool is_oclgrind = version.find("Oclgrind") != std::string::npos;
    const std::string prelude = is_oclgrind ? simulator_prelude(source.text, options, version) : "";
    try {
        build(program, device, "-cl-kernel-arg-info " + options, prelude);
    } catch (const cl::Error& error) {
        if (error.err() != CL_BUILD_PROGRAM_FAILURE) throw;
        const std::string log = program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
        // NVIDIA's compiler writes PTX that its assembler rejects for a kernel without parameters that is to have
        // information on them (driver 580).
        if (log.find("ptxas application ptx input") == std::string::npos)
            throw BuildFailure(file, log, source.lines);
        cl::Program plain{context, source.text};
        plain.build(device, options.c_str());
        program = plain;
    }
    return source.text.find(instruction_mark) == std::string::npos ? program
                                                                   : reloaded(program, context, device, file);
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
