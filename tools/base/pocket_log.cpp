#include "base/pocket_log.hpp"

#include "lockstep/test_lines.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>

namespace lockstep::tool
{

std::vector<CheckerProblem> parse_pocket_log(std::string_view log)
{
    static constexpr std::string_view case_mark = "[lockstep] case: ", indent = "    ",
                                      silently = "    (later";
    static const std::regex finding{R"(^Pocket: (\w+), line (\d{1,9}): (.*)$)"};
    std::vector<CheckerProblem> problems;
    std::istringstream lines{std::string{log}};
    std::string test_case;
    bool more_follows = false;
    for (std::string line; std::getline(lines, line);) {
        line.resize(std::min<std::size_t>(line.size(), 2000)); // std::regex recurses once a character
        std::smatch match;
        if (line.starts_with(case_mark)) {
            test_case = line.substr(case_mark.size());
        } else if (std::regex_match(line, match, finding)) {
            CheckerProblem problem{.test_case = test_case, .what = match[3], .kernel = match[1]};
            const int number = std::stoi(match[2]);
            more_follows = number < first_test_line;
            if (more_follows) problem.line = number;
            problems.push_back(problem);
            continue;
        } else if (more_follows && line.starts_with(indent)) {
            if (!line.starts_with(silently)) problems.back().more.push_back(line.substr(indent.size()));
            continue;
        }
        more_follows = false;
    }
    return problems;
}

std::string without_findings(std::string_view log)
{
    std::string rest;
    bool in_finding = false;
    for (const std::string& line : split_lines(log)) {
        in_finding = line.starts_with("Pocket: ") || (in_finding && line.starts_with("    "));
        if (!in_finding) rest += line + "\n";
    }
    return rest;
}

formats::Finding pocket_finding_of(const CheckerProblem& problem)
{
    using formats::Finding;
    const auto says = [&](auto&&... parts) { return (contains(problem.what, parts) || ...); };
    if (says("a race on ")) return Finding::race;
    if (says("nobody has written")) return Finding::uninitialised;
    if (says("not reached by all", "this barrier was reached by", "asked for by all"))
        return Finding::barrier;
    if (says("has not ended after")) return Finding::time_limit;
    if (problem.what.starts_with("this ")) return Finding::stray_access;
    return Finding::crash; // a division by zero, a group of another size
}

} // namespace lockstep::tool
