// Where a statement, a condition or an end stands in a text: the parser keeps where a statement begins, and how far it goes is read off the text.
#include "counts/history.hpp"

#include <algorithm>
#include <cctype>

namespace lockstep::pocket
{

namespace
{

/// Reads a text from a place on, past comments and texts in quotes.
class Reading
{
public:
    Reading(const std::string& text, std::size_t at) : text_(text), at_(std::min(at, text.size())) {}

    std::size_t at() const { return at_; }
    bool ended() const { return at_ >= text_.size(); }
    char here() const { return ended() ? '\0' : text_[at_]; }

    /// To what is neither a space nor a comment.
    void skip_spaces()
    {
        while (!ended()) {
            if (text_.compare(at_, 2, "//") == 0)
                at_ = std::min(text_.find('\n', at_), text_.size());
            else if (text_.compare(at_, 2, "/*") == 0)
                at_ = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
            else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
                ++at_;
            else
                return;
        }
    }

    /// Behind what stands here: a character, a text in quotes, or all that stands between brackets.
    void pass()
    {
        const char first = here();
        if (first == '"' || first == '\'') {
            for (++at_; !ended() && text_[at_] != first; ++at_)
                if (text_[at_] == '\\') ++at_;
            at_ = std::min(at_ + 1, text_.size());
            return;
        }
        ++at_;
        const char last = first == '(' ? ')' : first == '{' ? '}' : first == '[' ? ']' : '\0';
        if (last == '\0') return;
        for (unsigned depth = 1; !ended() && depth > 0;) {
            skip_spaces();
            if (here() == first) ++depth;
            if (here() == last) --depth;
            if (here() == '"' || here() == '\'')
                pass();
            else if (!ended())
                ++at_;
        }
    }

    /// To one of these characters, or to a bracket that closes what was open before.
    void go_to(const char* one_of)
    {
        for (skip_spaces(); !ended(); skip_spaces()) {
            const std::string_view closing = ")}]";
            if (std::string_view{one_of}.find(here()) != std::string_view::npos ||
                closing.find(here()) != std::string_view::npos)
                return;
            pass();
        }
    }

    bool is_word(std::string_view word) const
    {
        const std::size_t end = at_ + word.size();
        return text_.compare(at_, word.size(), word) == 0 &&
               (end >= text_.size() ||
                (std::isalnum(static_cast<unsigned char>(text_[end])) == 0 && text_[end] != '_'));
    }

private:
    const std::string& text_;
    std::size_t at_;
};

struct Bounds
{
    std::size_t begin = 0, end = 0;
};

// A statement; of one that decides about others what it decides by.
Bounds statement_at(const std::string& text, std::size_t at)
{
    Reading reading{text, at};
    for (const char* word : {"if", "switch", "for", "while"})
        if (reading.is_word(word)) {
            reading.go_to("(");
            reading.pass();
            return {at, reading.at()};
        }
    if (reading.here() == '{') return {at, at + 1};
    reading.go_to(";");
    return {at, reading.at() + (reading.here() == ';' ? 1 : 0)};
}

// A declaration is known by its name: its type stands before it, in its line.
Bounds declaration_at(const std::string& text, std::size_t at)
{
    std::size_t begin = at;
    while (begin > 0 && std::string_view{";{}(,\n)/"}.find(text[begin - 1]) == std::string_view::npos)
        --begin;
    while (begin < at && std::isspace(static_cast<unsigned char>(text[begin])) != 0) ++begin;
    return {begin, statement_at(text, at).end};
}

// The condition of a loop, or what a for does behind each round.
Bounds in_header(const std::string& text, std::size_t at, bool is_condition)
{
    Reading reading{text, at};
    if (reading.is_word("do")) { // do … while (…)
        reading.go_to("{;");
        reading.pass();
        reading.skip_spaces();
    }
    const bool is_for = reading.is_word("for");
    if (!is_for && !reading.is_word("while")) return statement_at(text, at);
    if (!is_for && !is_condition) return {reading.at(), reading.at() + 5};
    reading.go_to("(");
    Reading inside{text, reading.at() + 1};
    for (int part = is_for ? (is_condition ? 1 : 2) : 0; part > 0; --part) {
        inside.go_to(";");
        if (inside.here() == ';') inside.pass();
    }
    inside.skip_spaces();
    const std::size_t begin = inside.at();
    inside.go_to(";");
    return begin < inside.at() ? Bounds{begin, inside.at()} : Bounds{at, at + 3};
}

// The bracket that ends a body, or the last character of a body without one.
Bounds ending_of(const std::string& text, std::size_t at)
{
    Reading reading{text, at};
    if (reading.here() == '{') {
        reading.pass();
        return {reading.at() - 1, reading.at()};
    }
    const std::size_t end = statement_at(text, at).end;
    return {std::max(end, at + 1) - 1, end};
}

// The word else before a body.
Bounds else_before(const std::string& text, std::size_t at)
{
    const std::size_t found = at >= 4 ? text.rfind("else", at - 4) : std::string::npos;
    if (found == std::string::npos || at - found > 200) return {at, at + 1};
    return {found, found + 4};
}

Bounds bounds_of(const TextPart& part, const std::string& text, std::size_t at)
{
    switch (part.is) {
    case TextPart::Is::declaration:
        return declaration_at(text, at);
    case TextPart::Is::condition:
        return in_header(text, at, true);
    case TextPart::Is::turn:
        return in_header(text, at, false);
    case TextPart::Is::otherwise:
        return else_before(text, at);
    case TextPart::Is::ending:
        return ending_of(text, at);
    default:
        return statement_at(text, at);
    }
}

std::size_t begin_of_line(const std::string& text, unsigned line)
{
    std::size_t at = 0;
    for (; line > 1 && at < text.size(); --line) at = std::min(text.find('\n', at), text.size() - 1) + 1;
    return at;
}

} // namespace

TextRange range_of(const TextPart& part, const Texts& texts)
{
    const std::string& text = texts.text(part.place.file);
    const unsigned line = std::max(texts.counted(part.place), 1U);
    const std::size_t at = begin_of_line(text, line) + std::max(part.place.column, 1U) - 1;
    if (at >= text.size()) return {part.place.file, line, 1, line, 1};
    const Bounds bounds = bounds_of(part, text, at);
    TextRange range{part.place.file, 1, 1, 1, 1};
    for (std::size_t i = 0; i < std::min(bounds.end, text.size()); ++i) {
        if (i == bounds.begin) range.line = range.end_line, range.column = range.end_column;
        ++range.end_column;
        if (text[i] == '\n') ++range.end_line, range.end_column = 1;
    }
    return range;
}

} // namespace lockstep::pocket
