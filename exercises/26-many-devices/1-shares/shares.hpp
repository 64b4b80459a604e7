// Dividing a number of things in proportion to speeds. shares.cpp defines the function.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

/// You write a line of this. How many of `total` things each device gets when their speeds are these: whole numbers that add
/// up to `total`, each at most 1 away from the exact proportion. Who has speed 0 gets nothing.
/// @param total up to 2^40.
/// @param speeds 0 or more, in any unit; at least one is more than 0.
std::vector<std::size_t> shares(std::size_t total, std::span<const double> speeds);
