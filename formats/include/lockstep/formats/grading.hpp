// What grading a class leaves behind: one file for each job (a student's exercise), and results.json for the class.
#pragma once

#include "lockstep/formats/json_reader.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::formats
{

/// What became of one exercise of one student.
enum class Outcome
{
    solved,
    failed,
    not_begun,     ///< handed in as it was handed out
    not_handed_in, ///< or in a submission that cannot be read
    not_checked,   ///< the grader's device lacks what the exercise needs
    not_graded     ///< the grader itself could not run it, yet
};

std::string_view name_of(Outcome outcome); ///< "solved", "not-begun"

/// How one stage of the check ended.
struct GradedStage
{
    std::string name;    ///< "builds", "correct", "clean" or "lens"
    std::string status;  ///< "passed", "failed" or "not-checked"
    std::string message; ///< empty when passed

    bool operator==(const GradedStage&) const = default;
};

/// What the lens counted for one of the exercise's targets.
struct LensCount
{
    std::string kernel;
    std::string metric;
    std::string test_case; ///< of the target; empty: the worst of all
    double value = 0.0;

    bool operator==(const LensCount&) const = default;
};

/// The wrong solution of the exercise's catalogue that a failing file resembles.
struct Resemblance
{
    std::string name;
    std::string sentence;    ///< what it gets wrong
    double similarity = 0.0; ///< 1 when the two say the same; see grade/tokens.hpp

    bool operator==(const Resemblance&) const = default;
};

/// One exercise of one student.
struct ExerciseGrade
{
    std::string exercise; ///< its id
    Outcome outcome = Outcome::not_graded;
    std::string stage = {};    ///< the first that failed; else empty
    std::string sentence = {}; ///< why it has no points; empty when it has them all
    std::vector<GradedStage> stages = {};
    std::optional<Resemblance> resembles = {};
    std::vector<std::string> notes = {}; ///< on the files, say one that was there twice
    std::vector<LensCount> counts = {};  ///< where the stage lens counted
    std::optional<double> marked = {};   ///< points, where they are not all or none
    std::string how = {};                ///< those came about; empty: all or none
    std::string comment = {};            ///< the teacher's

    bool operator==(const ExerciseGrade&) const = default;
};

/// One job's file.
struct GradedJob
{
    std::string student;     ///< the key
    std::string fingerprint; ///< of all that the verdict depends on
    ExerciseGrade grade;

    bool operator==(const GradedJob&) const = default;
};

struct GradedStudent
{
    std::string key;      ///< names folders and files
    std::string name;     ///< as it is shown
    std::string sentence; ///< what is wrong with the submission as a whole; mostly empty
    std::vector<std::string> notes;
    std::vector<ExerciseGrade> grades; ///< in the class's order
    std::string comment = {};          ///< the teacher's, on the whole

    bool operator==(const GradedStudent&) const = default;
};

struct GradedExercise
{
    std::string id;
    std::string short_name; ///< "3/2"
    std::string title;
    double points = 0; ///< at most

    bool operator==(const GradedExercise&) const = default;
};

/// results.json.
struct GradedClass
{
    std::uint64_t seed = 0;
    std::vector<GradedExercise> exercises;
    std::vector<GradedStudent> students;

    /// The points of a student's grade: as they were marked, else all or none.
    double points(const ExerciseGrade& grade) const;
    double points(const GradedStudent& student) const; ///< the sum, to two decimals
    double most_points() const;
    bool operator==(const GradedClass&) const = default;
};

nlohmann::ordered_json json_of(const GradedJob& job);
nlohmann::ordered_json json_of(const GradedClass& graded);

/// Throw Failure.
GradedJob graded_job_of(const JsonReader& root);
GradedClass graded_class_of(const JsonReader& root);

} // namespace lockstep::formats
