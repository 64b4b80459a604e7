// The points of a class.
#include "grade/marks.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/lens_metrics.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using formats::ExerciseGrade;
using formats::GradedClass;
using formats::GradedExercise;
using formats::GradedStudent;
using formats::JsonReader;
using formats::Outcome;

constexpr std::array all_stages{"builds", "correct", "clean", "lens"};
constexpr std::array hand_columns{"student", "exercise", "points", "late", "comment"};

double not_negative(const JsonReader& value)
{
    const double number = value.number();
    if (number < 0) value.refuse("must not be negative");
    return number;
}

std::map<std::string, double> weights_of(const JsonReader& json)
{
    std::map<std::string, double> weights;
    double sum = 0;
    for (const auto& [name, weight] : json.members()) {
        if (std::ranges::find(all_stages, name) == all_stages.end())
            weight.refuse("is no stage", fmt::format("one of {}", fmt::join(all_stages, ", ")));
        sum += weights[name] = not_negative(weight);
    }
    if (sum <= 0) json.refuse("must give some stage more than 0");
    return weights;
}

CountRule count_rule_of(const JsonReader& json, const ExerciseInfo& exercise)
{
    CountRule rule{.kernel = json.at("kernel").text(),
                   .metric = json.at("metric").text(),
                   .test_case = json.text_or("case", ""),
                   .at_most = json.has("at_most"),
                   .steps = {}};
    const bool known = std::ranges::any_of(exercise.lens_targets, [&](const LensTarget& target) {
        return target.kernel == rule.kernel && target.metric == rule.metric &&
               target.test_case == rule.test_case;
    });
    if (!known)
        json.refuse(
            fmt::format("counts what {} has no target for", exercise.short_name()),
            fmt::format("kernel, metric and case of a target in exercises/{}/exercise.json", exercise.id));
    for (const JsonReader& step : json.at(rule.at_most ? "at_most" : "at_least").list()) {
        const std::vector<JsonReader> pair = step.list();
        if (pair.size() != 2) step.refuse("must be a bound and its points, as in [128, 10]");
        rule.steps.push_back({pair[0].number(), not_negative(pair[1])});
    }
    if (rule.steps.empty()) json.refuse("has no step");
    std::ranges::stable_sort(rule.steps, std::greater{}, &CountStep::points);
    return rule;
}

double rounded(double points)
{
    return std::round(points * 100) / 100;
}

// The weights that hold for what the exercise has, as far as stages are among its checks.
double earned_part(const ExerciseGrade& grade, const std::map<std::string, double>& weights, std::string& how)
{
    double sum = 0;
    double earned = 0;
    std::vector<std::string> passed;
    for (const formats::GradedStage& stage : grade.stages) {
        const auto weight = weights.find(stage.name);
        if (weight == weights.end() || weight->second == 0) continue;
        sum += weight->second;
        // What could not be checked for want of a tool is not held against who passed all that was.
        const bool counts =
            stage.status == "passed" || (stage.status == "not-checked" && grade.outcome == Outcome::solved);
        if (!counts) continue;
        earned += weight->second;
        passed.push_back(stage.name);
    }
    if (sum == 0) return grade.outcome == Outcome::solved ? 1 : 0;
    how = passed.empty()
              ? "no stage that counts was passed"
              : fmt::format("{}: {} of {}", fmt::join(passed, ", "), points_text(earned), points_text(sum));
    return earned / sum;
}

void add_counts(const ExerciseGrade& grade, const MarkRule& rule, double& points, std::string& how)
{
    for (const CountRule& wanted : rule.counts) {
        const auto count = std::ranges::find_if(grade.counts, [&](const formats::LensCount& one) {
            return one.kernel == wanted.kernel && one.metric == wanted.metric &&
                   one.test_case == wanted.test_case;
        });
        if (count == grade.counts.end()) continue;
        const auto step = std::ranges::find_if(wanted.steps, [&](const CountStep& one) {
            return wanted.at_most ? count->value <= one.bound : count->value >= one.bound;
        });
        const double more = step == wanted.steps.end() ? 0 : step->points;
        points += more;
        how += fmt::format("{}{} {}: {}", how.empty() ? "" : "; ", wanted.metric, points_text(count->value),
                           more == 0 ? "no points" : "+" + points_text(more));
    }
}

