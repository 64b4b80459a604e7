// A card: a solution and what was counted of it, as `lockstep share` writes it and `lockstep league` counts it again.
#pragma once

#include "lockstep/formats/score.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace lockstep::formats
{

struct Card
{
    std::string version;  ///< of the book that counted: "1.0.0"
    std::string exercise; ///< its id: "20-transpose/4-vectors"
    std::string by;       ///< whose it is, as they call themselves; may be empty
    Score counted;
    std::map<std::string, std::string> files; ///< what was edited, by name

    bool operator==(const Card&) const = default;
};

/// @throws Failure naming the file and what is wrong with it: cut, too large, no card, a card of another format.
Card read_card(const std::filesystem::path& file);

/// The file's text.
std::string text_of(const Card& card);

} // namespace lockstep::formats
