// The results of a class as other programs want them.
#include "grade/results.hpp"

#include "grade/names.hpp"
#include "html/html.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

} // namespace

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
    if (grade.resembles) add(fmt::format("This looks like a known mistake: {}", grade.resembles->sentence));
    for (const std::string& note : grade.notes) add("Note: " + note);
    return text;
}

std::string results_csv(const GradedClass& graded)
{
    std::string csv = "student,name";
    for (const GradedExercise& exercise : graded.exercises) csv += "," + csv_cell(exercise.short_name);
    csv += ",points,of,submission\r\n";
    for (const GradedStudent& student : graded.students) {
        csv += csv_cell(student.key) + "," + csv_cell(student.name);
        for (const ExerciseGrade& grade : student.grades)
            csv += untold(grade.outcome) ? std::string{","} : fmt::format(",{}", graded.points(grade));
        csv += fmt::format(",{},{},{}\r\n", graded.points(student), graded.most_points(),
                           csv_cell(student.sentence));
    }
    return csv;
}

std::string gradescope_json(const GradedClass& graded, const GradedStudent& student)
{
    nlohmann::ordered_json tests = nlohmann::ordered_json::array();
    for (const ExerciseGrade& grade : student.grades) {
        const GradedExercise& exercise = exercise_of(graded, grade);
        tests.push_back({{"number", exercise.short_name},
                         {"name", fmt::format("{}: {}", exercise.short_name, exercise.title)},
                         {"score", graded.points(grade)},
                         {"max_score", exercise.points},
                         {"status", grade.outcome == Outcome::solved ? "passed" : "failed"},
                         {"output_format", "text"},
                         {"output", outcome_text(grade) + "\n" + report_text(grade)},
                         {"visibility", "visible"}});
    }
    std::string output = student.sentence;
    for (const std::string& note : student.notes) output += (output.empty() ? "" : "\n") + note;
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