double most_of(const MarkRule& rule, double own)
{
    double most = rule.points.value_or(own);
    for (const CountRule& count : rule.counts) most += count.steps.front().points;
    return rounded(most);
}

double factor_for(const MarkScheme& scheme, std::size_t days)
{
    if (days == 0) return 1;
    return days <= scheme.late.size() ? scheme.late[days - 1] : 0;
}

MarkRule rule_for(const MarkScheme& scheme, const std::string& exercise)
{
    const auto own = scheme.exercises.find(exercise);
    MarkRule rule = own == scheme.exercises.end() ? MarkRule{} : own->second;
    if (rule.stages.empty()) rule.stages = scheme.stages;
    return rule;
}

// By the scheme alone. @param own the exercise's points before counts.
void mark_by_scheme(ExerciseGrade& grade, const MarkRule& rule, double own)
{
    if (grade.outcome != Outcome::solved && grade.outcome != Outcome::failed) return;
    std::string how;
    double points =
        rule.points.value_or(own) * (rule.stages.empty() ? (grade.outcome == Outcome::solved ? 1.0 : 0.0)
                                                         : earned_part(grade, rule.stages, how));
    add_counts(grade, rule, points, how);
    grade.marked = rounded(points);
    grade.how = how;
}

void mark_late(const GradedClass& graded, ExerciseGrade& grade, const MarkScheme& scheme, std::size_t days)
{
    const double before = graded.points(grade);
    if (days == 0 || before == 0) return;
    const double factor = factor_for(scheme, days);
    grade.marked = rounded(before * factor);
    grade.how += fmt::format("{}{} late: times {}", grade.how.empty() ? "" : "; ", counted(days, "day"),
                             points_text(factor));
}

[[noreturn]] void refuse_line(const HandMark& mark, const std::string& why)
{
    throw Failure(fmt::format("by-hand.csv:{}: {}", mark.line, why), "mend the line, or take it out");
}

GradedStudent& student_of(GradedClass& graded, const HandMark& mark)
{
    const auto by_key = std::ranges::find(graded.students, mark.student, &GradedStudent::key);
    if (by_key != graded.students.end()) return *by_key;
    const auto by_name = std::ranges::find(graded.students, mark.student, &GradedStudent::name);
    if (by_name == graded.students.end())
        refuse_line(mark, fmt::format("no submission is of '{}'", mark.student));
    return *by_name;
}

// One line of a CSV file; `at` is moved behind it, over the ends of lines inside of quotes.
std::vector<std::string> csv_row(const std::string& text, std::size_t& at, char between, std::size_t& lines)
{
    std::vector<std::string> cells(1);
    bool quoted = false;
    ++lines;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (quoted && c == '"' && at + 1 < text.size() && text[at + 1] == '"')
            cells.back() += text[++at];
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && c == between)
            cells.emplace_back();
        else if (!quoted && c == '\n')
            break;
        else {
            lines += c == '\n' ? 1U : 0U;
            cells.back() += c;
        }
    }
    ++at;
    return cells;
}

double number_in(const HandMark& mark, const std::string& cell)
{
    const std::string text = replace_all(std::string{trim(cell)}, ",", "."); // "7,5" in Europe
    double number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || number < 0)
        refuse_line(mark, fmt::format("'{}' is no number of points or days", cell));
    return number;
}

} // namespace

MarkScheme read_marks(const fs::path& file, const std::vector<ExerciseInfo>& exercises)
{
    MarkScheme scheme;
    if (!fs::exists(file)) return scheme;
    const JsonReader root =
        JsonReader::read(file, R"(a file like {"stages": {"correct": 3, "clean": 1}, "late": [0.9, 0.5]})");
    for (const auto& [name, value] : root.members())
        if (name != "stages" && name != "late" && name != "exercises")
            value.refuse("is not known", R"("stages", "late" and "exercises" are)");
    if (const auto stages = root.find("stages")) scheme.stages = weights_of(*stages);
    if (const auto late = root.find("late"))
        for (const JsonReader& factor : late->list()) {
            scheme.late.push_back(not_negative(factor));
            if (scheme.late.back() > 1) factor.refuse("must be at most 1");
        }
    if (const auto rules = root.find("exercises"))
        for (const auto& [name, json] : rules->members()) {
            const auto exercise = std::ranges::find_if(exercises, [&](const ExerciseInfo& one) {
                return one.id == name || one.short_name() == name;
            });
            if (exercise == exercises.end()) json.refuse("is no exercise of this class");
            MarkRule& rule = scheme.exercises[exercise->id];
            if (const auto points = json.find("points")) rule.points = not_negative(*points);
            if (const auto stages = json.find("stages")) rule.stages = weights_of(*stages);
            if (const auto counts = json.find("counts"))
                for (const JsonReader& count : counts->list())
                    rule.counts.push_back(count_rule_of(count, *exercise));
        }
    return scheme;
}

