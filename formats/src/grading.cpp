// The files of a graded class, from JSON and to JSON.
#include "lockstep/formats/grading.hpp"

#include "fields.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lockstep::formats
{

namespace
{

constexpr std::array outcome_names{
    std::pair{Outcome::solved, std::string_view{"solved"}},
    std::pair{Outcome::failed, std::string_view{"failed"}},
    std::pair{Outcome::not_begun, std::string_view{"not-begun"}},
    std::pair{Outcome::not_handed_in, std::string_view{"not-handed-in"}},
    std::pair{Outcome::not_checked, std::string_view{"not-checked"}},
    std::pair{Outcome::not_graded, std::string_view{"not-graded"}},
};

// Whole numbers without a point, as most points are.
void take_points_away(Json& json)
{
    for (Json& value : json)
        if (value.is_structured())
            take_points_away(value);
        else if (const auto* number = value.get_ptr<const double*>();
                 number != nullptr && *number == std::floor(*number) && std::abs(*number) < 1e15)
            value = static_cast<std::int64_t>(*number);
}

double to_two_decimals(double value)
{
    return std::round(value * 100) / 100;
}

} // namespace

inline void read_value(const JsonReader& from, Outcome& to)
{
    const std::string text = from.text();
    const auto found = std::ranges::find(outcome_names, text, [](const auto& entry) { return entry.second; });
    if (found == outcome_names.end()) from.refuse("names no outcome");
    to = found->first;
}

inline Json written(Outcome outcome)
{
    return name_of(outcome);
}

LOCKSTEP_FIELDS(GradedStage, name, status, message)
LOCKSTEP_FIELDS(Resemblance, name, sentence, similarity)

template <FieldsOf<LensCount> Any, typename Visitor>
void visit_fields(Any& count, Visitor& visit)
{
    LOCKSTEP_VISIT(count, kernel, metric)
    visit("case", count.test_case);
    visit("value", count.value);
}

template <FieldsOf<ExerciseGrade> Any, typename Visitor>
void visit_fields(Any& grade, Visitor& visit)
{
    LOCKSTEP_VISIT(grade, exercise, outcome, stage, sentence, stages, notes, resembles)
    visit.unless_default("counts", grade.counts);
    visit("marked", grade.marked);
    LOCKSTEP_VISIT_UNLESS_DEFAULT(grade, how, comment)
}

template <FieldsOf<GradedStudent> Any, typename Visitor>
void visit_fields(Any& student, Visitor& visit)
{
    LOCKSTEP_VISIT(student, key, name, sentence, notes, grades)
    visit.unless_default("comment", student.comment);
}

LOCKSTEP_FIELDS(GradedJob, student, fingerprint, grade)
LOCKSTEP_FIELDS(GradedExercise, id, short_name, title, points)
LOCKSTEP_FIELDS(GradedClass, seed, exercises, students)

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
    Json json = written(job);
    take_points_away(json);
    return json;
}

Json json_of(const GradedClass& graded)
{
    Json json = written(graded);
    json["points"] = graded.most_points();
    for (std::size_t s = 0; s < graded.students.size(); ++s) {
        const GradedStudent& student = graded.students[s];
        Json& entry = json["students"][s];
        entry["points"] = graded.points(student);
        for (std::size_t g = 0; g < student.grades.size(); ++g)
            entry["grades"][g]["points"] = graded.points(student.grades[g]);
    }
    take_points_away(json);
    return json;
}

GradedJob graded_job_of(const JsonReader& root)
{
    return read_fields<GradedJob>(root);
}

GradedClass graded_class_of(const JsonReader& root)
{
    return read_fields<GradedClass>(root);
}

} // namespace lockstep::formats
