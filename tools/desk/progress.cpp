// Progress of the reader.
#include "desk/progress.hpp"

#include "base/lock.hpp"
#include "check/handed_out.hpp"
#include "desk/stub.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>

#include <ctime>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

std::string now()
{
    const std::time_t time = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&time, &utc);
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

// The file under a name that is free; empty when it cannot be moved.
fs::path moved_aside(const fs::path& file)
{
    for (int number = 1; number < 1000; ++number) {
        fs::path name = file;
        name += fmt::format(".damaged-{}", number);
        std::error_code failed;
        if (fs::exists(name, failed)) continue;
        fs::rename(file, name, failed);
        return failed ? fs::path{} : name;
    }
    return {};
}

} // namespace

fs::path progress_file(const fs::path& source)
{
    return source / ".lockstep" / "progress.json";
}

std::string change_progress(const fs::path& source, const std::function<bool(formats::Progress&)>& change)
{
    const fs::path file = progress_file(source);
    try {
        std::error_code failed;
        fs::create_directories(file.parent_path(), failed);
        if (failed)
            throw Failure(
                fmt::format("{} cannot be made: {}.", file.parent_path().string(), failed.message()),
                "make its folder writable");
        const Lock alone = Lock::waiting(file.parent_path() / "lock");
        formats::Progress progress = load_progress(source);
        if (change(progress)) replace_text(file, text_of(progress));
        return "";
    } catch (const Failure& failure) {
        return fmt::format("Not recorded, so ./lockstep list will not know: {}", failure.what());
    }
}

formats::Progress load_progress(const fs::path& source)
{
    const fs::path file = progress_file(source);
    try {
        return formats::read_progress(file);
    } catch (const Failure& failure) {
        const fs::path aside = moved_aside(file);
        fmt::print(stderr, "What you have solved cannot be read: {}\n", failure.happened());
        if (aside.empty())
            fmt::print(stderr, "  try: make {} readable\n", file.string());
        else
            fmt::print(stderr,
                       "The file was moved aside, whole, and a new one begins.\n"
                       "  try: mend it and put it back: mv {} {}\n"
                       "       or have what you solved found again: ./lockstep check --all\n",
                       aside.string(), file.string());
        return {};
    }
}

std::set<std::string> solved_exercises(const fs::path& source)
{
    std::set<std::string> solved;
    for (const auto& [id, exercise] : load_progress(source).exercises)
        if (exercise.solved && !exercise.broken) solved.insert(id);
    return solved;
}

ExerciseStates exercise_states(const fs::path& source, const std::vector<ChapterInfo>& chapters)
{
    ExerciseStates result;
    const formats::Progress progress = load_progress(source);
    std::vector<const ExerciseInfo*> solved;
    for (const ChapterInfo& chapter : chapters)
        for (const ExerciseInfo& exercise : chapter.exercises) {
            const formats::ExerciseProgress entry = progress.of(exercise.id);
            result.of[exercise.id] = !entry.solved  ? ExerciseState::open
                                     : entry.broken ? ExerciseState::broken
                                                    : ExerciseState::solved;
            if (result.of[exercise.id] == ExerciseState::solved) solved.push_back(&exercise);
        }
    for (const auto& [id, files] : handed_out(source, solved))
        if (auto changed = formats::changed_files(progress.of(id).handed_out, files); !changed.empty()) {
            result.of[id] = ExerciseState::changed;
            result.changed_files[id] = std::move(changed);
        }
    return result;
}

bool counts_as_solved(ExerciseState standing)
{
    return standing == ExerciseState::solved || standing == ExerciseState::changed;
}

std::string record_verdict(const fs::path& source, const ExerciseReport& report)
{
    return change_progress(source, [&](formats::Progress& progress) {
        const formats::ExerciseProgress before = progress.of(report.exercise.id);
        formats::ExerciseProgress after = before;
        if (report.passed()) {
            if (!after.solved) after.first_solved = now();
            after.solved = true;
            after.broken = false;
            after.failure.reset();
            if (const auto score = report.score();
                score && (!after.best || score->cost() < after.best->cost()))
                after.best = score;
            after.handed_out = handed_out(source, {&report.exercise})[report.exercise.id];
        } else {
            after.broken = after.solved;
            after.failure.reset();
            const StageResult* stage = report.cause();
            if (stage != nullptr &&
                unedited(source, report.exercise).empty()) { // else there is nothing to advise on
                after.failure = {.stage = std::string{name_of(stage->stage)},
                                 .finding = stage->finding,
                                 .metric = stage->metric};
                formats::LastFailure told = *after.failure;
                told.told = true;
                if (before.failure == told) after.failure = told; // the same again: it was told
            }
        }
        progress.exercises[report.exercise.id] = after;
        return after != before;
    });
}

std::string record_hints_seen(const fs::path& source, const std::string& id, std::size_t seen)
{
    return change_progress(source, [&](formats::Progress& progress) {
        formats::ExerciseProgress& exercise = progress.exercises[id];
        exercise.hints = seen;
        if (exercise.failure) exercise.failure->told = true;
        return true;
    });
}

const ExerciseInfo* next_unsolved(const std::vector<ChapterInfo>& chapters,
                                  const std::set<std::string>& solved, const std::string& after)
{
    const ExerciseInfo* first = nullptr;
    const ExerciseInfo* first_optional = nullptr;
    bool behind = after.empty();
    for (const ChapterInfo& chapter : chapters)
        for (const ExerciseInfo& exercise : chapter.exercises) {
            if (!solved.contains(exercise.id)) {
                if (behind && !exercise.optional) return &exercise;
                const ExerciseInfo*& found = exercise.optional ? first_optional : first;
                if (found == nullptr) found = &exercise;
            }
            behind = behind || exercise.id == after;
        }
    return first != nullptr ? first : first_optional;
}

} // namespace lockstep::tool
