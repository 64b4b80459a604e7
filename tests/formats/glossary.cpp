// The glossary's data: typed, sorted, and nothing in it is lost.
#include "lockstep/formats/glossary.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>

using namespace lockstep;
using namespace lockstep::formats;

namespace
{

std::vector<GlossaryEntry> read(const std::string& text)
{
    const ScratchFolder folder;
    const auto file = folder.path() / "glossary.json";
    write_text(file, text);
    return read_glossary(file);
}

} // namespace

TEST_SUITE_BEGIN("glossary");

TEST_CASE("entries come in the order of their terms, with every tongue")
{
    const auto entries = read(R"([{"term": "queue", "definition": "Waits.", "sycl": "queue"},
        {"term": "Barrier", "definition": "Stops.", "aliases": ["barriers"], "cuda": "a", "hip": "b", "chinese": "c",
         "german": "d"}])");
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].term == "Barrier");
    CHECK(entries[0].aliases == std::vector<std::string>{"barriers"});
    CHECK(entries[0].cuda + entries[0].hip + entries[0].chinese + entries[0].german == "abcd");
    CHECK(entries[0].sycl == "");
    CHECK(entries[1].sycl == "queue");
    CHECK_FALSE(entries[1].everyday);
    CHECK(read(R"([{"term": "tail", "everyday": true, "definition": "Ends."}])")[0].everyday);
}

TEST_CASE("a tongue that no entry has is refused, since it would not be shown")
{
    CHECK_THROWS_WITH_AS(read(R"([{"term": "queue", "definition": "Waits.", "syycl": "queue"}])"),
                         doctest::Contains("\"[0].syycl\" is no part of an entry"), Failure);
    CHECK_THROWS_WITH_AS(read(R"([{"term": "queue"}])"), doctest::Contains("\"[0].definition\" is missing"),
                         Failure);
}

TEST_SUITE_END();
