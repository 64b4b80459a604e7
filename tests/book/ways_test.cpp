// What is made beside the pages: ways through the book in them, their Markdown, and slides.
#include "fixture_tree.hpp"

#include "base/paths.hpp"
#include "book/slides.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

using namespace lockstep;
using namespace lockstep::book;
namespace fs = std::filesystem;

namespace
{

// The fixture with a way that leaves the first chapter out.
struct TreeWithWay : FixtureTree
{
    TreeWithWay()
    {
        const std::string outline = read_text(root() / "book/outline.json");
        write("book/outline.json",
              replace_all(outline, "\"parts\": [",
                          R"("ways": [{"name": "small", "title": "A small way", "summary": "The end first.",
                             "steps": ["2", "2/1"]}], "parts": [)"));
        write("book/front/2-ways-through.md",
              "# Ways through\n\n## A small way {#way-small}\n\n\\way small\n");
        append("chapters/02-two/lesson.md", "\n## More\n\nEvery Work-item takes part.\n");
    }

    std::string page(const std::string& name) const { return read_text(root() / "build/book/html" / name); }
};

} // namespace

TEST_SUITE_BEGIN("beside");

TEST_CASE("a way is listed with its minutes, and a word of a chapter that it leaves out is explained where "
          "it comes up")
{
    const TreeWithWay tree;
    tree.render();
    const std::string list = tree.page("ways-through.html");
    CHECK(contains(list, "The end first."));
    CHECK(contains(list, "1 page and 1 exercise"));
    const std::string chapter = tree.page("02-two.html");
    CHECK(contains(chapter, "data-way=\"small\" hidden"));
    CHECK(contains(chapter, "A small way</a>, 1 of 2"));
    CHECK(contains(chapter, "One execution of a kernel.")); // "work-item" is defined in chapter 1
    CHECK_FALSE(contains(chapter, "Where commands wait for a device.")); // "queue" is defined here
    CHECK(contains(chapter, "on-way-next\" href=\"02-two-1-last.html\""));
    CHECK_FALSE(contains(tree.page("01-one.html"), "on-way"));
}

TEST_CASE("a step that the book does not have stops the rendering, with what it names")
{
    const TreeWithWay tree;
    tree.write("book/outline.json",
               replace_all(read_text(tree.root() / "book/outline.json"), "\"2/1\"", "\"2/7\""));
    CHECK(contains(tree.failure(), "names '2/7', and the book has no such exercise"));
}

TEST_CASE("beside a page lies its Markdown, with listings in fences and links to Markdown")
{
    const TreeWithWay tree;
    tree.render();
    const std::string one = tree.page("01-one.md");
    CHECK(one.starts_with("# One thing at a time\n"));
    CHECK(contains(one, "```\n"));
    CHECK(contains(one, "kernel void")); // the snippet's text
    CHECK_FALSE(contains(one, "\\snippet"));
    CHECK_FALSE(contains(one, "\xEE\x80\x80"));
    CHECK(contains(tree.page("02-two.md"), "(01-one.md)"));
    CHECK(contains(tree.page("01-one.html"), "href=\"01-one.md\""));
}

TEST_CASE(
    "slides: one for the title, each guess, figure and question; what is said between is for the speaker")
{
    const std::string page =
        "<h1>Banks</h1><div class=\"prose\"><p>A <em>problem</em> that costs a lot of time. More.</p>"
        "<div class=\"callout predict\"><div class=\"callout-body\"><p>Guess.</p></div></div>"
        "<h2 id=\"a\">Passes <a class=\"pilcrow\" href=\"#a\">#</a></h2><p>This sentence stands above the "
        "picture. "
        "This one does not.</p><figure class=\"figure\"><svg></svg></figure>"
        "<h2 id=\"b\">Further reading <a class=\"pilcrow\" href=\"#b\">#</a></h2><figure>No slide.</figure>"
        "<h2 id=\"c\">Check yourself <a class=\"pilcrow\" href=\"#c\">#</a></h2><p>Why?</p>"
        "<details class=\"fold\"><summary>Answer</summary>Because.</details></div><nav class=\"turn\"></nav>";
    const TeachersWords words = teachers_words(
        "## What to show\n\n| `./lockstep lens 13` | How many? |\n| `./lockstep lens 1` | No. |\n"
        "## What students get wrong\n\n| 13 Local memory | An idea. | It shows. |\n| | More. | Again. |\n| "
        "14 X | No. | No. |\n",
        13);
    REQUIRE(words.shown.size() == 1);
    CHECK(words.wrong.size() == 2);
    const Slides slides = slides_of(page, words, tool::own_source_dir() / "book");
    CHECK(slides.count == 6); // title, guess, figure, question, to show, what goes wrong
    CHECK(contains(slides.html, "<p class=\"slide-line\">This sentence stands above the picture.</p>"));
    CHECK(contains(slides.html, "How many?"));
    CHECK_FALSE(contains(slides.html, "No slide."));
}

TEST_SUITE_END();
