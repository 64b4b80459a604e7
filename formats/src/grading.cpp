// The files of a graded class, from JSON and to JSON.
#include "lockstep/formats/grading.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep::formats
{

namespace
{

using Json = nlohmann::ordered_json;

constexpr std::array outcome_names{
    std::pair{Outcome::solved, std::string_view{"solved"}},
    std::pair{Outcome::failed, std::string_view{"failed"}},
    std::pair{Outcome::not_begun, std::string_view{"not-begun"}},
    std::pair{Outcome::not_handed_in, std::string_view{"not-handed-in"}},
    std::pair{Outcome::not_checked, std::string_view{"not-checked"}},
    std::pair{Outcome::not_graded, std::string_view{"not-graded"}},
};

Outcome outcome_of(const JsonReader& value)
{
    const std::string text = value.text();
    for (const auto& [outcome, name] : outcome_names)
        if (name == text) return outcome;
    value.refuse("names no outcome");
}

Json json_of_grade(const ExerciseGrade& grade)
{
    Json stages = Json::array();
    for (const GradedStage& stage : grade.stages)
        stages.push_back({{"name", stage.name}, {"status", stage.status}, {"message", stage.message}});
    Json json{{"exercise", grade.exercise}, {"outcome", name_of(grade.outcome)}, {"stage", grade.stage},
              {"sentence", grade.sentence}, {"stages", std::move(stages)},       {"notes", grade.notes}};
    if (grade.resembles)
        json["resembles"] = {{"name", grade.resembles->name},
                             {"sentence", grade.resembles->sentence},
                             {"similarity", grade.resembles->similarity}};
    return json;
}

ExerciseGrade grade_of(const JsonReader& entry)
{
    ExerciseGrade grade{.exercise = entry.at("exercise").text(),
                        .outcome = outcome_of(entry.at("outcome")),
                        .stage = entry.at("stage").text(),
                        .sentence = entry.at("sentence").text(),
                        .stages = {},
                        .resembles = {},
                        .notes = entry.at("notes").texts()};
    for (const JsonReader& stage : entry.at("stages").list())
        grade.stages.push_back(
            {stage.at("name").text(), stage.at("status").text(), stage.at("message").text()});
    if (const auto resembles = entry.find("resembles"))
        grade.resembles = {resembles->at("name").text(), resembles->at("sentence").text(),
                           resembles->at("similarity").number()};
    return grade;
}

} // namespace

std::string_view name_of(Outcome outcome)
{
    return std::ranges::find(outcome_names, outcome, [](const auto& entry) { return entry.first; })->second;
}

int GradedClass::points(const ExerciseGrade& grade) const
{
    if (grade.outcome != Outcome::solved) return 0;
    const auto exercise = std::ranges::find(exercises, grade.exercise, &GradedExercise::id);
    return exercise == exercises.end() ? 0 : exercise->points;
}

int GradedClass::points(const GradedStudent& student) const
{
    int sum = 0;
    for (const ExerciseGrade& grade : student.grades) sum += points(grade);
    return sum;
}

int GradedClass::most_points() const
{
    int sum = 0;
    for (const GradedExercise& exercise : exercises) sum += exercise.points;
    return sum;
}

Json json_of(const GradedJob& job)
{
    return {{"student", job.student}, {"fingerprint", job.fingerprint}, {"grade", json_of_grade(job.grade)}};
}

Json json_of(const GradedClass& graded)
{
    Json exercises = Json::array();
    for (const GradedExercise& exercise : graded.exercises)
        exercises.push_back({{"id", exercise.id},
                             {"short_name", exercise.short_name},
                             {"title", exercise.title},
                             {"points", exercise.points}});
    Json students = Json::array();
    for (const GradedStudent& student : graded.students) {
        Json grades = Json::array();
        for (const ExerciseGrade& grade : student.grades) {
            grades.push_back(json_of_grade(grade));
            grades.back()["points"] = graded.points(grade);
        }
        students.push_back({{"key", student.key},
                            {"name", student.name},
                            {"points", graded.points(student)},
                            {"sentence", student.sentence},
                            {"notes", student.notes},
                            {"grades", std::move(grades)}});
    }
    return {{"seed", graded.seed},
            {"points", graded.most_points()},
            {"exercises", std::move(exercises)},
            {"students", std::move(students)}};
}

GradedJob graded_job_of(const JsonReader& root)
{
    return {root.at("student").text(), root.at("fingerprint").text(), grade_of(root.at("grade"))};
}

GradedClass graded_class_of(const JsonReader& root)
{
    GradedClass graded{.seed = root.at("seed").count(), .exercises = {}, .students = {}};
    for (const JsonReader& entry : root.at("exercises").list())
        graded.exercises.push_back({entry.at("id").text(), entry.at("short_name").text(),
                                    entry.at("title").text(), entry.at("points").whole()});
    for (const JsonReader& entry : root.at("students").list()) {
        GradedStudent student{.key = entry.at("key").text(),
                              .name = entry.at("name").text(),
                              .sentence = entry.at("sentence").text(),
                              .notes = entry.at("notes").texts(),
                              .grades = {}};
        for (const JsonReader& grade : entry.at("grades").list()) student.grades.push_back(grade_of(grade));
        graded.students.push_back(std::move(student));
    }
    return graded;
}

} // namespace lockstep::formats
