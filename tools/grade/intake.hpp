// Taking in one submission: which of its files belong to which exercise, by the names of folders and files alone.
#pragma once

#include "grade/archive.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// The files that a student handed in for one exercise: those to edit, and headers and kernels of the student's own beside.
struct SubmittedExercise
{
    std::map<std::string, std::string> files; ///< texts by names; empty: nothing was handed in
    std::vector<std::string>
        notes; ///< what a reader of the report should know, say of a file that was there twice
};

/// What a submission holds.
struct SubmittedFiles
{
    std::string sentence; ///< why it cannot be graded; empty when it can
    std::vector<std::string> notes;
    std::map<std::string, SubmittedExercise> exercises; ///< by id, of those asked for
};

/// Finds the files of `asked` in a folder or an archive, or in the archive that is all that a folder holds. They may stand below any folder, as
///
///     exercises/03-first-kernel/2-saxpy/saxpy.cl   also exercises/03/2-saxpy/saxpy.cl
///     03-first-kernel/2-saxpy/saxpy.cl             also 03/2-saxpy/saxpy.cl
///     2-saxpy/saxpy.cl                             where no other exercise that was asked for is meant by it
///     saxpy.cl                                     likewise
///
/// and the first of these forms that is there wins; case, and the mark of a second copy as in "saxpy (1).cl", are ignored
/// where nothing matches exactly. Where a file is missing, notes name those that were not recognised. What a folder named
/// solutions, tests or build holds is nobody's work. Nothing is written, and nothing leads out of the submission.
/// @param book every exercise there is, `asked` among them. Nothing is thrown for what is wrong with a submission: then
/// `sentence` says it.
SubmittedFiles take_in(const std::filesystem::path& submission, const std::vector<ExerciseInfo>& book,
                       const std::vector<ExerciseInfo>& asked, const IntakeLimits& limits = {});

/// Writes what was taken: FOLDER/taken.json, and the files as FOLDER/ID/NAME. A folder that holds the same already stays
/// untouched; else it is replaced as a whole.
void write_submitted(const SubmittedFiles& taken, const std::filesystem::path& folder);

/// Reads that again. @throws Failure when a file is missing or malformed.
SubmittedFiles read_submitted(const std::filesystem::path& folder);

} // namespace lockstep::tool
