// lockstep check: the verdict on exercises, stage by stage.
#include "base/output.hpp"
#include "base/paths.hpp"
#include "base/terminal.hpp"
#include "check/engine.hpp"
#include "commands/commands.hpp"
#include "commands/print_event.hpp"
#include "desk/progress.hpp"
#include "desk/stub.hpp"
#include "desk/verdict_event.hpp"
#include "desk/verdict_text.hpp"
#include "desk/way.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/scratch.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <unistd.h>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct CheckArguments
{
    std::vector<std::string> exercises;
    bool all = false;
    bool solutions = false;
    std::string json;
    bool events = false;
    std::string folder;
    std::string file;
    bool sandbox = false;
    std::uint64_t seed = 0;
    std::optional<double> seconds;
    std::size_t mebibytes = 3072;
};

// The chapter that is meant by its number, its name, or its name without the number if no exercise is called so.
const ChapterInfo* chapter_meant(const std::vector<ChapterInfo>& chapters, const std::string& wanted)
{
    std::string name = wanted;
    while (name.size() > 1 && name.back() == '/') name.pop_back();
    if (name.starts_with("exercises/")) name = name.substr(std::string_view{"exercises/"}.size());
    const bool number =
        std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    for (const ChapterInfo& chapter : chapters) {
        if (chapter.slug == name) return &chapter;
        for (const ExerciseInfo& exercise : chapter.exercises)
            if (without_number(exercise.name) == name) return nullptr;
    }
    if (number) return &find_chapter(chapters, name);
    for (const ChapterInfo& chapter : chapters)
        if (without_number(chapter.slug) == name) return &chapter;
    return nullptr;
}

std::vector<const ExerciseInfo*> chosen(const std::vector<ChapterInfo>& chapters,
                                        const CheckArguments& arguments)
{
    std::vector<const ExerciseInfo*> result;
    for (const std::string& wanted : arguments.exercises) {
        const ChapterInfo* chapter = chapter_meant(chapters, wanted);
        if (chapter == nullptr) {
            result.push_back(&find_exercise(chapters, wanted));
            continue;
        }
        if (chapter->exercises.empty())
            throw Failure(fmt::format("Chapter {} has no exercises.", chapter->number()), "./lockstep list");
        for (const ExerciseInfo& exercise : chapter->exercises) result.push_back(&exercise);
    }
    if (!result.empty()) return result;
    if (!arguments.all) {
        const ExerciseInfo* next = next_exercise(source_dir(), chapters, solved_exercises(source_dir()));
        if (next != nullptr) result.push_back(next);
        return result;
    }
    for (const ChapterInfo& chapter : chapters)
        for (const ExerciseInfo& exercise : chapter.exercises) result.push_back(&exercise);
    return result;
}

// What no stage could tell of exercises that passed, for want of a tool: "clean not checked in 3".
std::string not_checked(const std::vector<ExerciseReport>& reports)
{
    std::map<Stage, std::size_t> counts;
    for (const ExerciseReport& report : reports)
        for (const StageResult& stage : report.stages)
            if (report.passed() && stage.status == StageStatus::not_checked) ++counts[stage.stage];
    std::string text;
    for (const auto& [stage, count] : counts)
        text += fmt::format("{}{} not checked{}", text.empty() ? "" : ", ", name_of(stage),
                            reports.size() == 1 ? "" : fmt::format(" in {}", count));
    return text;
}

// How many test cases of exercises that passed could not be judged on this device.
std::string skipped_here(const std::vector<ExerciseReport>& reports)
{
    std::size_t count = 0;
    for (const ExerciseReport& report : reports)
        for (const StageResult& stage : report.stages)
            if (report.passed()) count += stage.skipped_cases.size();
    return count == 0
               ? ""
               : fmt::format("{} test case{} not checked on this device", count, count == 1 ? "" : "s");
}

