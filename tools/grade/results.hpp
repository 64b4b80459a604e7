// The results of a class as other programs want them: a table, Gradescope's report of one student, JUnit's XML.
// The same grades make the same bytes: nothing in them tells when or how fast they were made.
#pragma once

#include "lockstep/formats/grading.hpp"

#include <string>

namespace lockstep::tool
{

/// One line a student: key, name, points of each exercise, sum, and what is wrong with the submission.
std::string results_csv(const formats::GradedClass& graded);

/// results.json as Gradescope's autograder writes it: a test for each exercise, with all or none of its points.
std::string gradescope_json(const formats::GradedClass& graded, const formats::GradedStudent& student);

/// JUnit's XML: a suite for each student, a case for each exercise.
std::string junit_xml(const formats::GradedClass& graded);

/// "✓ solved", "✗ correct", "○ not begun": an outcome by symbol and word.
std::string outcome_text(const formats::ExerciseGrade& grade);

/// What a student is told of one exercise: how each stage ended, what the file resembles, notes.
std::string report_text(const formats::ExerciseGrade& grade);

} // namespace lockstep::tool
