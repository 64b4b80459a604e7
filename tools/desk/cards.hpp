// Cards of solutions: made, shown, and counted again.
#pragma once

#include "check/engine.hpp"
#include "lockstep/formats/card.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// The card of a reader's own files. @throws Failure when the exercise has no par, or the files do not pass every stage.
formats::Card make_card(const ExerciseInfo& exercise, const std::string& by, const std::string& version,
                        const CheckOptions& options);

/// The card for a terminal, and as a picture that stands by itself.
std::string card_text(const formats::Card& card, const ExerciseInfo& exercise);
std::string card_svg(const formats::Card& card, const ExerciseInfo& exercise);

/// A card in a league.
struct LeagueEntry
{
    std::filesystem::path file;
    std::string by;
    std::optional<Score> score; ///< counted anew; nothing: it is not ranked
    std::string note;           ///< why it is not, or what is to be known of it; mostly empty
};

/// Entries by exercises, best first; those that are not ranked behind, and under "" those that name no exercise.
using League = std::map<std::string, std::vector<LeagueEntry>>;

/// Counts all cards of a folder anew. A card that claims other counts than this book's own version counts is not ranked.
/// @throws Failure when the folder is missing or holds no card.
League count_league(const std::filesystem::path& folder, const std::vector<ChapterInfo>& chapters,
                    const std::string& version, const CheckOptions& options);

/// The league as text; equal counts share a place.
std::string league_text(const League& league, const std::vector<ChapterInfo>& chapters);

} // namespace lockstep::tool
