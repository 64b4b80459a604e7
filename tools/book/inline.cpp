// Directives, code and formulas inside a line of text.
#include "book/inline.hpp"

#include "book/back_matter.hpp"
#include "book/measured_words.hpp"
#include "html/html.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

bool alphanumeric(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

std::size_t count_run(std::string_view text, std::size_t at, char c)
{
    std::size_t end = at;
    while (end < text.size() && text[end] == c) ++end;
    return end - at;
}

/// Where the code span that opens at `at` closes: the position of its closing run, or npos.
std::size_t code_end(std::string_view text, std::size_t at, std::size_t run)
{
    for (auto end = text.find('`', at + run); end != std::string_view::npos;) {
        const auto length = count_run(text, end, '`');
        if (length == run) return end;
        end = text.find('`', end + length);
    }
    return std::string_view::npos;
}

/// The length of "3.12" or "B.2" at `at`; 0 when there is none.
std::size_t number_length(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size() && alphanumeric(text[end])) ++end;
    if (end == at || end + 1 >= text.size() || text[end] != '.' ||
        std::isdigit(static_cast<unsigned char>(text[end + 1])) == 0)
        return 0;
    ++end;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    return end - at;
}

} // namespace

const CapturedOutput* Captures::find(const std::string& file, int line)
{
    const auto known = read_.find(file);
    if (known != read_.end()) return &known->second;
    const auto path = page_.source.parent_path() / file;
    const auto lacks = [&](const std::string& what) {
        site_.problem(page_, line,
                      fmt::format("{} '{}'. Capture it: ./lockstep run --capture {}", what, site_.shown(path),
                                  page_.prefix));
        return nullptr;
    };
    if (!std::filesystem::exists(path)) return lacks("There is no captured output");
    try {
        CapturedOutput captured = read_captured_output(path);
        if (captured.lines.empty()) return lacks("There is a command and no output yet in");
        return &(read_[file] = std::move(captured));
    } catch (const Failure& error) {
        site_.problem(page_, line, error.what());
        return nullptr;
    }
}

bool InlineText::unfinished(std::string_view text)
{
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text.substr(at, 3) == "\\f$") {
            at = text.find("\\f$", at + 3);
            if (at == std::string_view::npos) return true;
            at += 2;
        } else if (text[at] == '`') {
            const auto run = count_run(text, at, '`');
            const auto end = code_end(text, at, run);
            if (end == std::string_view::npos) return true;
            at = end + run - 1;
        }
    }
    return false;
}

std::string InlineText::markdown(std::string_view text, int line)
{
    const auto token = [&](std::string html) {
        return site_.token(Token::Type::html, std::move(html), page_, line);
    };
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '`') {
            const auto run = count_run(text, at, '`');
            const auto end = code_end(text, at, run);
            if (end != std::string_view::npos) {
                const auto code = trim(text.substr(at + run, end - at - run));
                out += token(code_html(replace_all(std::string(code), "\n", " ")));
                at = end + run;
                continue;
            }
        } else if (c == '\\') {
            const auto used = directive(text, at, line, out);
            if (used > 0) {
                at += used;
                continue;
            }
        } else if (c == '%' && at + 1 < text.size() && alphanumeric(text[at + 1])) {
            out += token("%");
            ++at;
            continue;
        } else if (text.substr(at, 3) == "](#") {
            const auto open = out.rfind('[');
            const auto end = text.find(')', at);
            if (open != std::string::npos && end != std::string_view::npos) {
                const std::string label = out.substr(open + 1);
                const std::string link =
                    token(fmt::format("<a href=\"#{}\">", text.substr(at + 3, end - at - 3)));
                out.resize(open);
                out.append(link).append(label).append(token("</a>"));
                at = end + 1;
                continue;
            }
        } else if ((c == 'L' || c == 'F') && (at == 0 || !alphanumeric(text[at - 1]))) {
            const std::string_view word = c == 'L' ? "Listing " : "Figure ";
            if (text.substr(at, word.size()) == word) {
                const auto length = number_length(text, at + word.size());
                if (length > 0) {
                    out += site_.token(Token::Type::numbered,
                                       std::string(text.substr(at, word.size() + length)), page_, line);
                    at += word.size() + length;
                    continue;
                }
            }
        }
        out += c;
        ++at;
    }
    return out;
}

std::size_t InlineText::directive(std::string_view text, std::size_t at, int line, std::string& out)
{
    if (text.substr(at, 3) == "\\f$") {
        const auto end = text.find("\\f$", at + 3);
        if (end == std::string_view::npos) {
            site_.problem(page_, line, "A formula is not closed. Write '\\f$' behind it.");
            return 3;
        }
        page_.has_formulas = true;
        const std::string tex(text.substr(at + 3, end - at - 3));
        out += site_.token(Token::Type::html, site_.theme.fill("formula", {{"TEX", tex}}), page_, line);
        return end + 3 - at;
    }
    if (text.substr(at, 5) == "\\ref ") return reference(text, at, line, out);
    for (std::string_view name :
         {"value", "bench", "term", "index", "chapter", "section", "exercise", "errorcode"}) {
        if (text.substr(at + 1, name.size()) != name || text.substr(at + 1 + name.size(), 1) != "{") continue;
        const auto first = at + name.size() + 2;
        const auto end = text.find('}', first);
        if (end == std::string_view::npos) {
            site_.problem(page_, line,
                          fmt::format("'\\{}{{' is not closed. Write '}}' behind the name.", name));
            return first - at;
        }
        const auto argument = text.substr(first, end - first);
        if (name == "value") {
            out += value(argument, line);
        } else if (name == "bench") {
            out += measured(argument, line);
        } else if (name == "term") {
            out += term(argument, line);
        } else if (name == "index") {
            out += index_mark(argument, line);
        } else {
            static const std::map<std::string_view, Token::Type> types{
                {"chapter", Token::Type::chapter},
                {"section", Token::Type::section},
                {"exercise", Token::Type::exercise},
                {"errorcode", Token::Type::error_code}};
            out += site_.token(types.at(name), std::string(argument), page_, line);
        }
        return end + 1 - at;
    }
    return 0;
}

