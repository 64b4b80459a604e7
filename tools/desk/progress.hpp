// What the reader has solved and which hints they have seen, kept in .lockstep/progress.json beside the sources. Where
// that cannot be written, the command goes on, and says so.
#pragma once

#include "check/verdict.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/progress.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lockstep::tool
{

std::filesystem::path progress_file(const std::filesystem::path& source);

/// What is recorded. A file that cannot be understood is moved aside, and standard error says where to.
formats::Progress load_progress(const std::filesystem::path& source);

/// The ids of exercises that are solved, and not broken since.
std::set<std::string> solved_exercises(const std::filesystem::path& source);

/// How the reader stands with an exercise.
enum class ExerciseState
{
    open,
    solved,
    broken, ///< solved once, and failed since
    changed ///< solved, and the book hands out another version since
};

struct ExerciseStates
{
    std::map<std::string, ExerciseState> of; ///< by id; of every exercise
    std::map<std::string, std::vector<std::string>>
        changed_files; ///< of those that are ExerciseState::changed
};

ExerciseStates exercise_states(const std::filesystem::path& source, const std::vector<ChapterInfo>& chapters);

/// What counts: solved, by the version in hand or by one before.
bool counts_as_solved(ExerciseState standing);

/// Changes the file while no other command does; `change` says whether it is to be written. @return as record_verdict().
std::string change_progress(const std::filesystem::path& source,
                            const std::function<bool(formats::Progress&)>& change);

/// Records the verdict on the reader's own files. @return what kept it from that, for the reader; mostly empty.
std::string record_verdict(const std::filesystem::path& source, const ExerciseReport& report);

/// Records how many hints of an exercise were seen; what fits the last failure counts as told.
/// @return as record_verdict().
std::string record_hints_seen(const std::filesystem::path& source, const std::string& id, std::size_t seen);

/// The first exercise that is not solved, in the book's order after `after`, then from the beginning; an optional one only when the
/// others are solved, and null when all are.
/// @param after an id; empty: from the beginning.
const ExerciseInfo* next_unsolved(const std::vector<ChapterInfo>& chapters,
                                  const std::set<std::string>& solved, const std::string& after = "");

} // namespace lockstep::tool
