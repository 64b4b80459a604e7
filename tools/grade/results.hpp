// The results of a class as other programs want them: a table, Gradescope's report of one student, JUnit's XML.
// The same grades make the same bytes: nothing in them tells when or how fast they were made.
#pragma once

#include "lockstep/formats/grading.hpp"

#include <string>

namespace lockstep::tool
{

/// One line a student: key, name, points of each exercise, sum, and what is wrong with the submission.
std::string results_csv(const formats::GradedClass& graded);

/// Points and feedback for Moodle, as its grading worksheet has them: the participant's number from the names that its download
/// gives ("Ann Lee_1234567_assignsubmission_file"), else the student's key.
std::string moodle_csv(const formats::GradedClass& graded);

/// Points for Canvas, as its gradebook has them: the user's number from the names that its download gives
/// ("leeann_12345_67890_lab"), else the key as the login. @param assignment the name of the column.
std::string canvas_csv(const formats::GradedClass& graded, const std::string& assignment);

/// False when a grade is still missing, because an exercise could not be run, and is not set by hand.
bool is_final(const formats::ExerciseGrade& grade);
bool is_final(const formats::GradedStudent& student);

/// The points of a grade, "?" while it is not final; and "12.5 of 30 points" of a student, with a word where it is not.
std::string shown_points(const formats::GradedClass& graded, const formats::ExerciseGrade& grade);
std::string total_text(const formats::GradedClass& graded, const formats::GradedStudent& student);

/// results.json as Gradescope's autograder writes it: a test for each exercise. What is not final has no score.
std::string gradescope_json(const formats::GradedClass& graded, const formats::GradedStudent& student);

/// JUnit's XML: a suite for each student, a case for each exercise.
std::string junit_xml(const formats::GradedClass& graded);

/// "✓ solved", "✗ correct", "○ not begun": an outcome by symbol and word.
std::string outcome_text(const formats::ExerciseGrade& grade);

/// What a student is told of one exercise: how each stage ended, what the file resembles, notes.
std::string report_text(const formats::ExerciseGrade& grade);

} // namespace lockstep::tool
