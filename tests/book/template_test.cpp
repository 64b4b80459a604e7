// HTML that lives in files: places, fragments, and what is wrong with them.
#include "html/template.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace lockstep;

namespace
{

/// What a call that must fail says.
template <typename Call>
std::string refusal(Call call)
{
    try {
        call();
        return {};
    } catch (const Failure& failure) {
        return failure.what();
    }
}

/// The templates of a folder with one file.
Templates of_file(const ScratchFolder& folder, const std::string& name, const std::string& text)
{
    write_text(folder.path() / name, text);
    return Templates(folder.path());
}

} // namespace

TEST_SUITE_BEGIN("template");

TEST_CASE("every place takes its value, and a value is not searched for places")
{
    CHECK(filled("<a href=\"#@ID@\">@TEXT@</a>@ID@", {{"ID", "x"}, {"TEXT", "@ID@ @"}}, "here") ==
          "<a href=\"#x\">@ID@ @</a>x");
    CHECK(filled("@A@@B@", {{"A", "1"}, {"B", "2"}}, "here") == "12");
}

TEST_CASE("an @ that opens no name is text")
{
    CHECK(filled("@media, a@b.org, @ @, @@, @A", {{"A", "1"}}, "here") == "@media, a@b.org, @ @, @@, @A");
    CHECK(filled("@@A@", {{"A", "1"}}, "here") == "@1");
}

TEST_CASE("a place without a value is a failure that names both")
{
    const std::string said = refusal([] { filled("<p>@TITEL@</p>", {{"TITLE", "x"}}, "page.html"); });
    CHECK(said.find("page.html") != std::string::npos);
    CHECK(said.find("@TITEL@") != std::string::npos);
}

TEST_CASE("a file without marks is one fragment and stays as it is")
{
    const ScratchFolder folder;
    CHECK(of_file(folder, "page.html", "<p>\n  @TEXT@\n</p>\n").fill("page", {{"TEXT", "x"}}) ==
          "<p>\n  x\n</p>\n");
}

TEST_CASE("a fragment's lines are joined, with a space between words alone")
{
    const ScratchFolder folder;
    const Templates templates = of_file(folder, "parts.html",
                                        "What stands before the first mark is a comment.\n"
                                        "<!-- fragment one: a paragraph -->\n"
                                        "<p class=\"a\"\n"
                                        "  id=\"b\">\n"
                                        "  two\n"
                                        "  words\n"
                                        "  <b>@BOLD@</b>\n"
                                        "  @A@\n"
                                        "  @B@\n"
                                        "</p>\n"
                                        "\n"
                                        "<!-- fragment two: a rule -->\n"
                                        "<hr>\n");
    CHECK(templates.fill("one", {{"BOLD", "x"}, {"A", "1"}, {"B", "2"}}) ==
          "<p class=\"a\" id=\"b\">two words<b>x</b>12</p>");
    CHECK(templates.fill("two") == "<hr>");
    const std::string said = refusal([&] { templates.fill("one"); });
    CHECK(said.find("'one'") != std::string::npos);
    CHECK(said.find("parts.html") != std::string::npos);
    CHECK(said.find("@BOLD@") != std::string::npos);
}

TEST_CASE("a fragment that nobody wrote, two of one name and a mark without a name are failures")
{
    const ScratchFolder folder;
    const Templates templates = of_file(folder, "a.html", "<!-- fragment one: a rule -->\n<hr>\n");
    CHECK(refusal([&] { templates.fill("other"); }).find("'other'") != std::string::npos);
    const std::string twice =
        refusal([&] { of_file(folder, "b.html", "<!-- fragment one: another rule -->\n<hr>\n"); });
    CHECK(twice.find("a.html") != std::string::npos);
    CHECK(twice.find("b.html") != std::string::npos);
    CHECK(refusal([&] { of_file(folder, "b.html", "<!-- fragment -->\n"); }).find("b.html") !=
          std::string::npos);
}

TEST_SUITE_END();
