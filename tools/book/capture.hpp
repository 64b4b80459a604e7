// Reads captured output: a header line, then text with marked parts that differ between devices.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lockstep::book
{

struct Capture
{
    std::string header;                        ///< how it was produced; without its "# "
    std::vector<std::string> lines;            ///< the text, marks removed
    std::map<std::string, std::string> values; ///< the text of each named mark
};

/// Throws Failure when the file cannot be read or a mark is not closed.
Capture read_capture(const std::filesystem::path& file);

} // namespace lockstep::book
