// What is to be graded: the students, the exercises, and one job for each of both together.
#pragma once

#include "lockstep/formats/catalogue.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// One student's submission.
struct Submission
{
    std::string key;            ///< names folders and files
    std::string name;           ///< as it is shown
    std::filesystem::path path; ///< the folder or archive
};

/// plan.json, which every job reads.
struct GradingPlan
{
    std::uint64_t seed = 0;
    bool unsafe = false; ///< without a sandbox
    double seconds = 20.0;
    std::size_t mebibytes = 3072;
    std::vector<std::string> exercises; ///< ids
    std::vector<Submission> students;   ///< by name

    std::size_t jobs() const { return exercises.size() * students.size(); }
};

/// One student's exercise. Jobs are numbered from 1, all of a student's in a row.
struct Job
{
    std::size_t student = 0;  ///< index
    std::size_t exercise = 0; ///< index
};

/// @throws Failure when the plan has no job of this number.
Job job_of(const GradingPlan& plan, std::size_t number);

/// The exercises that "3/1,3/2", "3-5" (chapters) or a lab's file asks for, in the book's order; exactly one of the three
/// is not empty. A lab's file is JSON with a list of ids, {"exercises": ["03-first-kernel/1-square"]}.
/// @throws Failure when nothing is meant.
std::vector<ExerciseInfo> chosen_exercises(const std::vector<ChapterInfo>& chapters,
                                           const std::string& exercises, const std::string& chapter_range,
                                           const std::filesystem::path& lab);

/// Every entry of a folder is one student: a folder or an archive, whose name without its ending is the student's.
/// @throws Failure when there is no such folder, or nothing in it.
std::vector<Submission> submissions_in(const std::filesystem::path& folder);

/// The folders and files of a graded class.
struct ClassFolder
{
    std::filesystem::path root;

    std::filesystem::path plan() const { return root / "plan.json"; }
    std::filesystem::path marks() const { return root / "marks.json"; }    ///< the teacher's
    std::filesystem::path by_hand() const { return root / "by-hand.csv"; } ///< the teacher's
    std::filesystem::path log() const { return root / "log.txt"; }
    std::filesystem::path taken(const std::string& student) const { return root / "taken" / student; }
    std::filesystem::path job(const std::string& student, const std::string& exercise) const;
    std::filesystem::path control(const std::string& exercise) const;
    std::filesystem::path handed_out(const std::string& exercise) const
    {
        return root / "handed-out" / exercise;
    }
    std::filesystem::path student(const std::string& key) const { return root / "students" / key; }
};

void write_plan(const GradingPlan& plan, const std::filesystem::path& file);

/// Nothing when there is none yet. @throws Failure when it is malformed.
std::optional<GradingPlan> read_plan(const std::filesystem::path& file);

} // namespace lockstep::tool
