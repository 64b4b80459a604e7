// A class's leaderboard.
#include "grade/bench.hpp"

#include "base/counted_progress.hpp"
#include "base/paths.hpp"
#include "check/checkout_lens.hpp"
#include "grade/leaderboard.hpp"
#include "grade/leaderboard_page.hpp"
#include "grade/turns.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/random.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>
#include <set>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using formats::BoardRow;
using formats::ExerciseGrade;
using formats::GradedClass;
using formats::Leaderboard;
using formats::MeasuredTurn;

constexpr std::size_t most_memory = std::size_t{16} << 30U; // inputs, outputs and their copies on the way
constexpr std::chrono::seconds longest_turn{600};           // the first one tries all parameters

/// Somebody who is measured, and what came of it.
struct Runner
{
    Contestant contestant;
    std::string name;
    formats::Parameters parameters = {};
    std::vector<MeasuredTurn> turns = {};
    std::string why = {}; ///< nothing more is measured
};

/// Why a submission is not measured; empty when every stage passed.
std::string why_not_measured(const ExerciseGrade& grade)
{
    if (grade.outcome != formats::Outcome::solved)
        return grade.stage.empty() ? grade.sentence : fmt::format("{}: {}", grade.stage, grade.sentence);
    const auto open = std::ranges::find_if(
        grade.stages, [](const formats::GradedStage& stage) { return stage.status != "passed"; });
    return open == grade.stages.end() ? "" : fmt::format("The stage {} was not checked.", open->name);
}

/// The right submissions, their files in folders of their own; who has none goes to the absent.
std::vector<Runner> right_submissions(const ClassRun& run, const GradedClass& graded,
                                      const ExerciseInfo& exercise, const fs::path& scratch,
                                      Leaderboard& board)
{
    std::vector<Runner> runners;
    for (const formats::GradedStudent& student : graded.students) {
        const auto grade = std::ranges::find(student.grades, exercise.id, &ExerciseGrade::exercise);
        if (const std::string why = why_not_measured(*grade); !why.empty()) {
            board.absent.push_back({student.key, student.name, why});
            continue;
        }
        const fs::path files = scratch / student.key / "files";
        fs::create_directories(files);
        const SubmittedFiles taken = read_submitted(run.folder.taken(student.key));
        for (const auto& [name, text] : taken.exercises.at(exercise.id).files) write_text(files / name, text);
        runners.push_back({.contestant = {.key = student.key, .file = files / exercise.edit.front()},
                           .name = student.name});
    }
    if (!runners.empty()) return runners;
    std::string reasons;
    for (const formats::BoardAbsence& absence : board.absent)
        if (reasons.size() < 1000)
            reasons += fmt::format("\n  {}: {}", absence.name, first_line(absence.why));
    throw Failure(fmt::format("There is nothing to measure: no submission of {} passed every stage.{}",
                              exercise.short_name(), reasons),
                  "./lockstep grade SUBMISSIONS --out DIR, with the same LOCKSTEP_DEVICE as now");
}

std::string at_size(const Leaderboard& board, const std::string& why)
{
    return fmt::format("At the size that is measured ({}): {}",
                       board.rows > 1
                           ? fmt::format("{} × {}", with_commas(board.columns), with_commas(board.rows))
                           : with_commas(board.columns),
                       why);
}

void measure(const TurnRules& rules, std::vector<Runner>& runners, Leaderboard& board, double& highest)
{
    std::vector<double> limits;
    const auto limit_turn = [&] {
        const MeasuredTurn turn = take_limit_turn(rules);
        highest = std::max(highest, turn.highest);
        return turn;
    };
    const auto drop = [&](Runner& runner, const std::string& why, CountedProgress& progress,
                          std::size_t left) {
        if (runner.contestant.key.empty())
            throw Failure(
                fmt::format("The book's rung '{}' cannot be measured here: {}", rules.rung.rung, why),
                "./lockstep bench " + rules.rung.ladder);
        runner.why = why;
        progress.fewer(left);
    };
    const MeasuredTurn first = limit_turn(); // says what device there is, and whether there is one
    board.origin = first.origin;
    board.input = first.input;
    board.unit = first.unit;
    board.limit = first.limit;
    board.columns = first.columns;
    board.rows = first.rows;
    CountedProgress progress{"Turns", runners.size() + board.rounds * (runners.size() + 1)};
    for (Runner& runner : runners) {
        const MeasuredTurn tuned = take_turn(rules, runner.contestant, std::nullopt);
        runner.parameters = tuned.parameters;
        progress.one_more();
        if (!tuned.refused.empty()) drop(runner, at_size(board, tuned.refused), progress, board.rounds);
    }
    Random random{board.seed};
    for (std::size_t round = 0; round < board.rounds; ++round) {
        std::vector<std::size_t> order(runners.size() + 1); // the last one stands for the limit
        std::iota(order.begin(), order.end(), std::size_t{0});
        for (std::size_t left = order.size(); left > 1; --left)
            std::swap(order[left - 1], order[random.below(static_cast<std::uint32_t>(left))]);
        for (const std::size_t at : order) {
            if (at == runners.size()) {
                limits.push_back(limit_turn().figure);
                progress.one_more();
                continue;
            }
            Runner& runner = runners[at];
            if (!runner.why.empty()) continue;
            MeasuredTurn turn = take_turn(rules, runner.contestant, runner.parameters);
            progress.one_more();
            if (!turn.refused.empty())
                drop(runner, at_size(board, turn.refused), progress, board.rounds - round - 1);
            else
                runner.turns.push_back(std::move(turn));
        }
    }
    board.limit_figures = figures_of(limits, runners.size());
}

