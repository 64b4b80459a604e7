// Terminal output.
#include "base/terminal.hpp"

#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

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

TerminalSize terminal_size(int descriptor)
{
    TerminalSize size;
    winsize window{};
    if (ioctl(descriptor, TIOCGWINSZ, &window) == 0 && window.ws_row > 0 && window.ws_col > 0)
        return {window.ws_row, window.ws_col};
    const auto number = [](const char* variable, std::size_t otherwise) {
        const char* value = std::getenv(variable);
        const long told = value == nullptr ? 0 : std::strtol(value, nullptr, 10);
        return told > 0 && told < 10000 ? static_cast<std::size_t>(told) : otherwise;
    };
    return {number("LINES", size.rows), number("COLUMNS", size.columns)};
}

std::size_t columns_of(std::string_view text)
{
    std::size_t columns = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\033')
            while (i + 1 < text.size() && text[i] != 'm') ++i;
        else if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U)
            ++columns;
    return columns;
}

std::string wrapped(std::string_view text, std::size_t begin_column, std::size_t indent, std::size_t widest)
{
    std::string result;
    std::size_t column = begin_column;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        const std::size_t letters = columns_of(word);
        if (begin > 0 && column + 1 + letters > widest) {
            result += "\n" + std::string(indent, ' ');
            column = indent;
        } else if (begin > 0) {
            result += ' ';
            ++column;
        }
        result += word;
        column += letters;
        begin = end + 1;
    }
    return result;
}

std::vector<std::string> fitted(std::string_view text, std::size_t columns)
{
    constexpr std::size_t message_column = 13; // of a stage's verdict, and of the list of commands
    std::vector<std::string> lines;
    for (const std::string& line : split_lines(text)) {
        if (columns_of(line) <= columns) {
            lines.push_back(line);
            continue;
        }
        const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
        const std::size_t indent = std::min(spaces == 2 ? message_column : spaces, columns / 4);
        const std::size_t begin = std::min(spaces, columns / 4);
        const std::string whole =
            std::string(begin, ' ') + wrapped(std::string_view{line}.substr(spaces), begin, indent, columns);
        for (std::string& part : split_lines(whole)) lines.push_back(std::move(part));
    }
    return lines;
}

std::string for_terminal(std::string_view text, int descriptor)
{
    if (isatty(descriptor) != 1) return std::string{text};
    std::string result;
    for (const std::string& line : fitted(text, terminal_size(descriptor).columns))
        result += (result.empty() ? "" : "\n") + line;
    return text.ends_with('\n') ? result + "\n" : result;
}

} // namespace lockstep::tool