std::vector<HandMark> read_hand_marks(const fs::path& file)
{
    std::vector<HandMark> marks;
    if (!fs::exists(file)) return marks;
    const std::string text = read_text(file);
    const std::string head = text.substr(0, text.find('\n'));
    const char between = std::ranges::count(head, ';') > std::ranges::count(head, ',') ? ';' : ',';
    std::size_t at = 0;
    std::size_t lines = 0;
    const std::vector<std::string> names = csv_row(text, at, between, lines);
    if (!std::ranges::equal(names, hand_columns,
                            [](const std::string& a, const char* b) { return trim(a) == b; }))
        throw Failure(fmt::format("{} must begin with the line {}", file.string(), hand_head),
                      "put that line at its beginning");
    while (at < text.size()) {
        const std::size_t line = lines + 1;
        const std::vector<std::string> cells = csv_row(text, at, between, lines);
        if (std::ranges::all_of(cells, [](const std::string& cell) { return trim(cell).empty(); })) continue;
        HandMark mark{.line = line, .student = std::string{trim(cells[0])}, .exercise = {}};
        if (cells.size() != hand_columns.size())
            refuse_line(mark,
                        fmt::format("it has {} cells, and must have {}", cells.size(), hand_columns.size()));
        mark.exercise = trim(cells[1]);
        if (!trim(cells[2]).empty()) mark.points = number_in(mark, cells[2]);
        if (!trim(cells[3]).empty())
            mark.late = static_cast<std::size_t>(std::ceil(number_in(mark, cells[3])));
        mark.comment = trim(cells[4]);
        if (mark.exercise.empty() && mark.points)
            refuse_line(mark, "points are set for one exercise, which it does not name");
        marks.push_back(std::move(mark));
    }
    return marks;
}

void mark_class(GradedClass& graded, const MarkScheme& scheme, const std::vector<HandMark>& by_hand)
{
    std::map<std::string, double> own;
    for (GradedExercise& exercise : graded.exercises) {
        own[exercise.id] = exercise.points;
        exercise.points = most_of(rule_for(scheme, exercise.id), exercise.points);
    }
    for (GradedStudent& student : graded.students)
        for (ExerciseGrade& grade : student.grades)
            if (!scheme.stages.empty() || scheme.exercises.contains(grade.exercise))
                mark_by_scheme(grade, rule_for(scheme, grade.exercise), own.at(grade.exercise));
    for (const HandMark& mark :
         by_hand) { // the whole first, so that a line of one exercise is the last word on it
        if (!mark.exercise.empty()) continue;
        GradedStudent& student = student_of(graded, mark);
        student.comment = mark.comment;
        for (ExerciseGrade& grade : student.grades) mark_late(graded, grade, scheme, mark.late);
    }
    for (const HandMark& mark : by_hand) {
        if (mark.exercise.empty()) continue;
        GradedStudent& student = student_of(graded, mark);
        const auto exercise = std::ranges::find_if(graded.exercises, [&](const GradedExercise& one) {
            return one.id == mark.exercise || one.short_name == mark.exercise;
        });
        if (exercise == graded.exercises.end())
            refuse_line(mark, fmt::format("this class is not graded on '{}'", mark.exercise));
        ExerciseGrade& grade = student.grades[static_cast<std::size_t>(exercise - graded.exercises.begin())];
        grade.comment = mark.comment;
        if (mark.points) {
            grade.how = fmt::format("set by hand; {} by the tests", points_text(graded.points(grade)));
            grade.marked = rounded(*mark.points);
        } else
            mark_late(graded, grade, scheme, mark.late);
    }
}

std::string points_text(double points)
{
    return fmt::format("{:g}", std::abs(points) < 1e5 ? rounded(points) : points);
}

} // namespace lockstep::tool
