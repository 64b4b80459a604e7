// A profile's figures: each with its document, or with what is assumed.
#include "lockstep/formats/sourced_figures.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>

using namespace lockstep;
using namespace lockstep::formats;

TEST_SUITE_BEGIN("sourced_figures");

TEST_CASE("a figure tells its document and where in it, or what is assumed")
{
    const ScratchFolder folder;
    const auto file = folder.path() / "toy.json";
    write_text(file, R"({"sources": {"guide": {"title": "Guide", "publisher": "Maker", "year": 2020}},
        "local": {"banks": {"value": 32, "source": "guide", "where": "page 7"},
                  "lanes": {"value": 16, "assumed": "as its sister"},
                  "lost": {"value": 1, "source": "nowhere", "where": "?"}}})");
    const SourcedFigures figures(file);
    CHECK(figures.figure("local", "banks").value.whole() == 32);
    CHECK(figures.figure("local", "banks").origin == "Guide (Maker, 2020): page 7");
    CHECK_FALSE(figures.figure("local", "banks").assumed);
    CHECK(figures.figure("local", "lanes").assumed);
    CHECK(figures.figure("local", "lanes").origin == "assumed: as its sister");
    CHECK(figures.has("local", "banks"));
    CHECK_FALSE(figures.has("caches", "first_bytes"));
    CHECK_THROWS_WITH_AS(figures.figure("local", "lost"), doctest::Contains("which \"sources\" lacks"),
                         Failure);
}

TEST_SUITE_END();
