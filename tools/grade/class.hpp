// Grading a class on one machine: every submission taken in, every job run, each in a process of its own.
#pragma once

#include "grade/job.hpp"

#include <string>
#include <vector>

namespace lockstep::tool
{

/// A class and what is graded.
struct ClassRun
{
    GradingPlan plan;
    ClassFolder folder;
    std::vector<ExerciseInfo> exercises;
    unsigned at_once = 1;
};

/// What the program that takes in one submission does: `lockstep grade PATH --out DIR --take KEY`.
void take_submission(const std::filesystem::path& submission, const ClassFolder& folder,
                     const std::string& key);

/// Takes in every submission. What cannot be read, or takes too long or too much memory to read, is taken as a sentence.
void take_class(const ClassRun& run);

/// Tries the exercises that were not tried yet with these inputs and this build, see control.hpp. @throws Interrupted.
void run_controls(const ClassRun& run);

/// The exercises that cannot be graded here, each with the reason: "3/2: The book's own solution does not pass. …".
std::vector<std::string> ungradable(const ClassRun& run);

/// Runs the jobs that are not finished, of the exercises that can be graded. Returns how many could not be run; log.txt says why. @throws Interrupted.
std::size_t run_class(const ClassRun& run);

/// The grades of all jobs that are finished, with their points by the teacher's marks.json and by-hand.csv.
formats::GradedClass collect_class(const ClassRun& run);

/// Writes results.csv, moodle.csv, canvas.csv, results.json, junit.xml, similar.csv, index.html, and in students/KEY the student's
/// own results.json and index.html.
void write_results(const ClassRun& run, const formats::GradedClass& graded);

} // namespace lockstep::tool
