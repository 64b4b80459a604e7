// A student's page, from the fragments in tools/grade/student.
#include "grade/student_page.hpp"

#include "base/paths.hpp"
#include "grade/marks.hpp"
#include "grade/names.hpp"
#include "grade/results.hpp"
#include "html/highlight.hpp"
#include "html/html.hpp"
#include "html/template.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using formats::ExerciseGrade;
using formats::GradedExercise;
using formats::Outcome;

const char* kind_of(Outcome outcome)
{
    return outcome == Outcome::solved ? "good" : outcome == Outcome::failed ? "bad" : "faint";
}

std::string stage_html(const Templates& parts, const formats::GradedStage& stage)
{
    const bool passed = stage.status == "passed";
    const bool failed = stage.status == "failed";
    return parts.fill(
        "stage",
        {{"KIND", passed   ? "good"
                  : failed ? "bad"
                           : "faint"},
         {"MARK", passed   ? "✓"
                  : failed ? "✗"
                           : "–"},
         {"NAME", escape_html(stage.name)},
         {"WORD", passed   ? "passed"
                  : failed ? "failed"
                           : "not checked"},
         {"MESSAGE",
          stage.message.empty() ? "" : parts.fill("message", {{"TEXT", escape_html(stage.message)}})}});
}

std::string file_html(const Templates& parts, const std::string& name, const std::string& text)
{
    constexpr std::size_t most_shown = std::size_t{64} << 10U;
    std::string lines;
    for (const std::string& line : highlight(shown_lines(text, most_shown), language_of(name)))
        lines += fmt::format("<li><code>{}</code></li>", line);
    return parts.fill("file", {{"NAME", escape_html(shown(name))}, {"LINES", lines}});
}

std::string exercise_html(const Templates& parts, const formats::GradedClass& graded,
                          const GradedExercise& exercise, const ExerciseGrade& grade, const Texts& files)
{
    const auto note = [&](const std::string& text) {
        return parts.fill("note", {{"TEXT", escape_html(text)}});
    };
    std::string inside;
    if (!grade.comment.empty())
        inside += parts.fill("comment", {{"TEXT", escape_html(shown_lines(grade.comment))}});
    if (!grade.how.empty()) inside += note("Points: " + grade.how);
    if (grade.stages.empty() && !grade.sentence.empty()) inside += note(grade.sentence);
    std::string stages;
    for (const formats::GradedStage& stage : grade.stages) stages += stage_html(parts, stage);
    if (!stages.empty()) inside += parts.fill("stages", {{"STAGES", stages}});
    if (grade.resembles) inside += note("This looks like a known mistake: " + grade.resembles->sentence);
    for (const std::string& text : grade.notes) inside += note(text);
    for (const auto& [name, text] : files) inside += file_html(parts, name, text);
    return parts.fill("exercise", {{"KIND", kind_of(grade.outcome)},
                                   {"ID", escape_html(replace_all(exercise.id, "/", "-"))},
                                   {"TITLE", escape_html(exercise.short_name + "  " + exercise.title)},
                                   {"OUTCOME", escape_html(outcome_text(grade))},
                                   {"POINTS", fmt::format("{} of {} points", shown_points(graded, grade),
                                                          points_text(exercise.points))},
                                   {"PARTS", inside}});
}

} // namespace

std::string student_page(const formats::GradedClass& graded, const formats::GradedStudent& student,
                         const std::map<std::string, Texts>& files)
{
    const fs::path root = own_source_dir();
    const fs::path own = root / "tools" / "grade" / "student";
    const Templates parts{own};
    std::string style;
    for (const fs::path& sheet :
         {root / "book" / "theme" / "1-base.css", root / "book" / "theme" / "4-code.css",
          root / "tools" / "html" / "standalone" / "page.css", root / "tools" / "grade" / "page" / "page.css",
          own / "student.css"})
        style += read_text(sheet);
    std::string says;
    if (!student.comment.empty())
        says += parts.fill("comment", {{"TEXT", escape_html(shown_lines(student.comment))}});
    if (!student.sentence.empty()) says += parts.fill("note", {{"TEXT", escape_html(student.sentence)}});
    for (const std::string& text : student.notes) says += parts.fill("note", {{"TEXT", escape_html(text)}});
    std::string exercises;
    for (std::size_t at = 0; at < graded.exercises.size(); ++at) {
        const auto found = files.find(graded.exercises[at].id);
        exercises += exercise_html(parts, graded, graded.exercises[at], student.grades[at],
                                   found == files.end() ? Texts{} : found->second);
    }
    return parts.fill("page", {{"NAME", escape_html(student.name)},
                               {"STYLE", style},
                               {"TOTAL", total_text(graded, student)},
                               {"SAYS", says},
                               {"EXERCISES", exercises}});
}

} // namespace lockstep::tool
