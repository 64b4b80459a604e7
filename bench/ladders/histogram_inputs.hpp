// The bytes that histograms are tried on, and what is in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::bench::histogram
{

constexpr std::size_t bins = 256;

using Bytes = std::vector<std::uint8_t>;
using Counts = std::vector<std::uint32_t>;

/// "random": every value equally often; "constant": one value.
Bytes bytes_named(const std::string& name, std::size_t count);

struct Distribution
{
    std::string name;
    Bytes bytes;
};

/// Where counters that are too narrow would wrap, or several work-items meet in one bin.
std::vector<Distribution> awkward_distributions(std::size_t count);

/// The histogram of the bytes, counted one by one.
Counts counted(const Bytes& bytes);

} // namespace lockstep::bench::histogram