void print_summary(const std::vector<ExerciseReport>& reports, const std::vector<ChapterInfo>& chapters,
                   bool own_files)
{
    std::size_t passed = 0;
    std::size_t lacking = 0;
    for (const ExerciseReport& report : reports) {
        passed += report.passed() ? 1U : 0U;
        lacking += report.lacking ? 1U : 0U;
    }
    const std::string unchecked = not_checked(reports);
    const std::string skipped = skipped_here(reports);
    const std::string reservation =
        (unchecked.empty() ? "" : fmt::format(" ({}: ./lockstep doctor says what is missing)", unchecked)) +
        (skipped.empty() ? "" : fmt::format(" ({})", skipped));
    if (reports.size() > 1)
        fmt::print("{}", for_terminal(fmt::format(
                             "\n{} of {} exercises passed{}{}\n", passed, reports.size(), reservation,
                             lacking == 0 ? "" : fmt::format(", {} not checked on this device", lacking))));
    if (!own_files || reports.size() != 1 || lacking > 0) return;
    const ExerciseInfo& exercise = reports.front().exercise;
    if (passed == 0) {
        fmt::print("\nYou edit: exercises/{}/{}\n", exercise.id, exercise.edit.front());
        return;
    }
    const auto way = followed_way(source_dir(), chapters);
    const std::string end = way ? end_of_way(*way, solved_exercises(source_dir()), exercise.id) : "";
    if (!end.empty()) {
        fmt::print(
            "{}", for_terminal(fmt::format("\nSolved{}. {} Other ways: ./lockstep way\n", reservation, end)));
        return;
    }
    if (const ExerciseInfo* next =
            next_exercise(source_dir(), chapters, solved_exercises(source_dir()), exercise.id)) {
        const std::string read = way ? to_read_before(*way, next->id) : "";
        fmt::print("{}", for_terminal(
                             fmt::format("\nSolved{}. Next: {}./lockstep check {}   ({}, exercises/{}/{})\n",
                                         reservation, read.empty() ? "" : fmt::format("read {}, then ", read),
                                         next->short_name(), next->title, next->id, next->edit.front())));
        return;
    }
    fmt::print("\nSolved, and with it every exercise there is{}.\n", reservation);
}

// Which of the exercise's files another one stands for: the one of its name, else the first.
const std::string& replaced_by(const ExerciseInfo& exercise, const fs::path& file)
{
    const auto same = std::ranges::find(exercise.edit, file.filename().string());
    return same == exercise.edit.end() ? exercise.edit.front() : *same;
}

