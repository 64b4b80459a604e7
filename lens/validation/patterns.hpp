// Patterns of places that one group asks for: regular, random, shared between neighbours, and with idle work-items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::validation
{

inline constexpr std::size_t pattern_items = 64;     ///< work-items of the one group
inline constexpr std::uint32_t nobody = 0xFFFFFFFFU; ///< the place of a work-item that asks for nothing

/// Which element each work-item asks for.
struct Pattern
{
    std::string name;
    std::vector<std::uint32_t> places; ///< pattern_items of them
};

/// Patterns over `elements` elements of `bytes` bytes; the same for the same arguments on every machine.
/// @param sharing also those in which neighbours share a place, in many ways.
std::vector<Pattern> patterns(std::size_t elements, std::size_t bytes, bool sharing);

} // namespace lockstep::validation
