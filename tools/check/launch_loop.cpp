// Reading a kernel for loops and numbers of work-items.
#include "check/launch_loop.hpp"

#include "check/source_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace lockstep::tool
{

namespace
{

bool gives_a_number(const std::string& name)
{
    static const std::set<std::string> names{"get_global_id", "get_local_id", "get_group_id",
                                             "get_global_linear_id", "get_local_linear_id"};
    return names.contains(name) || name.starts_with("get_sub_group") || name.starts_with("atomic_") ||
           name.starts_with("atom_");
}

// The variable that a line does nothing but put a work-item's number into; empty for any other line.
std::string variable_for_number(const std::string& line)
{
    static const std::regex form{
        R"(^\s*(?:\w+\s+)*(\w+)\s*=\s*(?:\(\s*\w+\s*\)\s*)?get_global_id\s*\(\s*\w+\s*\)\s*;\s*$)"};
    std::smatch match;
    return std::regex_match(line, match, form) ? match[1].str() : "";
}

// The variable that a loop begins at 0; empty when the line begins none so.
std::string counted_from_zero(const std::string& line)
{
    static const std::regex form{R"(\bfor\s*\(\s*(?:\w+\s+)*(\w+)\s*=\s*0)"};
    std::smatch match;
    return std::regex_search(line, match, form) ? match[1].str() : "";
}

// The variable that a line does nothing but guard by: "if (i >= n) return;".
std::string guarded_by(const std::string& line)
{
    static const std::regex form{R"(^\s*if\s*\(\s*(\w+)\s*[<>]=?\s*\w+\s*\)\s*(?:return\s*;|\{)?\s*$)"};
    std::smatch match;
    return std::regex_match(line, match, form) ? match[1].str() : "";
}

} // namespace

std::optional<SourceLine> loop_of_every_item(const KernelSource& kernel)
{
    constexpr std::size_t longest = 2000; // std::regex recurses once a character
    std::map<std::string, std::size_t> uses;
    std::set<std::string> numbers;
    std::set<std::string> overwritten; // by a loop's counter of that name, before they were used
    std::size_t loop = 0;              // its line; 0: none yet
    bool in_kernel = false;
    for (const LogicalLine& line : logical_lines(kernel.text)) {
        if (line.text.size() > longest) return std::nullopt;
        const std::string number = variable_for_number(line.text);
        if (!number.empty()) numbers.insert(number);
        if (const std::string counter = counted_from_zero(line.text); uses[counter] == 1)
            overwritten.insert(counter);
        const std::string guard = guarded_by(line.text);
        for (const std::string& name : identifiers_in(line.text)) {
            if (number.empty() && gives_a_number(name)) return std::nullopt;
            if (name != guard) ++uses[name];
            in_kernel = in_kernel || name == "kernel" || name == "__kernel";
            if (loop == 0 && in_kernel && (name == "for" || name == "while")) loop = line.number;
        }
    }
    const bool idle = std::ranges::all_of(numbers, [&](const std::string& number) {
        return uses[number] == 1 || overwritten.contains(number);
    });
    if (loop == 0 || !idle || loop > kernel.lines.size()) return std::nullopt;
    return kernel.lines[loop - 1];
}

std::string explain_loop(const SourceLine& loop)
{
    return fmt::format("{}:{}: Each work-item runs this whole loop, because its number chooses no element. "
                       "There is no loop over "
                       "the elements to write: the launch is that loop. Take the number from "
                       "get_global_id(0), and make the one "
                       "element that has it.",
                       loop.file.filename().string(), loop.number);
}

} // namespace lockstep::tool
