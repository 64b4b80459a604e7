// A captured output: text in which the parts that depend on the device are marked.
//
//   [[name|text]]   text that may be anything elsewhere; a lesson quotes it by its name, of letters, digits, _ and -
//   [[|text]]       the same without a name
//   a line [[*      opens a block of lines that may differ in number and content; a line *]] closes it
// The first line, "# …", says how and where the output was produced.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep
{

/// A captured output, its marks taken out.
struct CapturedOutput
{
    std::string header;                        ///< how it was produced, without its "# "; may be empty
    std::vector<std::string> lines;            ///< the text as it was printed
    std::map<std::string, std::string> values; ///< the text of each named mark
};

/// Reads a marked output. @param name stands for the file in errors. @throws Failure when a mark is not closed.
CapturedOutput parse_captured_output(std::string_view marked, const std::string& name);

/// Reads a file of marked output. @throws Failure when it cannot be read, or a mark is not closed.
CapturedOutput read_captured_output(const std::filesystem::path& file);

/// Compares what a program printed with a marked output. Outside of marks everything but the amount of white
/// space must agree. Returns nothing when it does, else a sentence on the first line that differs.
std::optional<std::string> compare_output(std::string_view marked, std::string_view printed);

/// `printed` with the marks of `marked` put around the corresponding parts, under a new header. Lines that
/// correspond to no line of `marked` are kept without marks.
std::string recapture(std::string_view marked, std::string_view printed, std::string_view header);

} // namespace lockstep
