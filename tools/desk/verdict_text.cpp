// Verdicts as text.
#include "desk/verdict_text.hpp"

#include "base/pocket_log.hpp"
#include "base/terminal.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep::tool
{

namespace
{

constexpr std::size_t longest_line = 200;

// "saxpy.cl:3" with the folder in front; what belongs to a longer path stays as it is.
std::string with_folder(std::string text, const ExerciseInfo& exercise, const std::string& folder)
{
    const auto ends_path = [](char c) { return c == ' ' || c == '\n' || c == '"' || c == '(' || c == '\''; };
    if (folder.empty()) return text;
    for (const std::string& file : exercise.edit)
        for (std::size_t at = text.find(file + ":"); at != std::string::npos;
             at = text.find(file + ":", at + folder.size() + file.size())) {
            const std::size_t line = at + file.size() + 1;
            const bool place = line < text.size() && text[line] >= '0' && text[line] <= '9';
            if (place && (at == 0 || ends_path(text[at - 1]))) text.insert(at, folder);
        }
    return text;
}

// Whether Pocket finds in a step of the kernel what is wrong.
bool has_step(const ExerciseReport& report)
{
    using formats::Finding;
    const StageResult* const clean = report.of(Stage::clean);
    return clean != nullptr && clean->status == StageStatus::failed && !report.exercise.host() &&
           (clean->finding == Finding::race || clean->finding == Finding::launch_loop ||
            clean->finding == Finding::barrier || clean->finding == Finding::stray_access ||
            clean->finding == Finding::uninitialised);
}

} // namespace

// A line without what a terminal would obey, and not without end.
std::string harmless(const std::string& line)
{
    std::string text;
    for (const char c : line.substr(0, longest_line)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\t')
            text += std::string(8 - text.size() % 8, ' ');
        else
            text += byte < 0x20 || byte == 0x7F ? '?' : c;
    }
    return line.size() > longest_line ? text + "…" : text;
}

std::string escaped(std::string text)
{
    text = replace_all(std::move(text), "&", "&amp;");
    return replace_all(replace_all(std::move(text), "<", "&lt;"), ">", "&gt;");
}

std::string stages_text(const ExerciseReport& report, const std::string& folder)
{
    if (report.lacking)
        return fmt::format("  {} not checked: {}\n    try: {}\n", styled("–", Style::faint),
                           report.lacking->happened(), report.lacking->next());
    std::string text;
    for (const StageResult& stage : report.stages) {
        const bool passed = stage.status == StageStatus::passed;
        const bool failed = stage.status == StageStatus::failed;
        const std::string mark = passed   ? styled("✓", Style::good)
                                 : failed ? styled("✗", Style::bad)
                                          : styled("–", Style::faint);
        const std::string what = passed   ? styled(fmt::format("{:.1f} s", stage.seconds), Style::faint)
                                 : failed ? with_folder(stage.message, report.exercise, folder)
                                          : fmt::format("not checked: {}", stage.message);
        text += fmt::format("  {} {:<8} {}\n", mark, name_of(stage.stage), indented(what, 13));
        for (const SkippedCase& skipped : stage.skipped_cases)
            text += fmt::format(
                "  {} {:<8} {}\n", styled("–", Style::faint), "",
                indented(fmt::format("\"{}\" not checked: {}", skipped.name, skipped.reason), 13));
    }
    return text;
}

std::string printed_text(const ExerciseReport& report, std::size_t most_lines)
{
    const StageResult* correct = report.of(Stage::correct);
    if (correct == nullptr) return "";
    const StageResult* clean = report.of(Stage::clean);
    const bool told = clean != nullptr && clean->status == StageStatus::failed;
    const std::vector<std::string> lines =
        split_lines(told ? without_findings(correct->printed) : correct->printed);
    if (std::ranges::all_of(lines, [](const std::string& line) { return trim(line).empty(); })) return "";
    std::string text = "  Your code printed:\n";
    for (std::size_t i = 0; i < std::min(lines.size(), most_lines); ++i)
        text += "    " + harmless(lines[i]) + "\n";
    if (const std::size_t rest = lines.size() - std::min(lines.size(), most_lines); rest > 0)
        text += fmt::format("    and {} more line{}\n", rest, rest == 1 ? "" : "s");
    return text;
}

std::string unchecked_stages(const ExerciseReport& report)
{
    std::string text;
    for (const StageResult& stage : report.stages)
        if (report.passed() && stage.status == StageStatus::not_checked)
            text += fmt::format("{}{} not checked", text.empty() ? "" : ", ", name_of(stage.stage));
    return text;
}

std::string verdict_text(const ExerciseReport& report, bool learner, const std::string& folder,
                         const std::string& note)
{
    std::string text =
        fmt::format("{}  {}\n{}{}", styled(report.exercise.id, Style::strong), report.exercise.title,
                    note.empty() ? "" : fmt::format("  {}\n", note), stages_text(report, folder));
    if (report.lacking) return text;
    text += printed_text(report);
    if (const auto score = report.score())
        text += fmt::format("  {:<10} {}\n  {:<10} {}\n",
                            fmt::format("{}:", medal_name(medal_for(*score, *report.exercise.par))),
                            told(*score), "par:", told(*report.exercise.par));
    if (learner && !report.passed())
        text += fmt::format("    A hint:  ./lockstep hint {}\n", report.exercise.short_name());
    if (learner && has_step(report))
        text += fmt::format("    The step where it happens:  ./lockstep step {} --at finding\n",
                            report.exercise.short_name());
    return text;
}

} // namespace lockstep::tool
