// From verdicts to points: the teacher's scheme, and what the teacher sets by hand. Neither is an input of a job: after a change of
// them nothing is run again.
#pragma once

#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/grading.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// Points for a count of the lens that is at least, or at most, so large.
struct CountStep
{
    double bound = 0.0;
    double points = 0.0;
};

/// A count of the lens that earns points beside those of the stages: of its steps the first that holds.
struct CountRule
{
    std::string kernel;
    std::string metric;
    std::string test_case; ///< as the exercise's target has it
    bool at_most = true;   ///< else at least
    std::vector<CountStep> steps;
};

/// How one exercise is marked.
struct MarkRule
{
    std::optional<double> points = {};         ///< of all stages together; else the exercise's own
    std::map<std::string, double> stages = {}; ///< weights; none: all points or none
    std::vector<CountRule> counts = {};
};

/// marks.json.
struct MarkScheme
{
    std::map<std::string, double> stages = {};      ///< of exercises that have none of their own
    std::map<std::string, MarkRule> exercises = {}; ///< by id
    std::vector<double> late = {}; ///< what points are multiplied by after one day, two days …; then by 0
};

/// Reads marks.json:
///
///     {"stages": {"builds": 1, "correct": 6, "clean": 2, "lens": 1},
///      "late": [0.9, 0.75, 0.5],
///      "exercises": {"20/4": {"points": 30, "stages": {"correct": 2, "clean": 1},
///        "counts": [{"kernel": "vectors", "metric": "global_load.requests", "case": "a matrix of 128 rows of 128",
///                    "at_most": [[128, 10], [256, 5]]}]}}}
///
/// A file that is not there is a scheme that says nothing. @throws Failure for what is malformed, or means nothing.
MarkScheme read_marks(const std::filesystem::path& file, const std::vector<ExerciseInfo>& exercises);

/// A line of by-hand.csv.
struct HandMark
{
    std::size_t line = 0;
    std::string student;  ///< key or name
    std::string exercise; ///< "3/2"; empty: all of the submission
    std::optional<double> points = {};
    std::size_t late = 0; ///< days
    std::string comment = {};
};

/// The first line of by-hand.csv.
inline constexpr const char* hand_head = "student,exercise,points,late,comment";

/// Reads by-hand.csv as spreadsheets write it, with commas or semicolons. A file that is not there has no line.
/// @throws Failure naming the line that cannot be understood.
std::vector<HandMark> read_hand_marks(const std::filesystem::path& file);

/// Sets the points of a class: by the scheme, then by days late, then by hand.
/// @throws Failure for a line by hand of a student or an exercise that the class has not.
void mark_class(formats::GradedClass& graded, const MarkScheme& scheme, const std::vector<HandMark>& by_hand);

/// Points as they are shown: "7", "7.5", "6.67".
std::string points_text(double points);

} // namespace lockstep::tool
