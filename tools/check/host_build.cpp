// Compiling host exercises with the flags CMake wrote down at configure time.
#include "check/host_build.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <regex>
#include <sstream>

namespace lockstep::tool
{

namespace
{

// The first errors of a compiler or linker, each on a line that begins with the student's file.
std::string first_errors(const std::string& log, const std::filesystem::path& folder)
{
    static const std::regex wanted{
        R"(.*(: (fatal )?error: |undefined reference to|multiple definition of).*)"};
    std::istringstream lines{log};
    std::string text;
    int shown = 0;
    for (std::string line; std::getline(lines, line) && shown < 3;) {
        if (!std::regex_match(line, wanted)) continue;
        const std::string prefix = folder.string() + "/";
        if (const std::size_t at = line.find(prefix); at != std::string::npos)
            line.erase(0, at + prefix.size());
        text += fmt::format("\n  {}", line);
        ++shown;
    }
    return text.empty() ? "\n" + log.substr(0, 2000) : text;
}

} // namespace

HostBuild build_host_exercise(const ExerciseInfo& exercise, const std::filesystem::path& files,
                              const std::filesystem::path& program, const std::string& sanitizer,
                              const std::filesystem::path& build, const ProcessLimits& limits)
{
    const std::filesystem::path how =
        build / "exercises" / fmt::format("exercise-{}-{}.json", exercise.chapter, exercise.name);
    const nlohmann::json json = nlohmann::json::parse(read_text(how));
    Command command{.arguments = {json.at("compiler").get<std::string>()},
                    .environment = {{"LC_ALL", "C"}},
                    .folder = {},
                    .fixed_addresses = false,
                    .show = false};
    for (const std::string argument : json.at("compile")) command.arguments.push_back(argument);
    if (!sanitizer.empty()) // which tells lines
        command.arguments.insert(command.arguments.end(), {"-g", "-fsanitize=" + sanitizer});
    for (const std::string& file : exercise.edit) command.arguments.push_back((files / file).string());
    for (const std::string argument : json.at("link")) command.arguments.push_back(argument);
    command.arguments.insert(command.arguments.end(), {"-o", program.string()});

    ProcessLimits generous = limits;
    generous.time = std::chrono::minutes{2};
    const ProcessResult process = run_process(command, generous);
    HostBuild result{.ok = process.ok(), .message = {}, .seconds = process.seconds};
    if (!result.ok)
        result.message = fmt::format("{} does not compile.{}", exercise.edit.front(),
                                     first_errors(process.error, std::filesystem::absolute(files)));
    return result;
}

} // namespace lockstep::tool
