// Measured numbers as the book shows them, and where they come from.
#pragma once

#include "lockstep/formats/origin.hpp"

#include <string>

namespace lockstep::book
{

/// Three digits: 4,310; 431; 43.1; 4.31; 0.43; below a thousandth two, and a power of ten.
std::string shown(double value);

/// 0.03, 0.5, 3, 97.
std::string percent(double part);

/// 26, 2.4, 0.96.
std::string times(double ratio);

/// @param command of the ladder, where the file holds several runs; else the file's own.
std::string origin_of(const formats::Origin& origin, const std::string& command = "");

} // namespace lockstep::book
