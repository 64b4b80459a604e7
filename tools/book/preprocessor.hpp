// The reader of a lesson's lines: the text's flow is in preprocess.cpp, the directives are in directives.cpp.
#pragma once

#include "book/inline.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::book
{

class Preprocessor
{
public:
    Preprocessor(Site& site, Page& page)
        : site_(site), page_(page), captures_(site, page), text_(site, page, captures_)
    {
    }

    /// The page's Markdown for Doxygen.
    std::string run();

private:
    Site& site_;
    Page& page_;
    Captures captures_;
    InlineText text_;
    std::vector<std::string> lines_;
    std::size_t at_ = 0;
    std::string out_;
    int figures_ = 0;
    int tables_ = 0;
    std::optional<formats::LensReports> lens_counts_;
    bool in_list_ = false;
    std::vector<std::pair<std::string, int>> open_; ///< call-outs and folds that are not closed yet
    std::map<std::string, int> anchors_;

    int here() const { return static_cast<int>(at_) + 1; }
    void problem(int line, std::string sentence) { site_.problem(page_, line, std::move(sentence)); }

    void emit(std::string_view text, int source_line);
    /// A block of the book's own HTML, as a paragraph of its own at the given indentation.
    void block(std::string html, int source_line, std::string_view indent = "");
    void line();
    void prose();
    void fence(std::string_view opening, const std::string& indent);
    void indented_code();
    void formula(const std::string& indent);
    void heading(const std::string& text);
    /// What every exercise page shows behind its text: the file to edit, the command, the hints.
    void exercise_parts();
    /// The quoted caption at the end of a directive, and what stands before it.
    std::pair<std::vector<std::string>, std::string> arguments(std::string_view text);
    /// "Listing 3.4" and its anchor, noted for references and lists; empty on pages that have no numbers.
    std::pair<std::string, std::string> number(std::string_view kind, int count, const std::string& caption);
    bool directive(std::string_view text, const std::string& indent);
    /// The tables that the appendices show from data; false for any other name.
    bool appendix(const std::string& name, std::string_view rest, const std::string& indent);
    void snippet(std::string_view rest, const std::string& indent);
    void whole_file(std::string_view rest, const std::string& indent);
    std::filesystem::path file_to_show(const std::string& name);
    void output(std::string_view rest, const std::string& indent);
    void figure(std::string_view rest, const std::string& indent);
    void ladder(std::string_view rest, const std::string& indent);
    void lens(std::string_view rest, const std::string& indent);
    /// What the lens counted in the chapter's program, for all directives of the page at once. Throws Failure.
    const formats::LensReports& lens_counts();
    /// A picture that the reader changes (explore.hpp).
    void explore(std::string_view rest, const std::string& indent);
    /// A step of a program of rosetta/ in all its languages, or the switch between them.
    void rosetta(std::string_view rest, const std::string& indent);
    std::string step_in(const std::filesystem::path& folder, std::size_t language,
                        std::string_view step) const;
    void image(std::string_view text, const std::string& indent);
    void open_box(const std::string& name, std::string_view rest, const std::string& indent);
    void close_box(const std::string& name, const std::string& indent);
};

} // namespace lockstep::book
