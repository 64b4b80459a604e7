// The bibliography, and which paragraphs of further reading name which work.
#include "lockstep/formats/bibliography.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>

using namespace lockstep;
using namespace lockstep::formats;

namespace
{

std::vector<Work> read(const std::string& text)
{
    const ScratchFolder folder;
    const auto file = folder.path() / "bibliography.json";
    write_text(file, text);
    return read_bibliography(file);
}

} // namespace

TEST_SUITE_BEGIN("bibliography");

TEST_CASE("works are sorted by author, and named by their title or by what else is given")
{
    const auto works = read(R"([{"kind": "paper", "authors": "Zuse", "title": "Plan"},
        {"kind": "book", "authors": "Ada", "title": "Notes", "where": "1843", "names": ["Notes upon", "Note G"]}])");
    REQUIRE(works.size() == 2);
    CHECK(works[0].authors == "Ada");
    CHECK(works[0].kind == WorkKind::book);
    CHECK(works[0].is_named_in("see Note G, and more"));
    CHECK_FALSE(works[0].is_named_in("Notes by others"));
    CHECK(works[1].is_named_in("Zuse, *Plan*"));
}

TEST_CASE("a work has the address that is given, or its page on arXiv")
{
    const auto works =
        read(R"([{"kind": "paper", "authors": "A", "title": "B", "where": "arXiv 2206.01784, 2022"},
        {"kind": "guide", "authors": "B", "title": "C", "url": "https://example.org/c"},
        {"kind": "book", "authors": "C", "title": "D", "where": "1843"}])");
    CHECK(works[0].url == "https://arxiv.org/abs/2206.01784");
    CHECK(works[1].url == "https://example.org/c");
    CHECK(works[2].url.empty());
}

TEST_CASE("a kind that does not exist is refused with those that do")
{
    CHECK_THROWS_WITH_AS(read(R"([{"kind": "novel", "authors": "A", "title": "B"}])"),
                         doctest::Contains("\"[0].kind\" is wrong"), Failure);
    CHECK_THROWS_WITH_AS(work_kind("novel"),
                         doctest::Contains("Use specification, guide, paper, book or library"), Failure);
}

TEST_CASE("further reading is the items of its section, each on one line")
{
    const auto items = further_reading(
        "# One\n\n## Further reading\n\n- first\n  goes on\n\n- second\n\n## Exercises\n- no\n");
    CHECK(items == std::vector<std::string>{"first goes on", "second"});
    CHECK(further_reading("# One\n\n- item\n").empty());
}

TEST_SUITE_END();
