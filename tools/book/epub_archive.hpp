// The archive that an e-book is: a zip whose first entry says so.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace lockstep::book
{

/// Writes a zip as an EPUB container: the entry "mimetype" first, neither packed nor with an extra field, then the others.
/// Source: https://www.w3.org/TR/epub-33/#sec-zip-container-mime
/// @param entries what the files hold, by their paths. @throws Failure where it cannot be written.
void write_epub_archive(const std::filesystem::path& file, const std::map<std::string, std::string>& entries);

} // namespace lockstep::book
