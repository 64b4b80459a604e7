// Measuring a graded class: the right submissions of a ladder's open exercise, in turn, as a leaderboard.
#pragma once

#include "grade/class.hpp"
#include "lockstep/formats/leaderboard.hpp"

#include <string>

namespace lockstep::tool
{

/// What is to be measured.
struct LeaderboardOptions
{
    std::string ladder;
    std::size_t rounds = 7;
    bool quick = false; ///< small sizes
};

/// Throws Failure for a ladder that no open exercise belongs to, and for one whose exercise is not graded in this class.
const ExerciseInfo& open_exercise(const std::vector<ChapterInfo>& chapters, const ClassRun& run,
                                  const std::string& ladder);

/// Measures, writes leaderboard-LADDER.html, .json and .csv into the class's folder, and prints the table.
/// @throws Failure when no submission passed every stage, or nothing can be measured here; Interrupted.
void bench_class(const ClassRun& run, const LeaderboardOptions& options);

} // namespace lockstep::tool