BoardRow row_of(const Runner& runner, std::size_t kernels, const Leaderboard& board)
{
    BoardRow row{.key = runner.contestant.key, .name = runner.name, .parameters = runner.parameters};
    for (const MeasuredTurn& turn : runner.turns) row.rounds.push_back(figure_of(turn));
    row.figures = figures_of(row.rounds, kernels);
    row.of_limit = row.figures.median / board.limit_figures.median;
    return row;
}

void count(const TurnRules& rules, const ExerciseInfo& exercise, const std::vector<Runner>& runners,
           Leaderboard& board)
{
    try {
        checkout_lens_tools(build_dir(), true);
    } catch (const Failure& failure) {
        fmt::print("The lens does not count: {}\n", failure.happened());
        return;
    }
    board.lens_device = exercise.lens_device;
    const auto counted_for = [&](BoardRow& row) {
        const auto runner =
            std::ranges::find_if(runners, [&](const Runner& one) { return one.contestant.key == row.key; });
        row.counts = count_turn(rules, runner->contestant, exercise.lens_device);
    };
    CountedProgress progress{"Counted by the lens", board.students.size() + 1};
    counted_for(*board.book);
    progress.one_more();
    for (BoardRow& row : board.students) {
        counted_for(row);
        progress.one_more();
    }
}

/// Sorts what was measured into rows and absences.
void fill(const std::vector<Runner>& runners, double highest, Leaderboard& board)
{
    const std::vector<MeasuredTurn>& book = runners.front().turns;
    for (const Runner& runner : runners) {
        std::string why = runner.why;
        if (why.empty()) why = unbelievable(runner.turns, book, highest);
        if (runner.contestant.key.empty())
            board.book = row_of(runner, runners.size(), board);
        else if (why.empty())
            board.students.push_back(row_of(runner, runners.size(), board));
        else
            board.absent.push_back({runner.contestant.key, runner.name, why});
    }
}

} // namespace

const ExerciseInfo& open_exercise(const std::vector<ChapterInfo>& chapters, const ClassRun& run,
                                  const std::string& ladder)
{
    const ExerciseInfo* found = nullptr;
    std::set<std::string> ladders;
    for (const ChapterInfo& chapter : chapters)
        for (const ExerciseInfo& exercise : chapter.exercises) {
            if (!exercise.open_rung) continue;
            ladders.insert(exercise.open_rung->ladder);
            if (exercise.open_rung->ladder == ladder) found = &exercise;
        }
    if (found == nullptr)
        throw Failure(fmt::format("No open exercise belongs to a ladder '{}'.", ladder),
                      fmt::format("--bench LADDER, one of {}", fmt::join(ladders, ", ")));
    if (std::ranges::find(run.plan.exercises, found->id) == run.plan.exercises.end())
        throw Failure(
            fmt::format("This class is not graded on {}, the open exercise of the ladder {}.",
                        found->short_name(), ladder),
            fmt::format("./lockstep grade SUBMISSIONS --out DIR --exercises {}", found->short_name()));
    return *found;
}

void bench_class(const ClassRun& run, const LeaderboardOptions& options)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const ExerciseInfo& exercise = open_exercise(chapters, run, options.ladder);
    const ScratchFolder scratch{"lockstep-board-"};
    Leaderboard board{.ladder = options.ladder,
                      .exercise = exercise.id,
                      .short_name = exercise.short_name(),
                      .title = exercise.title,
                      .rung = exercise.open_rung->rung,
                      .quick = options.quick,
                      .seed = run.plan.seed,
                      .rounds = options.rounds};
    std::vector<Runner> runners{{.contestant = {}, .name = "the book’s " + exercise.open_rung->rung}};
    for (Runner& runner : right_submissions(run, collect_class(run), exercise, scratch.path(), board))
        runners.push_back(std::move(runner));
    const auto seconds = std::chrono::milliseconds{static_cast<long>(run.plan.seconds * 1000)};
    const TurnRules rules{.rung = *exercise.open_rung,
                          .quick = options.quick,
                          .sandboxed = !run.plan.unsafe,
                          .limits = {.time = std::max<std::chrono::milliseconds>(6 * seconds, longest_turn),
                                     .memory_bytes = std::max(run.plan.mebibytes << 20U, most_memory)},
                          .scratch = scratch.path()};
    double highest = 0;
    measure(rules, runners, board, highest);
    fill(runners, options.quick ? 0 : highest,
         board); // small sizes fit caches, which no limit of memory holds for
    count(rules, exercise, runners, board);
    place(board.students);
    const fs::path file = run.folder.root / ("leaderboard-" + options.ladder);
    replace_text(file.string() + ".json", json_of(board).dump(2) + "\n");
    replace_text(file.string() + ".csv", leaderboard_csv(board));
    replace_text(file.string() + ".html", leaderboard_page(board));
    fmt::print("{}{}.html\n", leaderboard_text(board), file.string());
}

} // namespace lockstep::tool
