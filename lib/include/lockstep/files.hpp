// Texts in files: read whole, and written so that nothing is lost without a word.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep
{

/// What a file holds, byte for byte. @throws Failure naming the file when it cannot be read.
std::string read_bytes(const std::filesystem::path& file);

/// The text of a file without a byte order mark, its lines ended by a line feed alone. @throws Failure naming the file when it cannot be read.
std::string read_text(const std::filesystem::path& file);

/// Writes a file whole. Errors that show when what was written reaches the disk, a full one, say, are reported too.
/// @param next what to try when it cannot be written. @throws Failure naming the file.
void write_text(const std::filesystem::path& file, std::string_view text,
                const std::string& next = "make its folder writable, or name another");

/// As write_text, but whoever reads the file meets the old text or the new one, never a part.
void replace_text(const std::filesystem::path& file, std::string_view text);

/// The entries of a folder that are not hidden, sorted by name; empty when there is no such folder.
std::vector<std::filesystem::path> sorted_entries(const std::filesystem::path& folder);

} // namespace lockstep
