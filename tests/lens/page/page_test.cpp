// The lens's page as text: complete, escaped, free of addresses; and written where the browser tests find it.
#include "check/checkout_lens.hpp"
#include "lens/page.hpp"
#include "lens/terminal_report.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using nlohmann::json;
using namespace lockstep::formats;

namespace
{

LensReports reports_of(const std::string& text)
{
    return lens_reports_of(JsonReader::parse(text, "the fixture", "mend it"));
}

json fixture_json()
{
    return json::parse(std::ifstream(PAGE_FIXTURE));
}

LensReports fixture()
{
    return reports_of(fixture_json().dump());
}

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

std::string page_of(const LensReports& reports, const std::string& title = "What the lens saw")
{
    return lockstep::tool::lens_page(reports, lockstep::tool::checkout_lens().page, title);
}

/// The data that the page carries.
json data_of(const std::string& page)
{
    const std::string open = R"(<script type="application/json" id="data">)";
    const auto from = page.find(open) + open.size();
    return json::parse(page.substr(from, page.find("</script>", from) - from));
}

} // namespace

TEST_SUITE_BEGIN("page");

TEST_CASE("the page is one file that asks for no other")
{
    const std::string page = page_of(fixture(), "transpose & <others>");
    std::ofstream(std::filesystem::path(PAGE_FOLDER) / "page.html") << page;
    CHECK(count(page, "<title>transpose &amp; &lt;others&gt;</title>") == 1);
    CHECK(count(page, "src=") == 0);
    CHECK(count(page, "<link") == count(page, "href=\"data:,\""));
    CHECK(count(page, "@import") == 0);
    CHECK(count(page, "url(http") == 0);
    CHECK(count(page, "@TITLE@") + count(page, "@DATA@") + count(page, "@STYLE@") + count(page, "@SCRIPT@") ==
          0);
}

TEST_CASE("what the terminal says of each launch is written for the page to be held against")
{
    json launches = json::array();
    json verdicts = json::array();
    for (const LensReport& report : fixture().reports) {
        verdicts.push_back(lockstep::tool::terminal_report(report, 0));
        for (const LensKernel& kernel : report.kernels) {
            LensReport one = report;
            one.kernels = {kernel};
            launches.push_back(lockstep::tool::terminal_report(one));
        }
    }
    CHECK(launches.size() == 10);
    const json told{{"launches", launches}, {"verdicts", verdicts}};
    std::ofstream(std::filesystem::path(PAGE_FOLDER) / "terminal.json") << told.dump();
}

TEST_CASE("a branch at which work-items part is marked, and one that keeps them together is not")
{
    const json data = data_of(page_of(fixture()));
    unsigned divergent = 0;
    for (const json& report : data["reports"])
        for (const json& kernel : report["kernels"])
            for (const json& line : kernel["control"]) {
                CHECK(line["marked"] == (line["divergent"].get<int>() * 20 >= line["branches"].get<int>() &&
                                         line["divergent"] > 0));
                divergent += line["divergent"] > 0 ? 1 : 0;
            }
    CHECK(divergent > 0);
}

TEST_CASE("a forecast shows its roofs, the one that bounds the launch first and as long as the row")
{
    LensReports forecast = fixture();
    forecast.reports[0].kernels[1].forecast = {.microseconds = 20,
                                               .bound = "first level",
                                               .terms = {{.name = "memory", .microseconds = 5},
                                                         {.name = "first level", .microseconds = 20},
                                                         {.name = "atomics"}}};
    const json data = data_of(page_of(forecast));
    CHECK_FALSE(data["reports"][0]["kernels"][0].contains("roofs"));
    CHECK(data["reports"][0]["kernels"][1]["roofs"] ==
          json::parse(R"([{"name": "first level", "time": "20 us", "share": 1.0},
                          {"name": "memory", "time": "5 us", "share": 0.25}])"));
}

TEST_CASE("the page ranks the kernels, and opens at the launch that the verdict is of")
{
    LensReports reports = fixture();
    for (const bool reversed : {false, true}) {
        if (reversed) std::reverse(reports.reports[0].kernels.begin(), reports.reports[0].kernels.end());
        const json shown = data_of(page_of(reports))["reports"][0];
        const json opened = shown["kernels"][shown["first"].get<std::size_t>()];
        CHECK(shown["verdict"].get<std::string>().find("'" + opened["name"].get<std::string>() + "'") !=
              std::string::npos);
        CHECK(shown["ranking"]["rows"].size() == 4);
        CHECK(shown["ranking"]["rows"][0]["cells"][0] == opened["name"]);
    }
}

TEST_CASE("a source that closes a script does not close the page's")
{
    const std::string page = page_of(fixture());
    CHECK(count(page, "</script>") == 2);
    CHECK(count(page, "alert(") == 1);
    CHECK(data_of(page)["sources"][0][0].get<std::string>().find("&lt;/script&gt;") != std::string::npos);
}

TEST_CASE("requests that look alike share a picture")
{
    const json data = data_of(page_of(fixture()));
    const auto& launches = data["reports"][0]["kernels"];
    REQUIRE(launches[0]["name"] == "transpose_naive");
    REQUIRE(launches[1]["name"] == "transpose_naive");
    CHECK(launches[0]["lines"][0]["picture"] == launches[1]["lines"][0]["picture"]); // loads: alike
    CHECK(launches[0]["lines"][1]["picture"] != launches[1]["lines"][1]["picture"]); // stores: another stride
    CHECK_FALSE(launches[0]["lines"][0].contains("sample"));
    CHECK(data["pictures"].size() < 30);
}

TEST_CASE("a page of very many requests keeps a stated number of pictures")
{
    LensReports many = fixture();
    std::vector<LensLine>& lines = many.reports[0].kernels[0].lines;
    const LensLine one = lines[0];
    for (unsigned i = 0; i < 450; ++i) {
        lines.push_back(one);
        lines.back().sample->lanes[0].offset = 1000 + 4 * i;
    }
    const json data = data_of(page_of(many));
    CHECK(data["pictures"].size() == lockstep::tool::most_pictures_of_a_page);
    CHECK(data["most_pictures"] == lockstep::tool::most_pictures_of_a_page);
    CHECK(data["reports"][0]["kernels"][0]["lines"].back()["picture"] == -1);
}

TEST_CASE("a report of one device makes a page as well")
{
    json single = fixture_json();
    single["reports"].erase(0);
    const json data = data_of(page_of(reports_of(single.dump())));
    REQUIRE(data["reports"].size() == 1);
    CHECK(data["reports"][0]["device"] == "mi300x");
    CHECK(data["sources"].size() == 3);
}

TEST_CASE("requests to images have counts and no picture")
{
    const json data = data_of(page_of(fixture()));
    const json& halve = data["reports"][0]["kernels"][4];
    CHECK(halve["image_read"]["bytes"] == 65536);
    CHECK(halve["advice"].empty());
    for (const json& line : halve["lines"]) CHECK_FALSE(line.contains("picture"));
}

TEST_CASE("a source that is not UTF-8 is shown all the same")
{
    LensReports odd = fixture();
    odd.sources[0] = "// \xff\xfe latin\nkernel void f() {}\n";
    CHECK(data_of(page_of(odd))["sources"][0].size() == 2);
}

TEST_SUITE_END();
