// The pictures of single requests: which sectors, banks and passes they show, and that they are drawn without faults.
#include "check.hpp"
#include "lens/picture.hpp"

#include <lockstep/failure.hpp>

#include <algorithm>
#include <functional>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace lockstep::tool;
using nlohmann::json;

namespace
{

const json report = {{"sub_group_size", 32}, {"sector_bytes", 32}, {"local_banks", 32}};

/// A line entry whose request has work-items 0, step, 2 × step …, each at its own offset.
json entry(const std::string& space, const std::string& access, unsigned bytes,
           const std::function<unsigned(unsigned)>& offset, unsigned step = 1, unsigned count = 32)
{
    json lanes = json::array();
    for (unsigned lane = 0; lane < count; lane += step) lanes.push_back({lane, offset(lane)});
    return {{"space", space},
            {"access", access},
            {"sample", {{"group", {0, 0, 0}}, {"sub_group", 0}, {"bytes", bytes}, {"lanes", lanes}}}};
}

bool says(const std::string& picture, const std::string& words)
{
    return picture.find(words) != std::string::npos;
}

std::vector<Pass> passes_of(unsigned bytes, const std::function<unsigned(unsigned)>& offset)
{
    return local_passes(sampled_request(report, entry("local", "load", bytes, offset)));
}

} // namespace

TEST_SUITE_BEGIN("pictures");

TEST_CASE("neighbouring floats fill four sectors of one line")
{
    const std::string picture =
        lens_picture(report, entry("global", "load", 4, [](unsigned i) { return 4 * i; }));
    CHECK(says(picture, "32 work-items; 4 sectors of 32 bytes fetched, in 1 line of 128 bytes"));
    CHECK(says(picture, "128 of 128 bytes used"));
    CHECK_FALSE(says(picture, "fetched and not used"));
}

TEST_CASE("a stride of a row touches a sector for each work-item")
{
    const std::string picture =
        lens_picture(report, entry("global", "store", 4, [](unsigned i) { return 256 * i; }));
    CHECK(says(picture, "32 work-items; 32 sectors of 32 bytes touched, in 32 lines of 128 bytes"));
    CHECK(says(picture, "128 of 1,024 bytes used"));
    CHECK(says(picture, "in a touched sector, not written"));
}

TEST_CASE("a row that begins four bytes late needs a fifth sector")
{
    const std::string picture =
        lens_picture(report, entry("global", "load", 4, [](unsigned i) { return 4 + 4 * i; }));
    CHECK(says(picture, "5 sectors of 32 bytes fetched, in 2 lines"));
    CHECK(says(picture, "128 of 160 bytes used"));
}

TEST_CASE("bytes that several work-items want are used once")
{
    const std::string picture =
        lens_picture(report, entry("global", "load", 4, [](unsigned) { return 64U; }));
    CHECK(says(picture, "32 work-items; 1 sector of 32 bytes"));
    CHECK(says(picture, "4 of 32 bytes used"));
}

TEST_CASE("a picture with a thousand sectors says how many it leaves out")
{
    const std::string picture =
        lens_picture(report, entry("global", "load", 128, [](unsigned i) { return 1024 * i; }));
    CHECK(says(picture, "128 sectors"));
    CHECK(says(picture, "… 100 more"));
    const json wide = {{"sub_group_size", 64}, {"sector_bytes", 32}, {"local_banks", 32}};
    const std::string widest =
        lens_picture(wide, entry(
                               "global", "load", 512, [](unsigned i) { return 4096 * i; }, 1, 64));
    CHECK(says(widest, "1,024 sectors"));
    CHECK(says(widest, "… 996 more"));
    CHECK(widest.size() < 60'000);
}

TEST_CASE("words of one bank take turns and one word serves all who want it")
{
    CHECK(passes_of(4, [](unsigned i) { return 4 * i; }).size() == 1);
    CHECK(passes_of(4, [](unsigned i) { return 8 * i; }).size() == 2);
    CHECK(passes_of(4, [](unsigned i) { return 12 * i; }).size() == 1);
    CHECK(passes_of(4, [](unsigned i) { return 128 * i; }).size() == 32);
    CHECK(passes_of(4, [](unsigned i) { return 132 * i; }).size() == 1);
    CHECK(passes_of(4, [](unsigned i) { return i; }).size() == 1);
    const auto broadcast = passes_of(4, [](unsigned) { return 8U; });
    REQUIRE(broadcast.size() == 1);
    CHECK(broadcast[0].served[2].size() == 32);
    CHECK(broadcast[0].served[3].empty());
}

TEST_CASE("wide accesses to local memory need two and four passes that are no conflicts")
{
    for (const auto& [bytes, needed] : {std::pair{8U, 2}, std::pair{16U, 4}}) {
        const auto passes = passes_of(bytes, [bytes = bytes](unsigned i) { return bytes * i; });
        CHECK(std::ssize(passes) == needed);
        CHECK(std::ranges::none_of(passes, &Pass::is_late));
    }
}

TEST_CASE("a bank conflict is told and collapsed")
{
    const std::string picture =
        lens_picture(report, entry("local", "load", 4, [](unsigned i) { return 128 * i; }));
    CHECK(says(picture, "32 work-items; 32 passes where 1 would do"));
    CHECK(says(picture, "20 more passes like these"));
    const std::string none =
        lens_picture(report, entry("local", "load", 4, [](unsigned i) { return 4 * i; }));
    CHECK(says(none, "1 pass, no bank conflict"));
    CHECK_FALSE(says(none, "late: a bank conflict"));
}

TEST_CASE("no picture has overlapping, cut off or too small text")
{
    for (const unsigned sub_group : {16U, 32U, 64U})
        for (const std::string space : {"global", "local"})
            for (const std::string access : {"load", "store", "atomic"})
                for (const unsigned bytes : {1U, 4U, 16U})
                    for (const unsigned stride : {0U, 1U, 4U, 20U, 64U, 128U, 400U, 100'000U})
                        for (const unsigned step : {1U, 3U}) {
                            json wide = report;
                            wide["sub_group_size"] = sub_group;
                            const json line = entry(
                                space, access, bytes, [&](unsigned i) { return stride * i + 2; }, step,
                                sub_group);
                            const std::string picture = lens_picture(wide, line, {.name = "probe"});
                            for (const std::string& fault : figures::faults_of_svg("probe", picture))
                                FAIL_CHECK(fmt::format("{} {} of {} bytes, stride {}, {} work-items: {}",
                                                       space, access, bytes, stride, sub_group, fault));
                        }
}

TEST_CASE("a sample that makes no sense is refused with a sentence")
{
    json line = entry("global", "load", 4, [](unsigned i) { return 4 * i; });
    line["sample"]["lanes"][0][0] = 32;
    CHECK_THROWS_AS(lens_picture(report, line), lockstep::Failure);
    line["sample"]["lanes"] = json::array();
    CHECK_THROWS_AS(lens_picture(report, line), lockstep::Failure);
    line.erase("sample");
    CHECK_THROWS_AS(lens_picture(report, line), lockstep::Failure);
}

TEST_SUITE_END();
