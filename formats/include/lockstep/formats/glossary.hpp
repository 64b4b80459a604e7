// The glossary's data, book/appendices/glossary.json: one entry a line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::formats
{

/// A term of OpenCL as this book uses it, and what others call it. A word that the others have no name for is empty.
struct GlossaryEntry
{
    std::string term;
    std::vector<std::string>
        aliases;            ///< other forms under which a lesson may define it, or a reader look for it
    std::string definition; ///< as a lesson's text, with directives
    std::string cuda;
    std::string hip;
    std::string sycl;
    std::string chinese;
    std::string german;
    bool everyday = false; ///< the term is also a word of every day, and its use is none of the term
};

/// The entries, sorted by their terms in lower case.
/// @throws Failure with file, key and remedy; also for a key that no entry has, since it would be lost.
std::vector<GlossaryEntry> read_glossary(const std::filesystem::path& file);

} // namespace lockstep::formats
