// Data races, stray accesses and uninitialised reads, found by running the tests under a checker.
#include "check/clean_stage.hpp"

#include "base/oclgrind_log.hpp"
#include "base/paths.hpp"
#include "base/pocket_log.hpp"
#include "base/process.hpp"
#include "base/simulator.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <optional>
#include <regex>
#include <set>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// Host code knows Oclgrind only as a device, if at all.
std::string where(const ExerciseInfo& exercise, std::string_view checker)
{
    return exercise.host() && exercise.sanitizer.empty() ? "at small sizes, on a simulated device"
                                                         : fmt::format("under {}, at small sizes", checker);
}

// A run in which the checker found nothing proves something only if its tests were run, and passed. The checker is there:
// what it could not judge has failed.
void judge_silence(const ExerciseInfo& exercise, const TestReport& report, const RunEnd& end,
                   const ProcessResult& process, std::string_view checker, CleanStage& clean)
{
    std::vector<std::string> messages;
    tell_failed_cases(report, clean.verdict, messages);
    clean.results_only = !messages.empty();
    if (end.how == RunEnd::How::never_began) {
        clean.verdict.message =
            fmt::format("the tests do not begin under {}{}", checker, last_words(process));
        return;
    }
    const bool left = end.how != RunEnd::How::through;
    clean.verdict.status = messages.empty() && !left ? StageStatus::passed : StageStatus::failed;
    if (!messages.empty())
        clean.verdict.message = fmt::format("{}: {}", where(exercise, checker), joined(messages));
    else if (left)
        clean.verdict.message = fmt::format("{} ({})", end.why, where(exercise, checker));
    if (!left) return;
    clean.verdict.failed_cases.push_back(report.running);
    if (messages.empty()) clean.verdict.finding = end.finding;
}

// The finding that wrong results come from: a barrier that not all reach, or else a race, unless there is a stray access,
// which explains itself.
std::vector<CheckerProblem>::const_iterator cause_among(const std::vector<CheckerProblem>& problems,
                                                        const Simulator& simulator)
{
    const auto find = [&](formats::Finding finding) {
        return std::find_if(problems.begin(), problems.end(), [&](const CheckerProblem& problem) {
            return simulator.kind(problem) == finding;
        });
    };
    const auto barrier = find(formats::Finding::barrier);
    if (barrier != problems.end()) return barrier;
    return find(formats::Finding::stray_access) == problems.end() ? find(formats::Finding::race)
                                                                  : problems.end();
}

// Pocket is the program's device.
void use_pocket(TestProgram& program, const fs::path& library)
{
    for (const auto& [name, value] : pocket_environment(library)) program.environment[name] = value;
    if (program.sandbox) program.sandbox->readable.push_back(library);
}

// The tests at small sizes on the simulator, and the program that was run.
ProcessResult run_simulated(const ExerciseInfo& exercise, const TestProgram& tests,
                            const Simulator& simulator, const CheckOptions& options, TestProgram& program)
{
    const auto run = [&](const TestProgram& run_tests_of, bool images) {
        program = for_stage(run_tests_of, Stage::clean);
        // What ends it may come behind many other errors, of which Oclgrind tells so many.
        const std::size_t errors = options.limits.stop_at.empty() ? 200 : 20000;
        return run_on(simulator, program, images, errors, options.limits);
    };
    ProcessResult process = run(tests, takes_images(exercise));
    if (process.signal == SIGSEGV && !exercise.host()) {
        // No kernel can take its simulator down: Oclgrind 21.10 has crashed by itself, as it does at (float4)(b.yzw, c.x) when it
        // watches for uninitialised values.
        TestProgram again = tests;
        again.report += ".again";
        process = run(again, true);
    }
    return process;
}

// The same finding in several test cases, once; Pocket's have each case's values in them. @param failed_cases gets the names of those cases.
std::vector<CheckerProblem> distinct_among(const std::vector<CheckerProblem>& problems,
                                           const Simulator& simulator, std::vector<std::string>& failed_cases)
{
    std::vector<CheckerProblem> distinct;
    for (const CheckerProblem& problem : problems) {
        if (std::find(failed_cases.begin(), failed_cases.end(), problem.test_case) == failed_cases.end())
            failed_cases.push_back(problem.test_case);
        const auto same = std::find_if(distinct.begin(), distinct.end(), [&](const CheckerProblem& other) {
            return other.line == problem.line &&
                   (other.what == problem.what ||
                    (!other.more.empty() && simulator.kind(other) == simulator.kind(problem)));
        });
        if (same == distinct.end())
            distinct.push_back(problem);
        else
            same->times += problem.times;
    }
    return distinct;
}

