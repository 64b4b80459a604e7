// Proofs of solutions, of broken kernel sets and of copies.
#include "prove/exercises.hpp"

#include "base/paths.hpp"
#include "check/wrong_files.hpp"
#include "check/wrong_solutions.hpp"
#include "grade/lab_kernels.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "prove/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

void print_stages(const ExerciseReport& report)
{
    for (const StageResult& stage : report.stages)
        fmt::print("{}: {} {}\n", name_of(stage.stage),
                   stage.status == StageStatus::passed   ? "passed"
                   : stage.status == StageStatus::failed ? "failed"
                                                         : "not checked",
                   stage.message);
}

// The same for a test case: see skip().
Proof skip_for(const SkippedCase& skipped_case)
{
    return skip(fmt::format("\"{}\": {}", skipped_case.name, skipped_case.reason));
}

} // namespace

Proof skip(const std::string& reason)
{
    fmt::print("Skipped: {}\n", reason);
    return {.status = skipped};
}

Proof prove_solution(const ExerciseInfo& exercise, CheckOptions options, Stage wanted)
{
    options.clean = wanted == Stage::clean;
    options.lens = wanted == Stage::lens;
    options.correct = wanted == Stage::correct;
    options.limits.time = proof_limit;
    options.limits.asleep = longest_sleep;
    const ExerciseReport report = check_exercise(exercise, solution_of(exercise), options);
    print_stages(report);
    const StageResult* stage = report.of(wanted);
    if (options.correct || report.failed_in(Stage::correct)) {
        if (!report.passed()) return {.status = check_failed};
        return stage->skipped_cases.empty() ? Proof{.status = done} : skip_for(stage->skipped_cases.front());
    }
    if (stage != nullptr && stage->status == StageStatus::not_checked) return skip(stage->message);
    if (stage == nullptr || stage->status != StageStatus::passed) return {.status = check_failed};
    if (stage->score && stage->score != exercise.par) {
        fmt::print(
            "The par in exercises/{}/exercise.json is another than the solution's counts:\n  \"par\": {},\n",
            exercise.id, to_json(*stage->score).dump());
        return {.status = check_failed};
    }
    return stage->skipped_cases.empty() ? Proof{.status = done} : skip_for(stage->skipped_cases.front());
}

Proof prove_set(const ExerciseInfo& exercise, CheckOptions options)
{
    if (!exercise.kernel_set)
        throw Failure(fmt::format("{} is not compared with a kernel of the set.", exercise.id),
                      "./lockstep list --json");
    const auto& [file, kernel] = *exercise.kernel_set;
    const WrongSolutions catalogue = read_wrong_solutions(broken_kernels());
    std::string name = kernel; // wrong solutions have hyphens in their names
    std::replace(name.begin(), name.end(), '_', '-');
    const ScratchFolder scratch;
    for (const fs::path& path : sorted_entries(source_dir() / "kernels"))
        write_text(
            scratch.path() / path.filename(),
            changed_text(catalogue, catalogue.find(name), path.filename().string(), false, read_text(path)));
    setenv("LOCKSTEP_KERNELS", scratch.path().c_str(), 1);
    options.clean = options.lens = false;
    options.first_failure = true;
    const ExerciseReport report = check_exercise(exercise, solution_of(exercise), options);
    unsetenv("LOCKSTEP_KERNELS");
    print_stages(report);
    if (report.failed_in(Stage::correct) &&
        report.of(Stage::correct)->message.find(fmt::format("kernel '{}' of kernels/{}", kernel, file)) !=
            std::string::npos)
        return {.status = done};
    fmt::print("The broken kernel '{}' of kernels/{} must be noticed, and named.\n", kernel, file);
    return {.status = check_failed};
}

fs::path broken_kernels()
{
    return source_dir() / "tests" / "mutants" / "kernel-set.md";
}

std::vector<fs::path> files_to_copy(const ExerciseInfo& exercise)
{
    std::vector<fs::path> files;
    for (const char* folder : {"kernels", "chapters", "exercises"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator{source_dir() / folder})
            if (entry.path().extension() == ".cl" && entry.path().parent_path() != exercise.folder)
                files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

Proof prove_copies(const ExerciseInfo& exercise, const CheckOptions& options)
{
    const ScratchFolder scratch;
    std::vector<Trial> trials;
    std::vector<std::string> names; // of the files that the trials are copies of
    for (const fs::path& file : files_to_copy(exercise)) {
        const std::string name = fs::relative(file, source_dir()).string();
        std::string given = read_text(file);
        if (!name.starts_with("exercises/")) given = without_answers(name, given, {exercise});
        for (const std::string& text : as_handed_in(given, exercise)) {
            const fs::path folder = scratch.path() / std::to_string(trials.size());
            fs::create_directory(folder);
            for (const fs::path& beside : sorted_entries(file.parent_path()))
                if (beside.extension() == ".clh") fs::copy_file(beside, folder / beside.filename());
            for (const std::string& edited : exercise.edit) // a kernel's file holds all of them
                write_text(folder / edited, edited == exercise.edit.front() ? text : "");
            trials.push_back({.files = folder, .test_case = ""});
            names.push_back(name);
        }
    }
    const std::vector<bool> failed = failed_trials(exercise, trials, options);
    bool any_passes = false;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        if (failed[i] || !check_exercise(exercise, trials[i].files, options).passed()) continue;
        fmt::print("{} passes {} with kernels renamed; a laboratory must leave it out.\n", names[i],
                   exercise.id);
        any_passes = true;
    }
    fmt::print("{} copies were handed in.\n", trials.size());
    return {.status = any_passes ? check_failed : done, .count = trials.size()};
}

} // namespace lockstep::tool
