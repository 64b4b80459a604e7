// The kernel language's sheet: rows with code, and the names that the code does not use.
#include "lockstep/formats/kernel_sheet.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>

using namespace lockstep;
using namespace lockstep::formats;

namespace
{

std::vector<SheetGroup> read(const std::string& rows)
{
    const ScratchFolder folder;
    const auto file = folder.path() / "sheet.json";
    write_text(file, R"([{"title": "One", "chapters": ["3#launch"], "rows": [)" + rows + "]}]");
    return read_kernel_sheet(file);
}

} // namespace

TEST_SUITE_BEGIN("kernel_sheet");

TEST_CASE("a row's names are its words of more than one letter, and its code must use them")
{
    const auto groups =
        read(R"({"names": "min(a, b) max fmin3", "says": "", "body": "out[0] = min(x, fmin3);"})");
    REQUIRE(groups.size() == 1);
    CHECK(groups[0].chapters == std::vector<std::string>{"3#launch"});
    CHECK(unused_names(groups[0].rows.at(0)) == std::set<std::string>{"max"});
}

TEST_CASE("options are shown as they are typed, and remarks need no code")
{
    const auto groups =
        read(R"({"says": "a remark"}, {"says": "fast", "options": ["-cl-mad-enable", "-w"]})");
    CHECK(groups[0].rows.at(0).names == "");
    CHECK(groups[0].rows.at(1).names == "-cl-mad-enable -w");
    CHECK(unused_names(groups[0].rows.at(1)).empty());
}

TEST_CASE("names without code, and a condition without its word, are refused")
{
    CHECK_THROWS_WITH_AS(read(R"({"names": "min", "says": ""})"),
                         doctest::Contains("code that uses its names"), Failure);
    CHECK_THROWS_WITH_AS(read(R"({"names": "min", "says": "", "body": "min;", "needs": "SOME > 1"})"),
                         doctest::Contains("must have both"), Failure);
}

TEST_SUITE_END();
