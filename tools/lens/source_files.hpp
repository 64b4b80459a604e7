// The files that programs' texts come from: a report knows the texts alone.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// Where a program's text comes from.
struct SourceFile
{
    std::filesystem::path file = {}; ///< relative to the folder it was looked for in
    int lines_before = 0;            ///< of the program's text, before the file's first
    int lines = 0;                   ///< of the file

    /// The file's line for one of the text's; nothing when that stands outside of it.
    std::optional<int> line(int of_text) const;
};

/// Of each text the file below `folder` that it is, or that it holds as it stands; nothing where there is none. Hidden folders
/// and those of builds (with a CMakeCache.txt) are left out, and so are all files after the first 20,000.
std::vector<std::optional<SourceFile>> find_source_files(const std::vector<std::string>& texts,
                                                         const std::filesystem::path& folder);

} // namespace lockstep::tool
