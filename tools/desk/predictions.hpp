// What the reader expected, kept in .lockstep/predictions.json until they delete it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

namespace lockstep::tool
{

inline constexpr std::size_t most_prediction_bytes = 4000;

/// The guesses of a page by their places: {"1": "The build."}. Nothing where nothing can be read.
std::map<std::string, std::string> predictions_of(const std::filesystem::path& source,
                                                  const std::string& page);

/// Keeps a guess; an empty one is forgotten. @throws Failure when it is too long or cannot be written.
void keep_prediction(const std::filesystem::path& source, const std::string& page, const std::string& place,
                     const std::string& text);

} // namespace lockstep::tool
