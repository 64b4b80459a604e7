/// What is wrong with a figure, found in the SVG text that it produces.
#pragma once

#include "figure.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace figures
{

/// One sentence per fault: not well-formed, an id that is not unique or lacks the figure's name as prefix, a
/// missing title or description, text that is small, leaves the view box or lies on other text. Widths are
/// estimates.
std::vector<std::string> faults_of(const Figure& figure);

/// The same for an SVG text that is said to be the figure `name`.
std::vector<std::string> faults_of_svg(std::string_view name, std::string_view svg);

/// The planted faults that the checks above do not find.
std::vector<std::string> faults_of_checks();

/// The style sheet that gives every colour its value on light pages, dark pages and paper.
std::string style_sheet();

/// Faults of the style sheet in the file `path`: it must be the text of style_sheet().
std::vector<std::string> faults_of_style_sheet(const std::filesystem::path& path);

} // namespace figures
