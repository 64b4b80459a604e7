// The files of a graded class, from JSON and to JSON.
#include "lockstep/formats/grading.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
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

// Whole numbers without a point, as most of them are.
Json number_json(double value)
{
    if (value == std::floor(value) && std::abs(value) < 1e15) return static_cast<std::int64_t>(value);
    return value;
}

double to_two_decimals(double value)
{
    return std::round(value * 100) / 100;
}

Json json_of_counts(const std::vector<LensCount>& counts)
{
    Json list = Json::array();
    for (const LensCount& count : counts)
        list.push_back({{"kernel", count.kernel},
                        {"metric", count.metric},
                        {"case", count.test_case},
                        {"value", number_json(count.value)}});
    return list;
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
    if (!grade.counts.empty()) json["counts"] = json_of_counts(grade.counts);
    if (grade.marked) json["marked"] = number_json(*grade.marked);
    if (!grade.how.empty()) json["how"] = grade.how;
    if (!grade.comment.empty()) json["comment"] = grade.comment;
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
    if (const auto counts = entry.find("counts"))
        for (const JsonReader& count : counts->list())
            grade.counts.push_back({count.at("kernel").text(), count.at("metric").text(),
                                    count.at("case").text(), count.at("value").number()});
    if (const auto marked = entry.find("marked")) grade.marked = marked->number();
    grade.how = entry.text_or("how", "");
    grade.comment = entry.text_or("comment", "");
    return grade;
}

} // namespace

std::string_view name_of(Outcome outcome)
{
    return std::ranges::find(outcome_names, outcome, [](const auto& entry) { return entry.first; })->second;
}

double GradedClass::points(const ExerciseGrade& grade) const
{
    if (grade.marked) return *grade.marked;
    if (grade.outcome != Outcome::solved) return 0;
    const auto exercise = std::ranges::find(exercises, grade.exercise, &GradedExercise::id);
    return exercise == exercises.end() ? 0 : exercise->points;
}

double GradedClass::points(const GradedStudent& student) const
{
    double sum = 0;
    for (const ExerciseGrade& grade : student.grades) sum += points(grade);
    return to_two_decimals(sum);
}

double GradedClass::most_points() const
{
    double sum = 0;
    for (const GradedExercise& exercise : exercises) sum += exercise.points;
    return to_two_decimals(sum);
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
                             {"points", number_json(exercise.points)}});
    Json students = Json::array();
    for (const GradedStudent& student : graded.students) {
        Json grades = Json::array();
        for (const ExerciseGrade& grade : student.grades) {
            grades.push_back(json_of_grade(grade));
            grades.back()["points"] = number_json(graded.points(grade));
        }
        students.push_back({{"key", student.key},
                            {"name", student.name},
                            {"points", number_json(graded.points(student))},
                            {"sentence", student.sentence},
                            {"notes", student.notes},
                            {"grades", std::move(grades)}});
        if (!student.comment.empty()) students.back()["comment"] = student.comment;
    }
    return {{"seed", graded.seed},
            {"points", number_json(graded.most_points())},
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
                                    entry.at("title").text(), entry.at("points").number()});
    for (const JsonReader& entry : root.at("students").list()) {
        GradedStudent student{.key = entry.at("key").text(),
                              .name = entry.at("name").text(),
                              .sentence = entry.at("sentence").text(),
                              .notes = entry.at("notes").texts(),
                              .grades = {},
                              .comment = entry.text_or("comment", "")};
        for (const JsonReader& grade : entry.at("grades").list()) student.grades.push_back(grade_of(grade));
        graded.students.push_back(std::move(student));
    }
    return graded;
}

} // namespace lockstep::formats
