// HTML: making it and taking it apart.
#include "html/html.hpp"

#include "lockstep/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

namespace lockstep
{
namespace
{

bool is_word(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || byte >= 0x80;
}

/// Whether a tag's text (without its brackets) opens an element whose content is left alone.
std::string opaque_element(std::string_view tag)
{
    for (std::string_view name : {"code", "pre", "script", "style", "svg", "kbd"})
        if (tag.starts_with(name) && (tag.size() == name.size() || tag[name.size()] == ' '))
            return std::string(name);
    return {};
}

std::string decode_entities(std::string_view text)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 12> table = {{{"&lt;", "<"},
                                                                                             {"&gt;", ">"},
                                                                                             {"&quot;", "\""},
                                                                                             {"&#39;", "'"},
                                                                                             {"&#160;", " "},
                                                                                             {"&nbsp;", " "},
                                                                                             {"&ndash;", "–"},
                                                                                             {"&mdash;", "—"},
                                                                                             {"&zwj;", ""},
                                                                                             {"&times;", "×"},
                                                                                             {"&copy;", "©"},
                                                                                             {"&amp;", "&"}}};
    std::string out;
    while (!text.empty()) {
        const auto next = std::min(text.find('&'), text.size());
        out += text.substr(0, next);
        text.remove_prefix(next);
        const auto entity =
            std::ranges::find_if(table, [&](const auto& row) { return text.starts_with(row.first); });
        if (entity != table.end()) {
            out += entity->second;
            text.remove_prefix(entity->first.size());
        } else if (!text.empty()) {
            out += '&';
            text.remove_prefix(1);
        }
    }
    return out;
}

} // namespace

std::string escape_html(std::string_view text)
{
    std::string out;
    out.reserve(text.size() + text.size() / 8);
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string code_html(std::string_view code)
{
    const auto kind = [&](std::size_t at, int (*is)(int)) {
        return at < code.size() && is(static_cast<unsigned char>(code[at])) != 0;
    };
    std::string out = "<code>";
    for (std::size_t at = 0; at < code.size(); ++at) {
        const char before = at == 0 ? ' ' : code[at - 1];
        const bool behind_joint = before == '/' || code.substr(0, at).ends_with("::") ||
                                  (before == '_' && at > 1 && kind(at - 2, std::isalnum));
        const bool new_word = at > 0 && kind(at, std::isupper) && kind(at - 1, std::islower);
        if (new_word || (behind_joint && kind(at, std::isalnum))) out += "<wbr>";
        out += escape_html(code.substr(at, 1));
    }
    return out + "</code>";
}

std::string plain_text(std::string_view html)
{
    std::string out;
    std::size_t at = 0;
    while (at < html.size()) {
        if (html[at] != '<') {
            out += html[at++];
            continue;
        }
        const auto end = html.find('>', at);
        if (end == std::string_view::npos) break;
        const auto tag = html.substr(at + 1, end - at - 1);
        at = end + 1;
        const auto element = opaque_element(tag);
        if (element == "script" || element == "style" || element == "svg") {
            const auto close = html.find("</" + element, at);
            const auto after = close == std::string_view::npos ? close : html.find('>', close);
            at = after == std::string_view::npos ? html.size() : after + 1;
        } else if (tag.starts_with("p") || tag.starts_with("/") || tag.starts_with("br") ||
                   tag.starts_with("t") || tag.starts_with("li") || tag.starts_with("div")) {
            const bool inline_close = tag.starts_with("/code") || tag.starts_with("/em") ||
                                      tag.starts_with("/b") || tag.starts_with("/a") ||
                                      tag.starts_with("/strong") || tag.starts_with("/span");
            if (!inline_close) out += ' ';
        }
    }
    out = decode_entities(out);
    std::string collapsed;
    for (const char c : out) {
        const bool space = c == ' ' || c == '\n' || c == '\t';
        if (!space)
            collapsed += c;
        else if (!collapsed.empty() && collapsed.back() != ' ')
            collapsed += ' ';
    }
    return std::string(trim(collapsed));
}

std::string slug(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 && std::isalnum(byte) != 0)
            out += static_cast<char>(std::tolower(byte));
        else if (c != '\'' && !out.empty() && out.back() != '-')
            out += '-';
    }
    while (!out.empty() && out.back() == '-') out.pop_back();
    return out.empty() ? "section" : out;
}

std::string json_string(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '<') {
            out += "\\u003c";
        } else if (byte < 0x20) {
            out += fmt::format("\\u{:04x}", byte);
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::size_t QuoteSetter::character(std::string_view html, std::size_t at, std::string& out)
{
    const char c = html[at];
    const bool entity_quote = html.substr(at, 6) == "&quot;";
    const bool entity_apostrophe = html.substr(at, 5) == "&#39;";
    const auto closes = [this](std::string_view marks) {
        return is_word(before_) || marks.find(before_) != std::string_view::npos;
    };
    if (c == '"' || entity_quote) {
        out += closes(".,;:!?)%") ? "”" : "“";
        before_ = '"';
        return at + (entity_quote ? 6 : 1);
    }
    if (c == '\'' || entity_apostrophe) {
        out += closes(".,;:!?)") ? "’" : "‘";
        before_ = '\'';
        return at + (entity_apostrophe ? 5 : 1);
    }
    out += c;
    before_ = c;
    return at + 1;
}

std::size_t QuoteSetter::tag(std::string_view html, std::size_t at, std::string& out)
{
    auto end = html.find('>', at);
    end = end == std::string_view::npos ? html.size() : end + 1;
    const auto element = opaque_element(html.substr(at + 1, end - at - 2));
    if (!element.empty()) {
        end = std::min(html.find("</" + element, end), html.size());
        before_ = 'a';
    }
    out += html.substr(at, end - at);
    return end;
}

std::string smart_quotes(std::string_view html)
{
    std::string out;
    QuoteSetter quotes;
    for (std::size_t at = 0; at < html.size();)
        at = html[at] == '<' ? quotes.tag(html, at, out) : quotes.character(html, at, out);
    return out;
}

std::string attribute(std::string_view tag, std::string_view name)
{
    const std::string key = fmt::format(" {}=\"", name);
    const auto at = tag.find(key);
    if (at == std::string_view::npos) return {};
    const auto first = at + key.size();
    return decode_entities(tag.substr(first, tag.find('"', first) - first));
}

} // namespace lockstep
