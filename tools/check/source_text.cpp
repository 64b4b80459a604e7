// A file as a preprocessor reads it.
#include "check/source_text.hpp"

#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace lockstep::tool
{

namespace fs = std::filesystem;

namespace
{

class Preprocessed
{
public:
    explicit Preprocessed(const std::string& text) : text_(text) {}

    std::vector<LogicalLine> lines()
    {
        begin_line();
        while (at_ < text_.size()) step();
        result_.push_back(line_);
        return result_;
    }

private:
    // The next character after trigraphs are replaced and lines that end in a backslash are joined; '\0' at the end.
    char next()
    {
        for (;;) {
            const bool trigraph = text_.compare(at_, 3, "?\?/") == 0;
            if (!trigraph && (at_ >= text_.size() || text_[at_] != '\\')) break;
            std::size_t end = at_ + (trigraph ? 3 : 1);
            while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t' || text_[end] == '\r'))
                ++end;
            if (end >= text_.size() || text_[end] != '\n') break;
            at_ = end + 1;
            ++number_;
        }
        if (at_ >= text_.size()) return '\0';
        if (text_.compare(at_, 3, "?\?=") == 0) {
            at_ += 3;
            return '#';
        }
        const char c = text_[at_++];
        if (c == '\n') ++number_;
        return c;
    }

    char peek()
    {
        const std::size_t at = at_;
        const std::size_t number = number_;
        const char c = next();
        at_ = at;
        number_ = number;
        return c;
    }

    void begin_line() { line_ = {.text = {}, .number = number_}; }

    void step()
    {
        const char c = next();
        if (c == '\0') return;
        if (c == '\n') {
            result_.push_back(line_);
            begin_line();
        } else if (c == '/' && peek() == '/')
            while (at_ < text_.size() && peek() != '\n') next();
        else if (c == '/' && peek() == '*')
            skip_comment();
        else if (c == '"' || c == '\'')
            take_literal(c);
        else
            line_.text += c;
    }

    void skip_comment()
    {
        next();
        for (char before = ' '; at_ < text_.size();) {
            const char c = next();
            if (before == '*' && c == '/') break;
            before = c;
        }
        line_.text += ' ';
    }

    void take_literal(char quote)
    {
        line_.text += quote;
        while (at_ < text_.size() && peek() != '\n') {
            const char c = next();
            line_.text += c;
            if (c == '\\' && peek() != '\n')
                line_.text += next();
            else if (c == quote)
                break;
        }
    }

    const std::string& text_;
    std::size_t at_ = 0;
    std::size_t number_ = 1;
    LogicalLine line_;
    std::vector<LogicalLine> result_;
};

} // namespace

fs::path real_path(const fs::path& path)
{
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(path), ignored);
}

bool within(const fs::path& path, const fs::path& folder)
{
    const fs::path base = folder.has_filename() ? folder : folder.parent_path(); // "a/" is "a"
    return std::mismatch(base.begin(), base.end(), path.begin(), path.end()).first == base.end();
}

std::string place_of_include(const fs::path& file, const std::string& name)
{
    const std::vector<std::string> lines = split_lines(read_text(file));
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].find("include") != std::string::npos && lines[i].find(name) != std::string::npos)
            return fmt::format("{}:{}", file.filename().string(), i + 1);
    return file.filename().string();
}

std::vector<LogicalLine> logical_lines(const std::string& text)
{
    return Preprocessed{text}.lines();
}

bool is_letter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

Directive directive_in(const std::string& line)
{
    std::string_view text = trim(line);
    if (text.starts_with("#"))
        text.remove_prefix(1);
    else if (text.starts_with("%:"))
        text.remove_prefix(2);
    else
        return {};
    text = trim(text);
    const auto end = std::find_if_not(text.begin(), text.end(), is_letter);
    const auto length = static_cast<std::size_t>(end - text.begin());
    return {std::string{text.substr(0, length)}, std::string{trim(text.substr(length))}};
}

std::vector<std::string> identifiers_in(const std::string& line)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' || line[i] == '\'') {
            for (const char quote = line[i++]; i < line.size() && line[i] != quote; ++i)
                if (line[i] == '\\') ++i;
        } else if (is_letter(line[i])) {
            const std::size_t begin = i;
            while (i < line.size() && is_letter(line[i])) ++i;
            names.push_back(line.substr(begin, i-- - begin));
        }
    }
    return names;
}

} // namespace lockstep::tool