/// \ref NAME or \ref NAME "text": a link to a page by the name of its file.
std::size_t InlineText::reference(std::string_view text, std::size_t at, int line, std::string& out)
{
    const auto name_end = std::min(text.find_first_of(" \n.,;:)", at + 5), text.size());
    std::string name(text.substr(at + 5, name_end - at - 5));
    std::size_t end = name_end;
    std::string shown;
    if (text.substr(name_end, 2) == " \"") {
        const auto close = text.find('"', name_end + 2);
        if (close != std::string_view::npos) {
            shown = text.substr(name_end + 2, close - name_end - 2);
            end = close + 1;
        }
    }
    out += site_.token(Token::Type::page, name + "|" + shown, page_, line);
    return end - at;
}

std::string InlineText::value(std::string_view name, int line)
{
    const auto colon = name.find(':');
    const std::string from(colon == std::string_view::npos ? "" : name.substr(0, colon));
    const std::string file = from.empty()                   ? "output.txt"
                             : from.starts_with("session-") ? from + ".txt"
                                                            : fmt::format("output.{}.txt", from);
    const std::string key(colon == std::string_view::npos ? name : name.substr(colon + 1));
    const CapturedOutput* capture = captures_.find(file, line);
    if (capture == nullptr) return {};
    const auto at = capture->values.find(key);
    if (at == capture->values.end()) {
        site_.problem(
            page_, line,
            fmt::format("'{}' marks no value '{}'. Mark it there as [[{}|text]], or correct the name.", file,
                        key, key));
        return {};
    }
    return site_.token(Token::Type::html,
                       site_.theme.fill("value", {{"ORIGIN", escape_html(capture->header)},
                                                  {"TEXT", escape_html(in_prose(trim(at->second)))}}),
                       page_, line);
}

std::string InlineText::measured(std::string_view query, int line)
try {
    const Measured found = site_.ladder_results.find(query);
    return site_.token(
        Token::Type::html,
        site_.theme.fill("value", {{"ORIGIN", escape_html(found.origin)}, {"TEXT", escape_html(found.text)}}),
        page_, line);
} catch (const Failure& error) {
    site_.problem(page_, line, error.what());
    return {};
}

std::string InlineText::term(std::string_view word, int line)
{
    const std::string anchor = "term-" + slug(word);
    const auto [at, added] = site_.terms.try_emplace(
        lower(word), Term{std::string(word), &page_, line, page_.file + "#" + anchor});
    if (!added) {
        site_.problem(
            page_, line,
            fmt::format("The term '{}' is defined twice, first in {}:{}. Keep one \\term and write the word "
                        "plainly here.",
                        word, site_.shown(at->second.page->source), at->second.line));
    }
    site_.index_marks.push_back(
        {std::string(word), "", page_.file + "#" + anchor, place_of(page_), &page_, line, true});
    return site_.token(Token::Type::html,
                       site_.theme.fill("term", {{"ANCHOR", anchor}, {"WORD", escape_html(word)}}), page_,
                       line);
}

std::string InlineText::index_mark(std::string_view argument, int line)
{
    const auto bar = std::min(argument.find('!'), argument.size());
    const std::string entry(argument.substr(0, bar));
    const std::string aspect(argument.substr(std::min(bar + 1, argument.size())));
    const std::string anchor = "index-" + slug(argument);
    const std::string href = page_.file + "#" + anchor;
    if (std::ranges::find(site_.index_marks, href, &IndexMark::href) != site_.index_marks.end()) {
        site_.problem(page_, line,
                      fmt::format("'\\index{{{}}}' is on this page twice. Say which side of it each place "
                                  "explains: \\index{{{}!in a loop}}.",
                                  argument, entry));
    }
    site_.index_marks.push_back({entry, aspect, href, place_of(page_), &page_, line});
    return site_.token(Token::Type::html, site_.theme.fill("index-mark", {{"ANCHOR", anchor}}), page_, line);
}

std::string InlineText::html(std::string_view text, int line)
{
    std::string out = escape_html(markdown(text, line));
    for (const auto& [mark, element] : {std::pair{"**", "strong"}, std::pair{"*", "em"}}) {
        const std::string_view stars = mark;
        for (auto open = out.find(stars); open != std::string::npos; open = out.find(stars, open + 1)) {
            const auto first = open + stars.size();
            const auto close = out.find(stars, first + 1);
            if (close == std::string::npos) break;
            if (out[first] == ' ' || out[close - 1] == ' ') continue;
            out.replace(close, stars.size(), fmt::format("</{}>", element));
            out.replace(open, stars.size(), fmt::format("<{}>", element));
        }
    }
    return smart_quotes(out);
}

} // namespace lockstep::book
