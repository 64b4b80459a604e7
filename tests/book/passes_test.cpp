// The passes over a page behind Doxygen: its HTML becomes the book's, and the page's text is read off by sections.
#include "book/own_html.hpp"
#include "book/search.hpp"

#include "base/paths.hpp"

#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace lockstep;
using namespace lockstep::book;

namespace
{

/// A site without pages, and a page of it.
struct Rendering
{
    Site site{[] {
        BookOptions options;
        options.design = tool::own_source_dir() / "book";
        return options;
    }()};
    Page page = [] {
        Page one;
        one.id = "p007";
        one.title = "One";
        return one;
    }();

    /// What becomes of this text of a page.
    std::string own(const std::string& text)
    {
        return own_html(
            site, page,
            fmt::format("<body><div class=\"textblock\">{}</div></div><!-- contents --></body>", text));
    }

    std::string token(Token::Type type, const std::string& html) { return site.token(type, html, page, 1); }
};

} // namespace

TEST_SUITE_BEGIN("passes");

TEST_CASE("blocks leave the paragraphs that hold nothing else")
{
    Rendering book;
    const std::string block = book.token(Token::Type::block, "<hr>");
    const std::string word = book.token(Token::Type::html, "<b>w</b>");
    CHECK(book.own("<p >" + block + "\n" + block + "</p>") == "<hr><hr>");
    CHECK(book.own("<p class=\"startli\">" + block + "</p>") == "<hr>");
    CHECK(book.own("<p >" + word + "</p>") == "<p><b>w</b></p>");
    CHECK(book.own("<p >" + block + " and text</p>") == "<p><hr> and text</p>");
    CHECK(book.own("<p ></p><pre>x</pre>") == "<p></p><pre>x</pre>");
}

TEST_CASE("a heading goes down one level, keeps its own anchor and is noted")
{
    Rendering book;
    const std::string code = book.token(Token::Type::html, "<code>'x'</code>");
    CHECK(book.own("<h1><a class=\"anchor\" id=\"md_autotoc1\"></a>\n<a class=\"anchor\" "
                   "id=\"p007-its\"></a>\nIt's " +
                   code + "</h1>") ==
          "<h2 id=\"its\">It’s <code>'x'</code> <a class=\"pilcrow\" href=\"#its\" aria-label=\"Link to this "
          "section\">#</a></h2>");
    REQUIRE(book.page.headings.size() == 1);
    CHECK(book.page.headings[0].level == 2);
    CHECK(book.page.headings[0].anchor == "its");
    CHECK(book.page.headings[0].html == "It’s <code>'x'</code>");
}

TEST_CASE("tables can scroll, and what Doxygen added is gone")
{
    Rendering book;
    CHECK(book.own("<table class=\"markdownTable\"><tr><td >a&zwj;b</td></tr></table>") ==
          "<div class=\"table-scroll\" tabindex=\"0\"><table "
          "class=\"markdownTable\"><tr><td>ab</td></tr></table></div>");
    CHECK(book.own("<p ><a class=\"anchor\" id=\"md_pages_p007\"></a></p>") == "<p></p>");
}

TEST_CASE("quotes are set outside code, and close behind what a token stands for")
{
    Rendering book;
    const std::string value = book.token(Token::Type::html, "<b>26</b>");
    CHECK(book.own("<p>\"" + value + "\" &quot;q&quot; <code>\"c\"</code>'s</p>") ==
          "<p>“<b>26</b>” “q” <code>\"c\"</code>’s</p>");
}

TEST_CASE("a page without Doxygen's frame has no text")
{
    Rendering book;
    CHECK(own_html(book.site, book.page, "<p>x</p>").empty());
}

TEST_CASE("a page's text is read off by headings, without buttons and links to headings, listings apart")
{
    Rendering book;
    book.page.html =
        "<p>Above it.</p><h2 id=\"a\">First <a class=\"pilcrow\" href=\"#a\">#</a></h2><p>one &amp; two</p>"
        "<button class=\"copy\">Copy</button><pre tabindex=\"0\">int <b>i</b>;</pre><p>three</p>"
        "<section class=\"error-row\" id=\"CL_X\"><h3><code>CL_X</code> "
        "<span>-7</span></h3><p>row</p></section>";
    read_sections(book.page);
    REQUIRE(book.page.sections.size() == 3);
    CHECK(book.page.sections[0].title == "One");
    CHECK(book.page.sections[0].text == "Above it.");
    CHECK(book.page.sections[1].anchor == "a");
    CHECK(book.page.sections[1].title == "First");
    CHECK(book.page.sections[1].text == "one & two three");
    CHECK(book.page.sections[1].code == "int i;");
    CHECK(book.page.sections[2].anchor == "CL_X");
    CHECK(book.page.sections[2].title == "CL_X -7");
    CHECK(book.page.sections[2].text == "row");
}

TEST_SUITE_END();
