// Names and texts that students chose.
#include "grade/names.hpp"

#include "base/fingerprint.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::tool
{

namespace
{

constexpr std::size_t longest_key = 64;

bool follows(std::string_view text, std::size_t at, std::size_t count)
{
    if (at + count >= text.size()) return false;
    for (std::size_t i = 1; i <= count; ++i)
        if ((static_cast<unsigned char>(text[at + i]) & 0xC0U) != 0x80) return false;
    return true;
}

/// The length of the well-formed UTF-8 character at `at` that is no control character; 0 when there is none.
std::size_t character_length(std::string_view text, std::size_t at)
{
    const auto first = static_cast<unsigned char>(text[at]);
    if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
    const auto second = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0U;
    if (first >= 0xC2 && first <= 0xDF)
        return follows(text, at, 1) && !(first == 0xC2 && second < 0xA0) ? 2 : 0; // C1 control characters
    if (first >= 0xE0 && first <= 0xEF) {
        if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) || !follows(text, at, 2))
            return 0;
        const auto third = static_cast<unsigned char>(text[at + 2]);
        // Line separators, marks that turn the direction of what follows, and what XML does not allow.
        const bool steers = first == 0xE2 && ((second == 0x80 && third >= 0xA8 && third <= 0xAE) ||
                                              (second == 0x81 && third >= 0xA6 && third <= 0xA9));
        return steers || (first == 0xEF && second == 0xBF && third >= 0xBE) ? 0 : 3;
    }
    if (first >= 0xF0 && first <= 0xF4)
        return (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90) || !follows(text, at, 3)
                   ? 0
                   : 4;
    return 0;
}

std::string escaped(std::string_view text, bool lines)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = character_length(text, at);
        const char c = text[at];
        if (length > 0)
            out += text.substr(at, length);
        else if (lines && (c == '\n' || c == '\t'))
            out += c;
        else if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else if (c == '\r')
            out += "\\r";
        else
            out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        at += std::max<std::size_t>(length, 1);
    }
    return out;
}

bool plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view{"._@+-"}.find(c) != std::string_view::npos;
}

} // namespace

std::string shown(std::string_view text)
{
    return escaped(text, false);
}

std::string shown_lines(std::string_view text, std::size_t most)
{
    if (text.size() <= most) return escaped(text, true);
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80) --most;
    return escaped(text.substr(0, most), true) +
           fmt::format("\n… and {} more bytes, left out here.", text.size() - most);
}

std::string key_of_name(std::string_view name, std::set<std::string>& taken)
{
    std::string key;
    for (const char c : name) key += plain(c) ? c : '_';
    const bool usable =
        key == name && key.size() <= longest_key && plain(key.empty() ? '/' : key[0]) &&
        std::string_view{".-+@"}.find(key.empty() ? '.' : key.front()) == std::string_view::npos;
    if (usable && taken.insert(lower(key)).second) return key;
    key.resize(std::min(key.size(), longest_key));
    while (!key.empty() && std::string_view{".-+@"}.find(key.front()) != std::string_view::npos)
        key.erase(0, 1);
    const std::string mark = fingerprint(name);
    for (std::size_t digits = 8;; ++digits) {
        const std::string marked = (key.empty() ? "student" : key) + "-" + mark.substr(0, digits);
        if (taken.insert(lower(marked)).second || digits == mark.size()) return marked;
    }
}

std::string csv_cell(std::string_view text)
{
    std::string cell{text};
    if (!cell.empty() && std::string_view{"=+-@\t\r"}.find(cell.front()) != std::string_view::npos)
        cell.insert(0, "'");
    if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
    return '"' + replace_all(cell, "\"", "\"\"") + '"';
}

} // namespace lockstep::tool
