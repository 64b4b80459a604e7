// Colours and marks for a terminal; plain text elsewhere.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

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

struct TerminalSize
{
    std::size_t rows = 24;
    std::size_t columns = 80;
};

/// The size of the terminal on a descriptor, standard output; where there is none, what LINES and COLUMNS say, or 24 and 80.
TerminalSize terminal_size(int descriptor = 1);

/// How many columns a text takes: its letters, without escape sequences. Of a letter's bytes only the first counts.
std::size_t columns_of(std::string_view text);

/// The text broken at spaces into lines of at most `widest` columns. It begins in column `begin`, and its other lines are
/// indented by `indent` spaces. A word that is longer has a line of its own.
std::string wrapped(std::string_view text, std::size_t begin, std::size_t indent, std::size_t widest);

/// The lines of a text, broken at spaces where they are longer than `columns`. A broken line goes on below its first word, or
/// below its message if it begins with a stage's mark or a command's name.
std::vector<std::string> fitted(std::string_view text, std::size_t columns);

/// The text as it goes to standard output or standard error: broken at spaces for a terminal, unchanged elsewhere.
std::string for_terminal(std::string_view text, int descriptor = 1);

} // namespace lockstep::tool
