// The results of a class as other programs want them.
#include "grade/results.hpp"

#include "grade/marks.hpp"
#include "grade/names.hpp"
#include "html/html.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>

namespace lockstep::tool
{

namespace
{

using formats::ExerciseGrade;
using formats::GradedClass;
using formats::GradedExercise;
using formats::GradedStudent;
using formats::Outcome;

/// An attribute's value, in which XML would take the end of a line for a space.
std::string attribute_text(std::string_view text)
{
    return replace_all(replace_all(escape_html(text), "\n", "&#10;"), "\t", "&#9;");
}

const GradedExercise& exercise_of(const GradedClass& graded, const ExerciseGrade& grade)
{
    for (const GradedExercise& exercise : graded.exercises)
        if (exercise.id == grade.exercise) return exercise;
    return graded.exercises.front();
}

bool untold(Outcome outcome)
{
    return outcome == Outcome::not_checked || outcome == Outcome::not_graded;
}

/// Whom a learning platform means by the name of a download.
struct PlatformName
{
    std::string name;
    std::string number; ///< of the participant or user; empty: the name is of no such form
};

PlatformName moodle_name(const std::string& name)
{
    static const std::regex form{R"((.*)_([0-9]+)_assignsubmission_[a-z]+_?)"};
    std::smatch match;
    if (name.size() > 400 || !std::regex_match(name, match, form)) return {name, ""};
    return {match[1], match[2]};
}

PlatformName canvas_name(const std::string& name)
{
    static const std::regex form{R"(([^_]+)(_LATE)?_([0-9]+)_([0-9]+)_.*)"};
    std::smatch match;
    if (name.size() > 400 || !std::regex_match(name, match, form)) return {name, ""};
    return {match[1], match[3]};
}

// What is told of all of a student's exercises, a line each.
std::string feedback(const GradedClass& graded, const GradedStudent& student)
{
    std::string text = student.comment;
    const auto add = [&](const std::string& line) { text += (text.empty() ? "" : "\n") + line; };
    if (!student.sentence.empty()) add(student.sentence);
    for (const ExerciseGrade& grade : student.grades) {
        const GradedExercise& exercise = exercise_of(graded, grade);
        add(fmt::format("{}: {} of {}, {}{}{}", exercise.short_name, shown_points(graded, grade),
                        points_text(exercise.points), outcome_text(grade),
                        grade.sentence.empty() ? "" : ": " + grade.sentence,
                        grade.comment.empty() ? "" : " | " + grade.comment));
    }
    return text;
}

} // namespace

bool is_final(const ExerciseGrade& grade)
{
    return grade.marked || !untold(grade.outcome);
}

bool is_final(const GradedStudent& student)
{
    return std::ranges::all_of(student.grades, [](const ExerciseGrade& grade) { return is_final(grade); });
}

std::string shown_points(const GradedClass& graded, const ExerciseGrade& grade)
{
    return is_final(grade) ? points_text(graded.points(grade)) : "?";
}

std::string total_text(const GradedClass& graded, const GradedStudent& student)
{
    return fmt::format("{} of {} points{}", points_text(graded.points(student)),
                       points_text(graded.most_points()),
                       is_final(student) ? "" : ", not final: some exercises could not be graded yet");
}

std::string outcome_text(const ExerciseGrade& grade)
{
    switch (grade.outcome) {
    case Outcome::solved:
        return "✓ solved";
    case Outcome::failed:
        return "✗ " + grade.stage;
    case Outcome::not_begun:
        return "○ not begun";
    case Outcome::not_handed_in:
        return "– not handed in";
    case Outcome::not_checked:
        return "? not checked";
    case Outcome::not_graded:
        break;
    }
    return "? not graded";
}

std::string report_text(const ExerciseGrade& grade)
{
    std::string text;
    const auto add = [&](const std::string& line) { text += (text.empty() ? "" : "\n") + line; };
    for (const formats::GradedStage& stage : grade.stages) {
        const char* mark = stage.status == "passed" ? "✓" : stage.status == "failed" ? "✗" : "–";
        const std::string message =
            stage.status == "not-checked" ? "not checked: " + stage.message : stage.message;
        add(fmt::format("{} {}{}{}", mark, stage.name, stage.message.empty() ? "" : ": ",
                        stage.message.empty() ? "" : indented(message, 2)));
    }
    if (grade.stages.empty()) add(grade.sentence);
    if (!grade.how.empty()) add("Points: " + grade.how);
    if (!grade.comment.empty()) add("Your teacher: " + grade.comment);
    if (grade.resembles) add(fmt::format("This looks like a known mistake: {}", grade.resembles->sentence));
    for (const std::string& note : grade.notes) add("Note: " + note);
    return text;
}

std::string results_csv(const GradedClass& graded)
{
    std::string csv = "student,name";
    for (const GradedExercise& exercise : graded.exercises) csv += "," + csv_cell(exercise.short_name);
    csv += ",points,of,submission,comment\r\n";
    for (const GradedStudent& student : graded.students) {
        csv += csv_cell(student.key) + "," + csv_cell(student.name);
        for (const ExerciseGrade& grade : student.grades)
            csv += is_final(grade) ? "," + points_text(graded.points(grade)) : std::string{","};
        csv += fmt::format(",{},{},{},{}\r\n", points_text(graded.points(student)),
                           points_text(graded.most_points()), csv_cell(student.sentence),
                           csv_cell(student.comment));
    }
    return csv;
}

std::string moodle_csv(const GradedClass& graded)
{
    std::string csv = "Identifier,Full name,Grade,Maximum Grade,Feedback comments\r\n";
    for (const GradedStudent& student : graded.students) {
        const PlatformName who = moodle_name(student.name);
        csv += fmt::format("{},{},{},{},{}\r\n",
                           csv_cell(who.number.empty() ? student.key : "Participant " + who.number),
                           csv_cell(who.name), is_final(student) ? points_text(graded.points(student)) : "",
                           points_text(graded.most_points()), csv_cell(feedback(graded, student)));
    }
    return csv;
}

std::string canvas_csv(const GradedClass& graded, const std::string& assignment)
{
    std::string csv =
        fmt::format("Student,ID,SIS User ID,SIS Login ID,Section,{}\r\n    Points Possible,,,,,{}\r\n",
                    csv_cell(assignment), points_text(graded.most_points()));
    for (const GradedStudent& student : graded.students) {
        const PlatformName who = canvas_name(student.name);
        csv += fmt::format("{},{},,{},,{}\r\n", csv_cell(who.name), who.number,
                           who.number.empty() ? csv_cell(student.key) : "",
                           is_final(student) ? points_text(graded.points(student)) : "");
    }
    return csv;
}

std::string gradescope_json(const GradedClass& graded, const GradedStudent& student)
{
    nlohmann::ordered_json tests = nlohmann::ordered_json::array();
    for (const ExerciseGrade& grade : student.grades) {
        const GradedExercise& exercise = exercise_of(graded, grade);
        nlohmann::ordered_json test{{"number", exercise.short_name},
                                    {"name", fmt::format("{}: {}", exercise.short_name, exercise.title)}};
        if (is_final(grade)) {
            test["score"] = graded.points(grade);
            test["max_score"] = exercise.points;
            test["status"] = graded.points(grade) < exercise.points ? "failed" : "passed";
        }
        test["output_format"] = "text";
        test["output"] = outcome_text(grade) + "\n" + report_text(grade);
        test["visibility"] = "visible";
        tests.push_back(std::move(test));
    }
    std::string output = student.sentence;
    const auto add = [&](const std::string& line) { output += (output.empty() ? "" : "\n") + line; };
    if (!is_final(student)) add("NOT FINAL: some exercises could not be graded, and are not counted.");
    if (!student.comment.empty()) add("Your teacher: " + student.comment);
    for (const std::string& note : student.notes) add(note);
    const nlohmann::ordered_json json{{"score", graded.points(student)},
                                      {"max_score", graded.most_points()},
                                      {"output", output},
                                      {"output_format", "text"},
                                      {"visibility", "visible"},
                                      {"stdout_visibility", "hidden"},
                                      {"tests", tests}};
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string junit_xml(const GradedClass& graded)
{
    std::string suites;
    std::size_t all_failures = 0;
    std::size_t all_skipped = 0;
    std::size_t all_tests = 0;
    for (const GradedStudent& student : graded.students) {
        std::string cases;
        std::size_t failures = 0;
        std::size_t skipped = 0;
        for (const ExerciseGrade& grade : student.grades) {
            cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", attribute_text(student.key),
                                 attribute_text(grade.exercise));
            if (grade.outcome == Outcome::solved) {
                cases += "/>\n";
            } else if (untold(grade.outcome)) {
                ++skipped;
                cases += fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                                     attribute_text(grade.sentence));
            } else {
                ++failures;
                cases += fmt::format(
                    ">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n",
                    attribute_text(grade.stage.empty() ? formats::name_of(grade.outcome) : grade.stage),
                    attribute_text(grade.sentence), escape_html(report_text(grade)));
            }
        }
        suites += fmt::format(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n{}  </testsuite>\n",
            attribute_text(student.name), student.grades.size(), failures, skipped, cases);
        all_failures += failures;
        all_skipped += skipped;
        all_tests += student.grades.size();
    }
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"lockstep grade\" "
                       "tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n{}</testsuites>\n",
                       all_tests, all_failures, all_skipped, suites);
}

} // namespace lockstep::tool
