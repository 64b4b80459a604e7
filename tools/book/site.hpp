// What the pages of one rendering share: tokens, numbers, terms, and the list of what is wrong.
#pragma once

#include "book/ladder_results.hpp"
#include "book/model.hpp"
#include "html/template.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/ways.hpp"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::book
{

/// A piece of HTML that travels through Doxygen as a token, so that Doxygen leaves it alone.
struct Token
{
    enum class Type
    {
        html,
        block,
        chapter,
        numbered,
        error_code,
        page,
        section,
        section_number,
        exercise
    };
    Type type = Type::html;
    std::string text; ///< the HTML, or the key that is looked up when every page has been read
    const Page* page = nullptr;
    int line = 0;
};

struct Term
{
    std::string word;
    const Page* page = nullptr;
    int line = 0;
    std::string href;
};

/// A numbered listing, figure or table.
struct Caption
{
    std::string kind;  ///< "listing", "figure" or "table"
    std::string label; ///< "Listing 3.1"
    std::string href;
    std::string html; ///< its caption, with tokens
    const Page* page = nullptr;
};

/// A place that the index leads to.
struct IndexMark
{
    std::string entry;  ///< as a lesson's text: "barrier", "`clFinish`"
    std::string aspect; ///< which side of it is explained there: "in a loop"; empty: the thing itself
    std::string href;
    std::string place; ///< "13", "Listing 20.3", "B"
    const Page* page = nullptr;
    int line = 0;
    bool defines = false; ///< the place that defines it
};

/// A failure as one line of a list: what happened, and what to type.
std::string sentence_of(const Failure& failure);

class Site
{
public:
    explicit Site(const BookOptions& book_options)
        : options(book_options), theme(book_options.design / "theme"),
          ladder_results(book_options.source / "bench" / "results")
    {
    }

    BookOptions options;
    Templates theme; ///< the HTML of the pages
    LadderResults ladder_results;
    Book book;
    std::vector<Problem> problems;
    std::vector<std::string> notes;
    std::map<std::string, std::string> numbered; ///< "Listing 3.1" to where it is
    std::vector<Caption> captions;               ///< in reading order
    std::vector<IndexMark> index_marks;          ///< in reading order
    std::vector<Way> ways;                       ///< through the book
    std::vector<std::vector<std::vector<std::string>>>
        in_passing; ///< by way and step, the terms of the glossary that it uses and no step so far has defined
    std::map<std::string, std::string> definitions;      ///< of the glossary, with tokens, by its terms
    std::map<std::string, Term> terms;                   ///< by the word in lower case
    std::map<std::string, std::string> sections;         ///< headings, by "05-buffers.html#rectangles"
    std::map<std::filesystem::path, std::string> images; ///< picture files and their names in the site
    std::string explorers;                               ///< their script; empty while no page has one
    std::string error_page;                              ///< the page with the error codes

    /// Keeps a piece of HTML and returns the token that stands for it.
    std::string token(Token::Type type, std::string text, const Page& page, int line);

    /// The token at `at`, which then is the place behind it; nothing where none begins.
    const Token* read_token(std::string_view text, std::size_t& at) const;

    /// What a token stands for, looking up what could not be known before.
    std::string resolve(const Token& token);

    void problem(const Page& page, int line, std::string sentence);
    void problem(const std::filesystem::path& file, int line, std::string sentence);

    /// A path as a reader would type it: relative to the source root.
    std::string shown(const std::filesystem::path& file) const;

    /// Throws Failure when anything is wrong so far.
    void stop_if_wrong() const;

private:
    std::vector<Token> tokens_;

    /// The chapter that "5" or "05-buffers" names; nothing after having noted the problem.
    const ChapterInfo* chapter_named(std::string_view name, const Token& token);
    std::string chapter_link(const Token& token);
    std::string section_link(const Token& token);
    std::string exercise_link(const Token& token);

    /// A text with its tokens resolved.
    std::string expand(std::string_view text);
};

} // namespace lockstep::book
