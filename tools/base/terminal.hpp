// Colours and marks for a terminal; plain text elsewhere.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::tool
{

enum class Style
{
    good,
    bad,
    faint,
    strong
};

/// The text in a style, when standard output is a terminal and NO_COLOR is not set; else the text alone.
std::string styled(std::string_view text, Style style);

/// True when standard output is a terminal.
bool on_terminal();

} // namespace lockstep::tool
