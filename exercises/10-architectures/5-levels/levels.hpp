// Which memories a device has, by how long its reads take. levels.cpp defines the function.
#pragma once

#include <cstdint>
#include <vector>

/// What a chase measured in a set of one size.
struct Measured
{
    std::uint64_t bytes;    ///< of the set
    std::vector<double> ns; ///< of a read, once for each repetition, at least one
};

/// A memory of the device.
struct Level
{
    std::uint64_t bytes; ///< the largest set that it holds; 0 for the last one
    double ns;           ///< in which it answers
};

/// The memories from the nearest to the last. @param sweep by rising size; may be empty.
std::vector<Level> levels(const std::vector<Measured>& sweep);
