// A C++ source as far as its strings, and the calls that they stand in, can be told apart from the rest.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::advice
{

inline bool is_of_word(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// A string in a source file.
struct Literal
{
    std::size_t begin = 0, end = 0;
    std::string text;
};

/// A source file: its code with blanks in place of comments and strings, and the strings.
class Source
{
public:
    Source(std::string file, const std::string& text) : file_(std::move(file)), code_(text)
    {
        while (at_ < text.size()) {
            const bool in_word = at_ > 0 && is_of_word(text[at_ - 1]); // in numbers ' stands between digits
            if (text.compare(at_, 2, "//") == 0)
                blank(text.find('\n', at_));
            else if (text.compare(at_, 2, "/*") == 0)
                blank(text.find("*/", at_) + 2);
            else if (text.compare(at_, 2, "R\"") == 0 && !in_word)
                raw_string(text);
            else if (text[at_] == '"' || (text[at_] == '\'' && !in_word))
                quoted(text);
            else
                ++at_;
        }
    }

    const std::string& file() const { return file_; }
    const std::string& code() const { return code_; }
    const std::vector<Literal>& literals() const { return literals_; }
    int line_of(std::size_t at) const
    {
        return 1 + static_cast<int>(
                       std::count(code_.begin(), code_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    }

private:
    void blank(std::size_t end)
    {
        for (end = std::min(end, code_.size()); at_ < end; ++at_)
            if (code_[at_] != '\n') code_[at_] = ' ';
    }

    void raw_string(const std::string& text)
    {
        const std::size_t open = text.find('(', at_);
        const std::string close = ")" + text.substr(at_ + 2, open - at_ - 2) + "\"";
        const std::size_t end = text.find(close, open);
        literals_.push_back({at_, end + close.size(), text.substr(open + 1, end - open - 1)});
        blank(literals_.back().end);
    }

    void quoted(const std::string& text)
    {
        Literal literal{.begin = at_, .end = at_ + 1, .text = {}};
        for (; literal.end < text.size() && text[literal.end] != text[at_] && text[literal.end] != '\n';
             ++literal.end) {
            const bool escaped = text[literal.end] == '\\';
            if (escaped) ++literal.end;
            literal.text += escaped && text[literal.end] == 'n' ? '\n' : text[literal.end];
        }
        ++literal.end;
        if (text[at_] == '"') literals_.push_back(literal);
        blank(literal.end);
    }

    std::string file_, code_;
    std::vector<Literal> literals_;
    std::size_t at_ = 0;
};

/// A stretch of a source's code.
struct Range
{
    std::size_t begin = 0, end = 0;
};

/// To the comma, semicolon or bracket that ends the expression.
inline Range expression_at(const std::string& code, std::size_t begin)
{
    int depth = 0;
    std::size_t end = begin;
    for (; end < code.size(); ++end) {
        if (depth == 0 && std::string_view{",;)]}"}.find(code[end]) != std::string_view::npos) break;
        if (std::string_view{"([{"}.find(code[end]) != std::string_view::npos) ++depth;
        if (std::string_view{")]}"}.find(code[end]) != std::string_view::npos) --depth;
    }
    return {begin, end};
}

inline std::size_t after_blanks(const std::string& code, std::size_t at)
{
    return std::min(code.find_first_not_of(" \n", at), code.size());
}

/// Where the code has this name as a whole, from there on.
inline std::size_t find_name(const std::string& code, std::string_view name, std::size_t from)
{
    for (std::size_t at = code.find(name, from); at != std::string::npos; at = code.find(name, at + 1))
        if ((at == 0 || !is_of_word(code[at - 1])) &&
            (at + name.size() == code.size() || !is_of_word(code[at + name.size()])))
            return at;
    return std::string::npos;
}

/// The strings in there; those with nothing between them are one.
inline std::vector<Literal> strings_in(const Source& source, Range range)
{
    std::vector<Literal> strings;
    for (const Literal& literal : source.literals()) {
        if (literal.begin < range.begin || literal.end > range.end) continue;
        if (!strings.empty() && after_blanks(source.code(), strings.back().end) >= literal.end) {
            strings.back().text += literal.text;
            strings.back().end = literal.end;
        } else {
            strings.push_back(literal);
        }
    }
    return strings;
}

} // namespace lockstep::advice