CleanStage run_on_simulator(const ExerciseInfo& exercise, const TestProgram& tests,
                            const CheckOptions& options)
{
    CleanStage stage;
    StageResult& clean = stage.verdict;
    const std::optional<Simulator> simulator = find_simulator(options.build);
    if (!simulator) {
        clean.message = missing_simulator();
        return stage;
    }
    TestProgram program;
    const ProcessResult process = run_simulated(exercise, tests, *simulator, options, program);
    clean.seconds = process.seconds;
    clean.timed_out = process.timed_out;
    const TestReport report = report_of(program);
    const RunEnd end = end_of(exercise, program, report, process, options.limits);
    if (end.how == RunEnd::How::no_build) // another compiler: the message belongs to this stage
    {
        clean.status = StageStatus::failed;
        clean.finding = end.finding;
        clean.message = fmt::format("{}'s compiler refuses it: {}", simulator->name, end.why);
        return stage;
    }
    if (end.how == RunEnd::How::no_device) {
        // No kernel can take a device away; a host program can.
        if (exercise.host()) clean.status = StageStatus::failed;
        clean.message = fmt::format("{} is installed but offers no device.", simulator->name);
        return stage;
    }
    const std::string file = kernel_file(exercise);
    std::vector<CheckerProblem> problems = simulator->problems(process.error);
    // A kernel that a host program is given does not lie beside what is checked.
    const fs::path edited = fs::path{tests.environment.at("LOCKSTEP_EXERCISE_FILES")} / file;
    if (fs::is_regular_file(edited)) quote_lines(problems, read_text(edited));
    const std::vector<CheckerProblem> distinct = distinct_among(problems, *simulator, clean.failed_cases);
    stage.raced = std::ranges::any_of(distinct, [&](const CheckerProblem& problem) {
        return simulator->kind(problem) == formats::Finding::race;
    });
    std::vector<std::string> messages;
    const auto cause = cause_among(distinct, *simulator);
    if (cause != distinct.end()) messages.push_back(explain(*cause, file));
    if (!messages.empty()) stage.cause = messages.front().substr(0, messages.front().find('\n'));
    std::set<int> lines_told;
    if (cause != distinct.end()) lines_told.insert(cause->line);
    for (CheckerProblem problem : distinct) { // of a line the first tells what is wrong with it
        if (messages.size() == 3 || !lines_told.insert(problem.line).second) continue;
        if (!messages.empty() && !problem.more.empty()) // it often follows from the first
            problem = {.test_case = {}, .what = problem.what, .line = problem.line};
        messages.push_back(explain(problem, file));
    }
    if (!distinct.empty())
        clean.finding = simulator->kind(cause != distinct.end() ? *cause : distinct.front());
    if (const std::size_t rest = distinct.size() - messages.size(); rest > 0)
        messages.push_back(fmt::format("and {} more finding{}", rest, rest == 1 ? "" : "s"));
    stage.called_off = process.called_off && messages.empty();
    if (stage.called_off) return stage;
    if (end.how == RunEnd::How::stopped && !process.called_off && !process.stopped) {
        clean.failed_cases.push_back(report.running);
        messages.push_back(fmt::format("{} ({})", end.why, where(exercise, simulator->name)));
        if (distinct.empty()) clean.finding = end.finding;
    }
    if (messages.empty()) {
        judge_silence(exercise, report, end, process, simulator->name, stage);
        return stage;
    }
    clean.status = StageStatus::failed;
    clean.message = joined(messages);
    return stage;
}

