// The curves over sizes: the recorded files, and what is said of broken ones.
#include "lockstep/formats/size_curves.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>

#include <filesystem>

using namespace lockstep;
using namespace lockstep::formats;

namespace
{

const std::filesystem::path recorded = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "bench" / "results";

} // namespace

TEST_SUITE_BEGIN("size_curves");

TEST_CASE("every recorded file is read and written without changing a byte")
{
    int files = 0;
    for (const std::filesystem::path& file : sorted_entries(recorded)) {
        if (!file.filename().string().ends_with("-sizes.json")) continue;
        CAPTURE(file);
        const std::string text = read_text(file);
        CHECK(text_of(parse_size_curves(text, file.string())) == text);
        ++files;
    }
    CHECK(files >= 1);
}

TEST_CASE("a curve holds a line for each rung and peer, and is found by its ladder")
{
    SizeCurves curves;
    SizeCurve& curve = curves.curves.emplace_back();
    curve.name = "turn";
    curve.input = "square";
    curve.at_most_spread = {39, 41};
    curve.lines = {{"whole", false, {{16384, 1.5, Spread{1, 2}}, {65536, 3, {}}}}, {"std::copy", true, {}}};
    const std::string text = text_of(curves);
    CHECK(text.find("\n    {\"name\":\"whole\"") != std::string::npos);
    const SizeCurves again = parse_size_curves(text, "gpu-sizes.json");
    CHECK(text_of(again) == text);
    REQUIRE(again.find("turn", "") != nullptr);
    CHECK(again.find("turn", "ragged") == nullptr);
    const SizeLine& whole = again.find("turn", "square")->lines.front();
    CHECK(whole.points[0].spread == Spread{1, 2});
    CHECK_FALSE(whole.points[1].spread);
    CHECK(whole.points[1].elements == 65536);
    CHECK(again.find("turn", "")->lines.back().is_peer);
}

TEST_CASE("what is missing is no curve, and what is wrong is refused with file, key and remedy")
{
    const ScratchFolder folder;
    CHECK_FALSE(find_size_curves(folder.path(), "gpu"));
    write_text(folder.path() / "gpu-sizes.json", R"({"device": "GPU", "driver": "1", "date": "2026-01-02",
                                                     "curves": [{"name": "turn"}]})");
    const auto read = [&] { find_size_curves(folder.path(), "gpu"); };
    CHECK_THROWS_WITH_AS(read(), doctest::Contains("gpu-sizes.json: \"curves[0].chapter\" is missing"),
                         Failure);
    CHECK_THROWS_WITH_AS(read(), doctest::Contains("./lockstep bench sizes --json"), Failure);
}

TEST_SUITE_END();
