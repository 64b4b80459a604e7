// Reports, requirements, differences, and what a forge shows of them.
#include "lens/lens_output.hpp"

#include "base/output.hpp"
#include "base/terminal.hpp"
#include "lens/device_table.hpp"
#include "lens/difference.hpp"
#include "lens/page.hpp"
#include "lens/ranking.hpp"
#include "lens/source_files.hpp"
#include "lens/terminal_report.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace lockstep::tool
{

namespace
{

// With the file's line instead of the text's, where the file is known.
void place(Annotation& annotation, const RequirementOutcome& outcome,
           const std::vector<std::optional<SourceFile>>& files)
{
    annotation.line = outcome.line;
    annotation.column = outcome.column;
    const auto file = outcome.source < files.size() ? files[outcome.source] : std::nullopt;
    const auto line = file && outcome.line > 0 ? file->line(outcome.line) : std::nullopt;
    if (!line) return;
    annotation.file = file;
    annotation.line = *line;
}

} // namespace

LensOutcome::LensOutcome(const LensOutput& output, const LensHome& home) : output_(output), home_(home)
{
    for (const std::string& text : output.required) requirements_.push_back(parse_requirement(text));
    if (!output.diff.empty())
        before_ = formats::lens_reports_of(formats::JsonReader::read(
            output.diff,
            fmt::format("write it again with this version: {} --json {} ...", home.command, output.diff)));
}

bool LensOutcome::tell_requirements(const formats::LensReports& counts,
                                    const std::vector<std::optional<SourceFile>>& files, std::FILE* stream,
                                    std::vector<Annotation>& missed) const
{
    bool all = true;
    if (!requirements_.empty()) fmt::print(stream, "\n");
    for (const Requirement& requirement : requirements_)
        for (const formats::LensReport& report : counts.reports)
            for (const RequirementOutcome& outcome : outcomes_of(requirement, report)) {
                all = all && outcome.met;
                const std::string where = outcome.line > 0 ? fmt::format("Line {}: ", outcome.line) : "";
                const std::string look = outcome.look.empty() ? "" : " " + where + outcome.look;
                const std::string text = (outcome.met ? "met     " : "missed  ") + outcome.sentence + look;
                fmt::print(stream, "{}\n",
                           styled(wrapped(text, 0, 8, report_width), outcome.met ? Style::good : Style::bad));
                if (outcome.met) continue;
                missed.push_back({.error = true,
                                  .rule = "requirement",
                                  .kernel = outcome.kernel,
                                  .device = report.device.id,
                                  .message = std::string(trim(outcome.sentence + " " + outcome.look))});
                place(missed.back(), outcome, files);
            }
    return all;
}

void LensOutcome::tell_reports(const formats::LensReports& counts) const
{
    if (before_) {
        fmt::print("{}", difference_report(*before_, counts, output_.diff));
        return;
    }
    if (counts.reports.size() > 1) fmt::print("{}\n\n", device_table(counts));
    for (std::size_t i = 0; i < counts.reports.size(); ++i)
        fmt::print("{}{}", i > 0 ? "\n\n" : "", terminal_report(counts.reports[i], output_.top));
}

bool LensOutcome::tell(formats::LensReports counts, const std::string& title) const
{
    const formats::LensReports all = counts;
    for (formats::LensReport& report : counts.reports) {
        report = only_kernels(std::move(report), output_.kernels);
        report.verdict = verdict_of(report);
        report.findings = findings_of(report);
    }
    if (!output_.json.empty()) write_output(output_.json, formats::report_text(counts) + "\n");
    if (!output_.html.empty()) write_output(output_.html, lens_page(counts, home_.page, title) + "\n");
    const bool quiet = output_.json == "-";
    std::FILE* const stream = quiet ? stderr : stdout;
    if (!quiet) tell_reports(counts);
    const bool wants_files = output_.annotations || !output_.sarif.empty();
    const auto files = wants_files ? find_source_files(counts.sources, std::filesystem::current_path())
                                   : std::vector<std::optional<SourceFile>>{};
    std::vector<Annotation> annotations;
    const bool worse = output_.fail_on_worse && before_ && any_worse(*before_, counts);
    const bool met = tell_requirements(all, files, stream, annotations) && !worse;
    if (!wants_files) return met;
    const std::vector<Annotation> found = annotations_of(counts, files);
    annotations.insert(annotations.end(), found.begin(), found.end());
    if (output_.annotations) fmt::print(stream, "\n{}", workflow_commands(annotations));
    if (!output_.sarif.empty()) write_output(output_.sarif, sarif_text(annotations) + "\n");
    return met;
}

void add_output_options(CLI::App& command, LensOutput& output)
{
    command.add_option("--kernel", output.kernels, "tell of this kernel alone; may be given several times")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command.add_option("--top", output.top, "tell of the N kernels that lose most; 0: only rank them")
        ->type_name("N");
    command
        .add_option("--require", output.required,
                    "'KERNEL.METRIC>=VALUE' (or <=, ==, <, >; * is every kernel, KERNEL:LINE one of its "
                    "lines): status 1 "
                    "where it is not so; may be given several times")
        ->type_name("TERM")
        ->allow_extra_args(false);
    command
        .add_option("--diff", output.diff, "instead of the report, what changed since one that --json wrote")
        ->type_name("OLD.json");
    command
        .add_flag("--fail-on-worse", output.fail_on_worse, "with --diff: status 1 where a figure got worse")
        ->needs("--diff");
    command.add_option("--json", output.json, "write the counts as JSON to a file; - prints them")
        ->type_name("FILE");
    command.add_option("--html", output.html, "write the report as a page that opens in any browser")
        ->type_name("FILE");
    command.add_option("--sarif", output.sarif, "write what was found in SARIF, for forges and editors")
        ->type_name("FILE");
    command.add_flag("--annotations", output.annotations,
                     "print what was found as ::warning lines, which GitHub shows beside the code");
}

} // namespace lockstep::tool