CleanStage run_sanitized(const ExerciseInfo& exercise, const HostPlaces& places, const TestProgram& tests,
                         const fs::path& preprocessed, const CheckOptions& options)
{
    CleanStage stage;
    StageResult& clean = stage.verdict;
    const std::string checker = exercise.sanitizer == "thread" ? "ThreadSanitizer" : "AddressSanitizer";
    const ScratchFolder scratch;
    TestProgram program = for_stage(tests, Stage::clean);
    program.path = scratch.path() / "program";
    const HostBuild build =
        build_host_exercise(exercise, places, preprocessed, program.path, exercise.sanitizer, options.limits);
    if (!build.ok) {
        const bool missing = !has_sanitizer(exercise, places.build, scratch.path(), exercise.sanitizer);
        clean.status = missing ? StageStatus::not_checked : StageStatus::failed;
        if (!missing) clean.finding = formats::Finding::no_build;
        clean.message =
            missing ? fmt::format("The compiler cannot build with -fsanitize={} here.", exercise.sanitizer)
                    : fmt::format("With {}: {}", checker, build.message);
        return stage;
    }
    program.fixed_addresses = true;
    if (program.sandbox) program.sandbox->readable.push_back(program.path);
    // Not every driver starts under a sanitizer; Pocket does.
    if (const fs::path pocket = pocket_library(options.build); fs::exists(pocket))
        use_pocket(program, pocket);
    else
        program.environment["LOCKSTEP_DEVICE"] = "";
    const ProcessResult process = run_tests(program, {}, options.limits);
    clean.seconds = process.seconds;
    clean.timed_out = process.timed_out;
    const TestReport report = report_of(program);
    const RunEnd end = end_of(exercise, program, report, process, options.limits);
    if (end.how == RunEnd::How::no_device) {
        clean.message = fmt::format("No device starts under {} here.", checker);
        return stage;
    }
    const std::string file = exercise.edit.front();
    static const std::regex headline{
        R"((WARNING: ThreadSanitizer|ERROR: ThreadSanitizer|ERROR: AddressSanitizer): ([^(\n]*))"};
    if (std::smatch match; std::regex_search(process.error, match, headline)) {
        clean.status = StageStatus::failed;
        clean.failed_cases.push_back(report.running);
        const std::string kind = std::regex_replace(match[2].str(), std::regex{" on .*"}, "");
        clean.finding = contains(process.error, "Sanitizer:DEADLYSIGNAL") ? formats::Finding::crash
                        : exercise.sanitizer == "thread"                  ? formats::Finding::race
                                                                          : formats::Finding::stray_access;
        const std::string what = kind == "FPE"    ? "a whole number is divided by zero"
                                 : kind == "SEGV" ? "memory is touched that is not the program's own"
                                 : kind == "heap-use-after-free" ? "memory is used after it was freed"
                                                                 : kind;
        const std::regex place{file + R"(:(\d+))"};
        std::smatch at;
        const bool placed = std::regex_search(process.error, at, place);
        clean.message =
            fmt::format("{}{} (found by {}{})", placed ? fmt::format("{}:{}: ", file, at[1].str()) : "", what,
                        checker, report.running.empty() ? "" : fmt::format(" in \"{}\"", report.running));
        return stage;
    }
    stage.called_off = process.called_off;
    if (stage.called_off) return stage;
    if (end.how != RunEnd::How::stopped) {
        judge_silence(exercise, report, end, process, checker, stage);
        return stage;
    }
    clean.status = StageStatus::failed;
    clean.finding = end.finding;
    clean.failed_cases.push_back(report.running);
    clean.message = fmt::format("{} ({}{})", end.why, where(exercise, checker),
                                report.running.empty() ? "" : fmt::format(", in \"{}\"", report.running));
    return stage;
}

} // namespace

bool takes_images(const ExerciseInfo& exercise)
{
    static const std::regex image{R"(\bimage[123]d\w*_t\b)"};
    return std::any_of(exercise.edit.begin(), exercise.edit.end(), [&](const std::string& file) {
        return file.ends_with(".cl") && std::regex_search(read_text(exercise.folder / file), image);
    });
}

std::optional<Simulator> find_simulator(const fs::path& build)
{
    if (wanted_simulator() == CountedBy::oclgrind) {
        const fs::path oclgrind = find_program("oclgrind");
        if (oclgrind.empty()) return std::nullopt;
        return Simulator{.name = "Oclgrind",
                         .driver = {},
                         .program = oclgrind,
                         .problems = parse_oclgrind_log,
                         .kind = finding_of};
    }
    const fs::path pocket = pocket_library(build);
    if (!fs::exists(pocket)) return std::nullopt;
    return Simulator{.name = "Pocket",
                     .driver = pocket,
                     .program = {},
                     .problems = parse_pocket_log,
                     .kind = pocket_finding_of};
}

std::string missing_simulator()
{
    return wanted_simulator() == CountedBy::oclgrind
               ? "Oclgrind is not installed. Type: ./lockstep start --oclgrind"
               : "Pocket is not built. Type: cmake --build build --target lockstep-pocket";
}

ProcessResult run_on(const Simulator& simulator, TestProgram& program, bool images, std::size_t errors,
                     const ProcessLimits& limits)
{
    if (simulator.driver.empty()) {
        program.environment["LOCKSTEP_DEVICE"] = "oclgrind";
        return run_tests(program, oclgrind_checks(simulator.program, images, errors), limits);
    }
    use_pocket(program, simulator.driver);
    program.environment["POCKET_FINDINGS"] = std::to_string(errors);
    return run_tests(program, {}, limits);
}

std::vector<std::string> oclgrind_checks(const fs::path& oclgrind, bool images, std::size_t errors)
{
    // Without optimisation: an optimiser may move a stray read to where it does no harm, and hide it.
    // With local memory to spare: Oclgrind 21.10 counts an array once for every expression that points into it.
    std::vector<std::string> checks{oclgrind.string(),      "--build-options",  "-cl-opt-disable",
                                    "--data-races",         "--uniform-writes", "--max-errors",
                                    std::to_string(errors), "--local-mem-size", "1048576"};
    // What it knows of uninitialised values it takes, for an image's size and pixels, from beyond the end of its own
    // notes (up to 26.03): whatever comes from an image may then count as uninitialised.
    if (!images) checks.emplace_back("--uninitialized");
    return checks;
}

CleanStage run_clean_stage(const ExerciseInfo& exercise, const HostPlaces& places, const TestProgram& program,
                           const fs::path& preprocessed, const CheckOptions& options)
{
    return exercise.host() && !exercise.sanitizer.empty()
               ? run_sanitized(exercise, places, program, preprocessed, options)
               : run_on_simulator(exercise, program, options);
}

} // namespace lockstep::tool
