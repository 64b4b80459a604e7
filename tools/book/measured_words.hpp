// Measured numbers as the book shows them, and where they come from.
#pragma once

#include "lockstep/formats/ladder_results.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::book
{

/// Three digits: 4,310; 431; 43.1; 4.31; 0.43; below a thousandth two, and a power of ten.
std::string shown(double value);

/// 0.03, 0.5, 3, 97.
std::string percent(double part);

/// 26, 2.4, 0.96.
std::string times(double ratio);

/// 38.2–41.0; where both ends look the same, that one: 0.17.
std::string in_words(const formats::Spread& spread);
/// 92–101: of parts of a limit, in percent.
std::string in_percent(const formats::Spread& spread);

/// What a program printed, as a sentence shows it: whole numbers get commas, others have three digits.
std::string in_prose(std::string_view printed);

/// "NVIDIA H200, driver 580.1, 2026-11-21: lockstep bench".
std::string origin_of(const formats::Origin& origin);

/// Of the libraries and compilers of a ladder's peers, each once, as far as they were recorded: "cuBLAS 13.1.0, CUDA 13.0".
std::vector<std::string> peer_versions_of(const formats::LadderResult& ladder);

} // namespace lockstep::book
