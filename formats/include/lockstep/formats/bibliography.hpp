// The works that the chapters' "Further reading" names: book/appendices/bibliography.json.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::formats
{

enum class WorkKind
{
    specification,
    guide,
    paper,
    book,
    library
};

/// "specification", "guide", "paper", "book" or "library". @throws Failure for another word.
WorkKind work_kind(std::string_view word);

struct Work
{
    WorkKind kind = WorkKind::paper;
    std::string authors; ///< or who publishes it
    std::string title;
    std::string where; ///< journal, conference or publisher, volume and year; may be empty
    std::string url;   ///< where it can be read; of a paper on arXiv its page there; may be empty
    /// How further readings may name it; the title if nothing else is given.
    std::vector<std::string> names;

    /// Whether a paragraph of further reading names it.
    bool is_named_in(std::string_view paragraph) const;
};

/// All works, sorted by author and title.
/// @throws Failure with file, key and remedy.
std::vector<Work> read_bibliography(const std::filesystem::path& file);

/// The items of a lesson's section "Further reading", each as one line; none where there is no such section.
std::vector<std::string> further_reading(std::string_view lesson);

} // namespace lockstep::formats
