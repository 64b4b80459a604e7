// Which file and line of it an instruction came from, and what stands there.
#pragma once

#include "llvm_functions.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lockstep::lens
{

/// The line that an instruction's debug information names, with a number for its file in the upper bits: 0 for the
/// program's own text. 0 for an instruction without a line.
unsigned place_of(LlvmHandle instruction);

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
