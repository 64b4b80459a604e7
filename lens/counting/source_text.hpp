// Lines of a program's text and of the files that it includes, and what stands there.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lockstep::lens
{

/// A line's number, with one for its file in the upper bits: 0 for the program's own text.
/// @param line 0: none, and 0 is the place
/// @param file as the compiler names it
/// @param folder from which the name counts
unsigned place_at(unsigned line, std::string_view file = {}, std::string_view folder = {});

unsigned line_at(unsigned place);

/// As the compiler names it, or the text's own #line; empty for the program's own text.
std::string file_at(unsigned place);

/// A program's text, and the files that its instructions came from.
class SourceText
{
public:
    /// @param own the program's text; empty where it has none, as one made from a binary
    explicit SourceText(std::string_view own);

    /// The line, without the spaces around it; empty where its file is not known. Of line 0, that there is none.
    std::string line(unsigned place);

    /// Whether any line that was asked for was there.
    bool found_any() const { return found_; }

private:
    using Lines = std::map<std::pair<std::string, unsigned>, std::string_view>;

    static Lines lines_of(std::string_view text, const std::string& file);

    std::string_view own_;
    std::optional<Lines> own_lines_; // where #line renumbers them
    std::map<std::string, std::string> files_;
    std::map<std::string, Lines> file_lines_;
    bool found_ = false;
};

} // namespace lockstep::lens
