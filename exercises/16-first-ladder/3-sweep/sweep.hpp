// Which candidates a sweep measures, and which of them it chooses. sweep.cpp defines the functions.
#pragma once

#include <optional>
#include <span>
#include <vector>

/// What a device allows.
struct Limits
{
    unsigned group_size;  ///< work-items in a work-group
    unsigned local_bytes; ///< of local memory for a work-group
    unsigned registers;   ///< for one work-item
};

/// The parameters of a kernel that makes several results a work-item and brings b in tiles.
struct Candidate
{
    unsigned group;   ///< work-items in a work-group
    unsigned results; ///< of a work-item: each takes two registers, and the kernel takes 16 more
    unsigned tile;    ///< floats in local memory

    bool operator==(const Candidate&) const = default;
};

/// The values that are tried for each parameter.
struct Choices
{
    std::vector<unsigned> groups;
    std::vector<unsigned> results;
    std::vector<unsigned> tiles;
};

/// A candidate that was launched, or should have been.
struct Measurement
{
    Candidate candidate;
    bool right = false; ///< whether its results were
    std::vector<double>
        milliseconds; ///< of each launch, in the order of the launches; empty when it was not launched
};

enum class Verdict
{
    group_too_large,
    local_memory_too_small,
    registers_too_few,
    not_measured,
    wrong_results,
    slower,
    chosen
};

/// The middle one of the values in order; of an even number, the mean of the two in the middle. There is at least one.
double median(std::vector<double> values);

/// Every combination of the choices that the limits allow: groups outside, tiles inside, each in the order given.
std::vector<Candidate> candidates(const Limits& limits, const Choices& choices);

/// A verdict for each measurement: the first in the order of Verdict's names that applies. The candidate with the lowest
/// median is chosen; of several, the first. Without any that could be chosen, none is.
std::vector<Verdict> judge(const Limits& limits, std::span<const Measurement> measurements);
