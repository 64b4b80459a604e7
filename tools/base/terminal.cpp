// Terminal output.
#include "base/terminal.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <unistd.h>

namespace lockstep::tool
{

bool on_terminal()
{
    static const bool terminal = isatty(STDOUT_FILENO) == 1;
    return terminal;
}

std::string styled(std::string_view text, Style style)
{
    static const bool colours = on_terminal() && std::getenv("NO_COLOR") == nullptr;
    if (!colours) return std::string{text};
    const char* code = style == Style::good    ? "32"
                       : style == Style::bad   ? "31"
                       : style == Style::faint ? "2"
                                               : "1";
    return fmt::format("\033[{}m{}\033[0m", code, text);
}

} // namespace lockstep::tool
