// Making the blocks of a catalogue of a wrong solution's files.
#include "base/process.hpp"
#include "check/wrong_solutions.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace lockstep::tool
{

namespace
{

// What `diff -U CONTEXT` says of two files, as the blocks of a catalogue.
std::string diff_blocks(const std::filesystem::path& solution, const std::filesystem::path& wrong,
                        int context)
{
    const ProcessResult diff = run_process(
        {.arguments = {"diff", "-U", std::to_string(context), "--", solution.string(), wrong.string()},
         .environment = {{"LC_ALL", "C"}}},
        {});
    if (diff.status != 1)
        throw Failure(diff.status == 0 ? fmt::format("{} is the solution itself.", wrong.string())
                                       : fmt::format("diff could not compare {} with the solution: {}",
                                                     wrong.string(), diff.error));
    std::string blocks;
    std::vector<std::string> lines = split_lines(diff.output);
    for (std::size_t i = 2; i < lines.size(); ++i) // after the two files' names
        if (lines[i].starts_with("@@"))
            blocks += blocks.empty() ? "```diff\n" : "```\n\n```diff\n";
        else if (!lines[i].starts_with("\\"))
            blocks += (lines[i] == " " ? "" : lines[i]) + "\n";
    return blocks + "```\n";
}

// A change of more than six lines in ten of the solution is read more easily as a whole file.
bool mostly_new(const std::string& blocks, const std::string& solution)
{
    const std::vector<std::string> lines = split_lines(blocks);
    const auto removed = std::count_if(lines.begin(), lines.end(),
                                       [](const std::string& line) { return line.starts_with("-"); });
    return static_cast<std::size_t>(removed) * 10 > split_lines(solution).size() * 6;
}

} // namespace

std::string change_blocks(const std::filesystem::path& solution, const std::filesystem::path& wrong,
                          const std::string& kind)
{
    const std::string right_text = read_text(solution);
    const std::string wrong_text = read_text(wrong);
    for (const int context : {0, 1, 2, 3, 5, 8, 12}) {
        const std::string blocks = diff_blocks(solution, wrong, context);
        if (mostly_new(blocks, right_text)) break;
        try {
            const std::string entry = "# Title\n\n## Rejected by: builds\n\n**it** Is wrong.\n" + blocks;
            const WrongSolutions catalogue = wrong_solutions_in(entry, wrong);
            if (changed_text(catalogue, catalogue.entries.front(), "", true, right_text) == wrong_text)
                return blocks;
        } catch (const Failure&) // with more context it may fit once
        {
        }
    }
    return fmt::format("```{}\n{}```\n", kind, wrong_text);
}

} // namespace lockstep::tool