int check(const CheckArguments& arguments)
{
    const fs::path source = source_dir();
    const std::vector<ChapterInfo> chapters = load_catalogue(source);
    const std::vector<const ExerciseInfo*> exercises = chosen(chapters, arguments);
    if (!arguments.folder.empty() && !fs::is_directory(arguments.folder))
        throw Failure(fmt::format("There is no folder {}.", arguments.folder));
    if (const std::string missing = arguments.sandbox ? sandbox_missing() : ""; !missing.empty())
        throw Failure(fmt::format("There is no sandbox: {}.", missing), "./lockstep doctor");
    CheckOptions options{.source = source,
                         .build = build_dir(),
                         .limits = {.memory_bytes = arguments.mebibytes << 20U},
                         .sandboxed = arguments.sandbox,
                         .seed = arguments.seed};
    if (arguments.seconds)
        options.limits.time = std::chrono::milliseconds{static_cast<long>(*arguments.seconds * 1000)};
    else
        options.correct_time = learners_time;
    const fs::path root = arguments.solutions        ? source / "solutions"
                          : arguments.folder.empty() ? source / "exercises"
                                                     : fs::absolute(arguments.folder);
    const bool own_files = !arguments.solutions && arguments.folder.empty() && arguments.file.empty();
    if (!arguments.file.empty() && (exercises.size() != 1 || !fs::is_regular_file(arguments.file)))
        throw Failure(exercises.size() != 1 ? "--file goes with one exercise."
                      : fs::is_directory(arguments.file)
                          ? fmt::format("{} is a folder.", arguments.file)
                          : fmt::format("There is no file {}.", arguments.file),
                      "./lockstep check 3/2 --file another-saxpy.cl");
    const bool quiet = arguments.json == "-" || arguments.events;
    if (arguments.events)
        options.stage_ended = [](const StageResult& stage) {
            print_event(formats::event_text(event_of(stage)));
        };
    std::vector<ExerciseReport> reports;
    bool any_failed = false;
    bool any_lacking = false;
    for (const ExerciseInfo* exercise : exercises) {
        const ScratchFolder replaced; // holds the files when one of them comes from elsewhere
        fs::path files = root / exercise->id;
        if (!arguments.file.empty()) {
            fs::copy(files, replaced.path(), fs::copy_options::recursive);
            const std::string& name = replaced_by(*exercise, arguments.file);
            fs::copy_file(arguments.file, replaced.path() / name, fs::copy_options::overwrite_existing);
            if (exercise->edit.size() > 1)
                fmt::print(stderr, "{} is taken for {}; the exercise's other files are your own.\n",
                           arguments.file, name);
            files = replaced.path();
        }
        reports.push_back(check_exercise(*exercise, files, options));
        const bool lacks = reports.back().lacking.has_value();
        any_lacking = any_lacking || lacks;
        any_failed = any_failed || (!lacks && !reports.back().passed());
        if (own_files && !lacks)
            if (const std::string trouble = record_verdict(source, reports.back()); !trouble.empty())
                fmt::print(stderr, "{}\n", for_terminal(trouble, STDERR_FILENO));
        if (arguments.events)
            print_event(formats::event_text(verdict_event(source, reports.back(), own_files)));
        if (!quiet) {
            const std::string folder = own_files             ? fmt::format("exercises/{}/", exercise->id)
                                       : arguments.solutions ? fmt::format("solutions/{}/", exercise->id)
                                                             : "";
            const bool failed = own_files && !lacks && !reports.back().passed();
            fmt::print("{}", for_terminal(verdict_text(reports.back(), !arguments.solutions, folder,
                                                       failed ? unedited(source, *exercise) : "")));
            std::fflush(stdout);
        }
    }
    if (!arguments.json.empty()) {
        std::vector<formats::VerdictEvent> verdicts;
        for (const ExerciseReport& report : reports) verdicts.push_back(event_of(report));
        write_output(arguments.json, formats::verdicts_text(verdicts));
    }
    if (!quiet && exercises.empty())
        fmt::print("Every exercise is solved. To check them again: ./lockstep check --all\n");
    else if (!quiet)
        print_summary(reports, chapters, own_files);
    return any_failed ? check_failed : any_lacking ? skipped : done;
}

} // namespace

void add_check(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<CheckArguments>();
    CLI::App* command =
        app.add_subcommand("check", "the verdict on exercises (default: the next unsolved one)");
    command->add_option(
        "exercise", arguments->exercises,
        "for example 3/2, saxpy or 03-first-kernel/2-saxpy; a chapter (3) stands for all of its own");
    command->add_flag("--all", arguments->all, "every exercise");
    command->add_flag("--solutions", arguments->solutions, "the book's solutions instead of your files");
    command->add_option("--dir", arguments->folder, "your files, in a folder laid out like exercises/");
    command->add_option("--file", arguments->file, "this file instead of the one you edit (one exercise)")
        ->type_name("FILE");
    CLI::Option* json =
        command->add_option("--json", arguments->json, "write the verdicts as JSON to a file; - prints them")
            ->type_name("FILE");
    command
        ->add_flag("--events", arguments->events,
                   "print a line of JSON as each stage ends, and one with the verdict")
        ->excludes(json);
    command
        ->add_option("--time-limit", arguments->seconds,
                     "seconds each stage may take (default: 8 for correct, 20 for the others)")
        ->check(CLI::Range(0.1, 3600.0));
    command->add_option("--memory-limit", arguments->mebibytes, "MiB each stage may use")
        ->capture_default_str()
        ->check(CLI::Range(64, 1048576));
    command->add_flag("--sandbox", arguments->sandbox, "run it walled off, as a grader does");
    command->add_option("--seed", arguments->seed, "draw the data from this number; 0: the book's own")
        ->capture_default_str();
    command->callback([arguments, &exit] { exit.status = check(*arguments); });
}

} // namespace lockstep::tool
