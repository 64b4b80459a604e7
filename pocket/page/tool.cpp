// The part of the tool that pages have: the check of a kernel exercise, and the lens. The engine is that of ./lockstep check; what it runs are the
// page's modules (processes.cpp). What happens is told as the live book's jobs tell it, a line of JSON each.
//
// main(check ID [small]) judges exercises/ID and records the verdict; main(count PROGRAM DEVICE) counts a chapter's program or an exercise's tests.
#include "base/paths.hpp"
#include "check/checkout_lens.hpp"
#include "check/engine.hpp"
#include "commands/print_event.hpp"
#include "desk/failure_advice.hpp"
#include "desk/progress.hpp"
#include "desk/verdict_event.hpp"
#include "lens/lens_run.hpp"
#include "lens/ranking.hpp"
#include "lens/report.hpp"
#include "live/counted.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/json_reader.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string>
#include <vector>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// Of each stage, by the clock, of which a page's worker has no other; LOCKSTEP_SECONDS names another, for tests on a busy machine.
std::chrono::milliseconds time_limit()
{
    constexpr double patience = 12;
    const char* const seconds = std::getenv("LOCKSTEP_SECONDS");
    return std::chrono::milliseconds(
        static_cast<long>(1000 * (seconds != nullptr ? std::atof(seconds) : patience)));
}

int check(const std::string& id, bool small)
{
    const ExerciseInfo exercise = read_exercise(source_dir() / "exercises" / id);
    CheckOptions options{.source = source_dir(),
                         .build = build_dir(),
                         .limits = {.time = time_limit()},
                         .correct_time = time_limit(),
                         .build_missing = false,
                         .small = small,
                         .side_by_side = false};
    options.stage_ended = [](const StageResult& stage) { print_event(formats::event_text(event_of(stage))); };
    const ExerciseReport report = check_exercise(exercise, exercise.folder, options);
    if (const std::string trouble = record_verdict(source_dir(), report); !trouble.empty())
        std::fprintf(stderr, "%s\n", trouble.c_str());
    formats::VerdictEvent verdict = verdict_event(source_dir(), report, true);
    const auto failure = load_progress(source_dir()).of(id).failure;
    verdict.advice = failure ? advice_on(*failure, exercise) : "";
    print_event(formats::event_text(verdict));
    return report.passed() ? 0 : 1;
}

// What an exercise's tests launch for the lens; see prepare_exercise() of ./lockstep lens.
LensRequest request_for(const std::string& program, const std::string& device)
{
    LensRequest request{
        .program = {program}, .profiles = {checkout_profile(source_dir(), device)}, .limits = {}};
    const fs::path folder = source_dir() / "exercises" / program;
    if (!fs::exists(folder / "exercise.json")) return request;
    const ExerciseInfo exercise = read_exercise(folder);
    request.program = {"exercise-" + exercise.chapter + "-" + exercise.name, "--no-colors"};
    request.environment["LOCKSTEP_STAGE"] = exercise.wants("lens") ? "lens" : "clean";
    request.environment["LOCKSTEP_EXERCISE_FILES"] = folder.string();
    request.without_lone_items = true;
    return request;
}

int count(const std::string& program, const std::string& device)
{
    const LensResult result = run_under_lens(checkout_lens_tools(build_dir(), false, CountedBy::pocket),
                                             request_for(program, device));
    if (!result.counts) {
        std::printf("%s", (result.process.output + result.process.error).c_str());
        throw Failure("No kernel ran, so nothing was counted.");
    }
    formats::LensReports counts = *result.counts;
    for (formats::LensReport& report : counts.reports) {
        report.verdict = verdict_of(report);
        report.findings = findings_of(report);
    }
    const fs::path last = source_dir() / ".lockstep" / "last-count.json";
    std::optional<formats::LensReports> before;
    if (fs::exists(last)) before = formats::lens_reports_of(formats::JsonReader::read(last, "count again"));
    print_event("counts", counted_for_page(counts, before ? &*before : nullptr));
    fs::create_directories(last.parent_path());
    replace_text(last, formats::report_text(counts));
    return 0;
}

int run(std::span<char*> words)
{
    const std::vector<std::string> given(words.begin() + 1, words.end());
    if (given.size() >= 2 && given[0] == "check") return check(given[1], given.size() > 2);
    if (given.size() == 3 && given[0] == "count") return count(given[1], given[2]);
    throw Failure("The tool of a page checks and counts.");
}

} // namespace

} // namespace lockstep::tool

int main(int count, char** words)
{
    try {
        return lockstep::tool::run({words, static_cast<std::size_t>(count)});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
