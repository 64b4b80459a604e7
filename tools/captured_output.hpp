// A chapter's captured output: text in which the parts that depend on the device are marked.
//
//   [[name|text]]   text that may be anything elsewhere; the lesson quotes it by its name
//   [[|text]]       the same without a name
//   a line [[*      opens a block of lines that may differ in number and content; a line *]] closes it
// The first line, "# …", says how and where the output was produced.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockstep::tool
{

/// The output as it was printed: header and marks removed.
std::string plain_output(std::string_view marked);

/// The header's text without "# "; empty when there is none.
std::string output_header(std::string_view marked);

/// The text of the mark with that name, or nothing.
std::optional<std::string> marked_value(std::string_view marked, std::string_view name);

/// Compares what a program printed with a marked output. Outside of marks everything but the amount of white
/// space must agree. Returns nothing when it does, else a sentence on the first line that differs.
std::optional<std::string> compare_output(std::string_view marked, std::string_view printed);

/// `printed` with the marks of `marked` put around the corresponding parts, under a new header. Lines that
/// correspond to no line of `marked` are kept without marks.
std::string recapture(std::string_view marked, std::string_view printed, std::string_view header);

} // namespace lockstep::tool
