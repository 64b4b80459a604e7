// Everything the book puts together itself: listings, outputs, figures, cards, boxes, tables. The HTML is in book/theme.
#pragma once

#include "book/inline.hpp"
#include "lockstep/formats/captured_output.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::book
{

/// Code in a frame with its file name, line numbers and a copy button. A first_line of 0 leaves the numbers out.
std::string code_frame(const Templates& theme, std::string_view text, std::string_view language,
                       std::string_view file, int first_line);

/// Captured output as a terminal would show it, with how it was produced below.
std::string terminal(const Templates& theme, const std::vector<std::string>& lines, std::string_view header);

/// A figure with a number and caption around some content; `kind` is "listing" or "figure".
std::string captioned(const Templates& theme, std::string_view kind, std::string_view anchor,
                      std::string_view label, std::string_view caption, std::string_view content);

/// A drawing (inlined SVG) or picture (PNG) for a page; empty after having noted the problem.
std::string picture(Site& site, const Page& page, const std::string& name, std::string_view caption,
                    int line);

/// A drawing given as SVG text: its ids made unique by `name`, its size left to the page.
std::string drawing(const Templates& theme, const std::string& svg, const std::string& name,
                    std::string_view caption);

/// The opening tags of a call-out; `kind` is predict, run, try, warning or note.
std::string callout_open(const Templates& theme, std::string_view kind, std::string_view title);
bool is_callout(std::string_view kind);

/// An attribute with the counts of the book's solution, by which theme/solved.js knows a medal; mostly empty.
std::string par_mark(const ExerciseInfo& exercise);

/// The id of an exercise's card in its chapter: "exercise-3".
std::string card_anchor(const ExerciseInfo& exercise);

/// The cards of a chapter's exercises, and the table of error codes, and the glossary.
std::string exercise_cards(const Site& site, const ChapterInfo& chapter);
std::string error_table(const Site& site);
std::string glossary(Site& site, const Page& page, InlineText& text, int line);

/// "40 minutes", "1½ hours"; from ten hours on whole ones, "109 hours".
std::string duration(int minutes);

/// "10 points", or "10 points, optional".
std::string points_of(const ExerciseInfo& exercise);

/// "about 40 minutes" in an element of its own; nothing where nobody has said.
std::string about(int minutes);

/// A title as it stands in a page: special characters written as entities, quotes set.
std::string title_of(std::string_view title);

} // namespace lockstep::book
