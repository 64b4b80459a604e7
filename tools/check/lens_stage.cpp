// Targets on what the lens counts.
#include "check/lens_stage.hpp"

#include "check/checkout_lens.hpp"
#include "lens/targets.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/json_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace lockstep::tool
{

namespace
{

std::string name_of(const LensTarget& target)
{
    return fmt::format("{} {}", target.kernel, target.metric);
}

// Refuses a target for a test case that there is not: it would be met by whatever is done.
void require_known_cases(const ExerciseInfo& exercise, const std::vector<std::string>& cases)
{
    for (std::size_t i = 0; i < exercise.lens_targets.size(); ++i) {
        const std::string& name = exercise.lens_targets[i].test_case;
        if (name.empty() || std::ranges::find(cases, name) != cases.end()) continue;
        formats::JsonReader::read(exercise.folder / "exercise.json", "compare it with another exercise's")
            .at("lens")
            .at("targets")
            .list()
            .at(i)
            .at("case")
            .refuse(fmt::format("names '{}', which is no test case of TEST_SUITE(\"lens\")", name),
                    fmt::format("one of '{}'", fmt::join(cases, "', '")));
    }
}

// The targets that are missed at one line.
struct MissesAt
{
    std::string place;
    Miss first; ///< what is said of the first of them
    std::size_t others = 0;
    std::set<std::string> metrics = {}; ///< of the others
};

// "FILE:LINE", with which the words on a miss begin; all of them where they name no line.
std::string place_of(const std::string& miss)
{
    const std::size_t end = miss.find(": ");
    const bool names_line =
        end != std::string::npos && end > 0 && miss[end - 1] >= '0' && miss[end - 1] <= '9';
    return names_line ? miss.substr(0, end) : miss;
}

// What all kernels that the tests launched cost together.
std::optional<Score> score_in(const formats::LensReport& report)
{
    const auto sum = all_launches(report);
    if (!sum) return {};
    return Score{.sectors = sum->global_load.sectors + sum->global_store.sectors,
                 .passes = sum->local_load.wavefronts + sum->local_store.wavefronts + sum->atomics.requests +
                           sum->atomics.same_address + sum->atomics.conflicts,
                 .instructions = sum->instructions};
}

// A run of the tests under the lens, and what is known of it.
struct LensTestRun
{
    const LensResult& result;
    TestReport report;
    RunEnd end;
    std::string counter; // "Pocket"
};

// Puts into words how the run ended where it cannot be counted. @return whether it can.
bool is_countable(const ExerciseInfo& exercise, const LensTestRun& run, StageResult& stage)
{
    using enum RunEnd::How;
    const auto refused = [&](const std::string& why) {
        stage.message = why;
        return false;
    };
    if (run.end.how == no_build) {
        stage.finding = run.end.finding;
        return refused(fmt::format("{}'s compiler refuses it: {}", run.counter, run.end.why));
    }
    if (run.end.how == no_device) {
        // No kernel can take a device away; a host program can.
        if (!exercise.host()) stage.status = StageStatus::not_checked;
        return refused(fmt::format("{} is there but offers no device.", run.counter));
    }
    std::vector<std::string> messages;
    tell_failed_cases(run.report, stage, messages);
    if (run.end.how == stopped) {
        stage.failed_cases.push_back(run.report.running);
        stage.finding = run.end.finding;
        messages.push_back(run.end.why + " (under the lens)");
    }
    if (!messages.empty()) return refused("under the lens: " + joined(messages));
    if (run.report.ended && run.report.cases_to_run.empty())
        return refused(fmt::format("exercises/{}/test.cpp has no case in TEST_SUITE(\"lens\")", exercise.id));
    if (run.end.how == never_began) {
        stage.status = StageStatus::not_checked;
        return refused(
            fmt::format("the tests do not begin under the lens{}", last_words(run.result.process)));
    }
    if (run.end.how == left_early) {
        stage.failed_cases.push_back(run.report.running);
        return refused(run.end.why + " (under the lens)");
    }
    if (run.result.counts) return true;
    for (const LensTarget& target : exercise.lens_targets) stage.failed_cases.push_back(name_of(target));
    return refused(fmt::format("no kernel is launched{}", last_words(run.result.process)));
}

} // namespace

void hold_against_targets(const ExerciseInfo& exercise, const formats::LensReport& report,
                          const std::vector<std::string>& cases, StageResult& stage)
{
    const std::string file = kernel_file(exercise);
    std::vector<MissesAt> places; // one line's waste misses several targets, and is told once
    for (const LensTarget& target : exercise.lens_targets) {
        if (const std::optional<double> value = counted_for(target, report, cases))
            stage.counts.push_back({target, *value});
        if (const std::optional<Miss> miss = missed(target, report, cases, file)) {
            if (std::ranges::find(stage.failed_cases, name_of(target)) == stage.failed_cases.end())
                stage.failed_cases.push_back(name_of(target));
            if (stage.metric.empty()) stage.metric = target.metric;
            stage.finding = formats::Finding::lens_target;
            const std::string place = place_of(miss->text);
            const auto known = std::ranges::find(places, place, &MissesAt::place);
            if (known == places.end())
                places.push_back({.place = place, .first = *miss});
            else {
                ++known->others;
                known->metrics.insert(target.metric);
            }
        }
    }
    std::vector<std::string> messages;
    for (const MissesAt& at : places) {
        std::string said = at.first.text;
        if (at.others > 0)
            said += fmt::format(". {} more target{} missed at this line: {}", at.others,
                                at.others == 1 ? " is" : "s are", fmt::join(at.metrics, ", "));
        messages.push_back(said);
        if (!at.first.line.empty()) messages.push_back(at.first.line);
    }
    stage.status = messages.empty() ? StageStatus::passed : StageStatus::failed;
    stage.message = joined(messages);
}

StageResult run_lens_stage(const ExerciseInfo& exercise, const TestProgram& tests,
                           const CheckOptions& options)
{
    TestProgram program = for_stage(tests, Stage::lens);
    StageResult stage{.stage = Stage::lens};
    std::optional<LensTools> tools;
    try {
        tools = checkout_lens_tools(options.build, options.build_missing);
    } catch (const Failure& failure) {
        stage.message = failure.what();
        return stage;
    }
    const bool by_pocket = tools->by == CountedBy::pocket;
    // From here on the lens is there: what it cannot judge has failed.
    stage.status = StageStatus::failed;
    LensResult result;
    const auto run = [&](bool unoptimised) {
        result = run_under_lens(*tools, {.program = {program.path.string(), "--no-colors"},
                                         .environment = program.environment,
                                         .profiles = {checkout_profile(options.source, exercise.lens_device)},
                                         .limits = options.limits,
                                         .show_progress = false,
                                         .sandbox = program.sandbox,
                                         .unoptimised = unoptimised});
    };
    try {
        run(false);
        if (!by_pocket &&
            beyond_interpreter(result.process)) { // the simulator's limit is none of the student's
            TestProgram again = tests;
            again.report += ".again";
            program = for_stage(again, Stage::lens);
            run(true);
        }
    } catch (const Failure& failure) {
        stage.message = failure.what();
        return stage;
    }
    stage.seconds = result.process.seconds;
    stage.timed_out = result.process.timed_out;
    const TestReport report = report_of(program);
    const RunEnd end = end_of(exercise, program, report, result.process, options.limits);
    if (!is_countable(exercise, {result, report, end, by_pocket ? "Pocket" : "Oclgrind"}, stage))
        return stage;
    std::vector<std::string> cases;
    for (const CaseVerdict& verdict : report.cases) cases.push_back(verdict.name);
    require_known_cases(exercise, cases);
    try {
        hold_against_targets(exercise, result.counts->reports.front(), cases, stage);
        if (by_pocket && !exercise.host()) stage.score = score_in(result.counts->reports.front());
    } catch (const Failure& failure) {
        stage.message = failure.what();
    }
    return stage;
}

} // namespace lockstep::tool
