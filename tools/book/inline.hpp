// Directives, code and formulas inside a line of text.
#pragma once

#include "book/site.hpp"

#include <map>
#include <string>
#include <string_view>

#include "lockstep/formats/captured_output.hpp"

namespace lockstep::book
{

/// Reads a page's captured outputs once.
class Captures
{
public:
    Captures(Site& site, const Page& page) : site_(site), page_(page) {}

    /// The captured output, or nothing after having noted the problem.
    const CapturedOutput* find(const std::string& file, int line);

private:
    Site& site_;
    const Page& page_;
    std::map<std::string, CapturedOutput> read_;
};

class InlineText
{
public:
    InlineText(Site& site, Page& page, Captures& captures) : site_(site), page_(page), captures_(captures) {}

    /// Markdown with tokens, for Doxygen.
    std::string markdown(std::string_view text, int line);

    /// HTML with tokens, for captions and titles: code, formulas, emphasis and directives are understood.
    std::string html(std::string_view text, int line);

    /// Whether the text ends inside a code span or formula, so that the next line belongs to it.
    static bool unfinished(std::string_view text);

private:
    Site& site_;
    Page& page_;
    Captures& captures_;

    std::size_t directive(std::string_view text, std::size_t at, int line, std::string& out);
    std::size_t reference(std::string_view text, std::size_t at, int line, std::string& out);
    std::string value(std::string_view name, int line);
    /// \\bench{QUERY}: a number of bench/results.
    std::string measured(std::string_view query, int line);
    std::string term(std::string_view word, int line);
    /// \\index{ENTRY} or \\index{ENTRY!ASPECT}: an anchor that the index leads to.
    std::string index_mark(std::string_view entry, int line);
};

} // namespace lockstep::book
