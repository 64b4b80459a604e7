// Two versions of a text beside each other, with the lines marked that are not in both.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tool
{

/// From this many columns on, two texts stand side by side.
inline constexpr std::size_t diff_columns = 100;

/// The lines of both under their titles. Side by side, a line in both stands twice in a row, and between the halves is "|"
/// where they differ, "<" or ">" where only one has a line. In narrow terminals one stands below the other, and "<" or ">"
/// begins what only it has. Longer lines go on in the next.
std::vector<std::string> side_by_side_diff(const std::string& left_title, std::string_view left,
                                           const std::string& right_title, std::string_view right,
                                           std::size_t columns);

} // namespace lockstep::tool
