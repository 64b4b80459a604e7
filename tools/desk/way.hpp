// The way through the book that a reader follows: which it is, how far they are, and what comes next on it.
#pragma once

#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/ways.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// The ways of the book. Steps that this folder does not have, as in a class's, are left out.
std::vector<Way> ways_of(const std::filesystem::path& source, const std::vector<ChapterInfo>& chapters);

/// The way of that name. @throws Failure naming the ways there are.
const Way& find_way(const std::vector<Way>& ways, const std::string& name);

/// The way that is followed; nothing where there is none, or the book no longer has it.
std::optional<Way> followed_way(const std::filesystem::path& source,
                                const std::vector<ChapterInfo>& chapters);

/// How far a reader is on a way.
struct WayProgress
{
    std::size_t solved = 0;
    std::size_t exercises = 0;
    std::size_t next =
        0; ///< the step to go on with: what is read before the first exercise that is open; behind the last exercise where none is
    int minutes_left = 0; ///< from there on
};

WayProgress progress_on(const Way& way, const std::set<std::string>& solved);

/// "4 of 10 exercises of \"A weekend\"", and how long the rest takes.
std::string told(const Way& way, const WayProgress& progress);

/// "45 min", "10.7 h"; nothing for 0.
std::string in_hours(int minutes);

/// The steps with what is solved, and what comes next, line by line.
std::string steps_text(const Way& way, const std::set<std::string>& solved);

/// What a way has one read right before an exercise, "chapter 11, Divergence"; empty where another exercise comes before it, or
/// it is not on the way.
std::string to_read_before(const Way& way, const std::string& exercise);

/// A sentence for whoever solved the last open exercise of a way, with what is left to read; mostly empty.
std::string end_of_way(const Way& way, const std::set<std::string>& solved, const std::string& exercise);

/// The next exercise to solve: on the way that is followed the first open one behind `after`, then from its beginning; behind
/// the end of the way, and without one, the book's (next_unsolved).
const ExerciseInfo* next_exercise(const std::filesystem::path& source,
                                  const std::vector<ChapterInfo>& chapters,
                                  const std::set<std::string>& solved, const std::string& after = "");

} // namespace lockstep::tool
