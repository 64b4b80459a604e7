// Reading Oclgrind's messages.
#include "base/oclgrind_log.hpp"

#include "lockstep/test_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <regex>
#include <sstream>

namespace lockstep::tool
{

namespace
{

constexpr std::string_view case_mark = "[lockstep] case: ";
constexpr const char* fatal_error = "OCLGRIND FATAL ERROR";

std::string trimmed(const std::string& text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first);
}

// How the messages of Oclgrind 21.10 to 26.03 begin.
bool is_headline(const std::string& line)
{
    static constexpr std::array beginnings{"Invalid ",
                                           "Index (",
                                           "Write-write data race",
                                           "Read-write data race",
                                           "Uninitialized ",
                                           "Controlflow ",
                                           "Instruction depends",
                                           "Unaligned ",
                                           "Work-group divergence",
                                           "Work-item finished without",
                                           fatal_error};
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](const char* beginning) { return line.starts_with(beginning); });
}

} // namespace

std::vector<CheckerProblem> parse_oclgrind_log(std::string_view log)
{
    static const std::regex place{R"(^\s*At line (\d+) .*)"};
    static const std::regex address{R"( (at|from|to) (\w+) memory address 0x[0-9a-f]+.*$)"};
    static const std::regex index{R"(^Index \([0-9]+\))"};
    std::vector<CheckerProblem> problems;
    std::istringstream lines{std::string{log}};
    std::string test_case;
    CheckerProblem* current = nullptr;
    bool source_follows = false;
    bool reason_follows = false;
    for (std::string line; std::getline(lines, line);) {
        line.resize(std::min<std::size_t>(line.size(), 2000)); // std::regex recurses once a character
        const std::string text = trimmed(line);
        if (line.starts_with(case_mark)) {
            test_case = line.substr(case_mark.size());
            current = nullptr;
        } else if (is_headline(line)) {
            problems.push_back({});
            current = &problems.back();
            current->test_case = test_case;
            current->what =
                std::regex_replace(std::regex_replace(line, address, " $1 $2 memory"), index, "An index");
            reason_follows = line.starts_with(fatal_error);
        } else if (reason_follows) {
            current->what = fmt::format("Oclgrind cannot go on: {}", line);
            reason_follows = false;
        } else if (current == nullptr)
            continue;
        else if (text.starts_with("Kernel:"))
            current->kernel = trimmed(text.substr(7));
        else if (current->entity.empty() &&
                 (text.starts_with("Entity:") || text.starts_with("First entity:") ||
                  text.starts_with("Second entity:") || text.starts_with("Work-item:")))
            current->entity = trimmed(text.substr(text.find(':') + 1));
        else if (std::smatch match; current->line == 0 && std::regex_match(line, match, place)) {
            if (const int number = std::stoi(match[1]); number < first_test_line) {
                current->line = number;
                source_follows = true;
            } else
                current->entity.clear(); // of a race, the other one may be in the file
        } else if (source_follows) {
            current->source = text;
            source_follows = false;
        }
    }
    std::vector<CheckerProblem> distinct;
    for (const CheckerProblem& problem : problems) {
        const auto same = std::find_if(distinct.begin(), distinct.end(), [&](const CheckerProblem& other) {
            return other.what == problem.what && other.line == problem.line &&
                   other.test_case == problem.test_case;
        });
        if (same == distinct.end())
            distinct.push_back(problem);
        else
            ++same->times;
    }
    return distinct;
}

void quote_lines(std::vector<CheckerProblem>& problems, const std::string& text)
{
    if (text.find("#include") != std::string::npos) return;
    std::vector<std::string> lines{""};
    std::istringstream all{text};
    for (std::string line; std::getline(all, line);) lines.push_back(trimmed(line));
    for (CheckerProblem& problem : problems)
        if (const auto number = static_cast<std::size_t>(problem.line);
            problem.more.empty() && number > 0 && number < lines.size())
            problem.source = lines[number];
}

formats::Finding finding_of(const CheckerProblem& problem)
{
    using formats::Finding;
    const auto begins = [&](auto&&... beginnings) { return (problem.what.starts_with(beginnings) || ...); };
    if (begins("Write-write data race", "Read-write data race")) return Finding::race;
    if (begins("Work-group divergence", "Work-item finished")) return Finding::barrier;
    if (begins("Invalid ", "Index ", "An index", "Unaligned ")) return Finding::stray_access;
    if (begins("Uninitialized ", "Controlflow ", "Instruction depends")) return Finding::uninitialised;
    return Finding::crash; // Oclgrind itself gave up
}

std::string explain(const CheckerProblem& problem, const std::string& file)
{
    std::string text = problem.line == 0 ? ""
                       : file.empty()    ? fmt::format("line {} of the kernel: ", problem.line)
                                         : fmt::format("{}:{}: ", file, problem.line);
    text += problem.what;
    if (!problem.more.empty()) return fmt::format("{}\n{}", text, fmt::join(problem.more, "\n"));
    if (!problem.kernel.empty()) text += fmt::format(" in kernel '{}'", problem.kernel);
    if (!problem.entity.empty()) text += fmt::format(", work-item {}", problem.entity);
    if (problem.times > 1) text += fmt::format(", {} times", problem.times);
    if (!problem.source.empty()) text += fmt::format(": {}", problem.source);
    return text;
}

} // namespace lockstep::tool
