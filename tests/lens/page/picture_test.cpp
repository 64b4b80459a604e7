// The pictures of single requests: which sectors, banks and passes they show, and that they are drawn without faults.
#include "check.hpp"
#include "draw/lens_picture.hpp"
#include "lockstep/text.hpp"

#include <lockstep/failure.hpp>

#include <algorithm>
#include <functional>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

using lockstep::contains;
using namespace lockstep::tool;
using namespace lockstep::formats;

namespace
{

const LensDevice device{.id = "gpu", .name = "A GPU"};

/// A line whose request has work-items 0, step, 2 × step …, each at its own offset.
LensLine line_of(MemorySpace space, MemoryAccess access, unsigned bytes,
                 const std::function<unsigned(unsigned)>& offset, unsigned step = 1, unsigned count = 32)
{
    LensLine line;
    line.access = access;
    if (space == MemorySpace::local) line.counts = LocalCounts{};
    LensSample& sample = line.sample.emplace();
    sample.bytes = bytes;
    for (unsigned lane = 0; lane < count; lane += step) sample.lanes.push_back({lane, offset(lane)});
    return line;
}

std::vector<Pass> passes_of(unsigned bytes, const std::function<unsigned(unsigned)>& offset)
{
    return local_passes(
        sampled_request(device, line_of(MemorySpace::local, MemoryAccess::load, bytes, offset)));
}

} // namespace

TEST_SUITE_BEGIN("pictures");

TEST_CASE("neighbouring floats fill four sectors of one line")
{
    const std::string picture = lens_picture(
        device, line_of(MemorySpace::global, MemoryAccess::load, 4, [](unsigned i) { return 4 * i; }));
    CHECK(contains(picture, "32 work-items; 4 sectors of 32 bytes fetched, in 1 line of 128 bytes"));
    CHECK(contains(picture, "128 of 128 bytes used"));
    CHECK_FALSE(contains(picture, "fetched and not used"));
}

TEST_CASE("a stride of a row touches a sector for each work-item")
{
    const std::string picture = lens_picture(
        device, line_of(MemorySpace::global, MemoryAccess::store, 4, [](unsigned i) { return 256 * i; }));
    CHECK(contains(picture, "32 work-items; 32 sectors of 32 bytes touched, in 32 lines of 128 bytes"));
    CHECK(contains(picture, "128 of 1,024 bytes used"));
    CHECK(contains(picture, "in a touched sector, not written"));
}

TEST_CASE("a row that begins four bytes late needs a fifth sector")
{
    const std::string picture = lens_picture(
        device, line_of(MemorySpace::global, MemoryAccess::load, 4, [](unsigned i) { return 4 + 4 * i; }));
    CHECK(contains(picture, "5 sectors of 32 bytes fetched, in 2 lines"));
    CHECK(contains(picture, "128 of 160 bytes used"));
}

TEST_CASE("lines are those of the device, and where it has none no picture speaks of them")
{
    LensDevice own = device;
    own.line_bytes = 64;
    // Sixteen words from the awkward offset 50 on: bytes 50 to 113.
    const LensLine line = line_of(
        MemorySpace::global, MemoryAccess::load, 4, [](unsigned i) { return 50 + 4 * i; }, 1, 16);
    CHECK(contains(lens_picture(own, line), "3 sectors of 32 bytes fetched, in 2 lines of 64 bytes"));
    own.line_bytes = 0;
    const std::string picture = lens_picture(own, line);
    CHECK(contains(picture, "3 sectors of 32 bytes fetched"));
    CHECK_FALSE(contains(picture, " of 128 bytes"));
}

TEST_CASE("bytes that several work-items want are used once")
{
    const std::string picture = lens_picture(
        device, line_of(MemorySpace::global, MemoryAccess::load, 4, [](unsigned) { return 64U; }));
    CHECK(contains(picture, "32 work-items; 1 sector of 32 bytes"));
    CHECK(contains(picture, "4 of 32 bytes used"));
}

TEST_CASE("a picture with a thousand sectors says how many it leaves out")
{
    const std::string picture = lens_picture(
        device, line_of(MemorySpace::global, MemoryAccess::load, 128, [](unsigned i) { return 1024 * i; }));
    CHECK(contains(picture, "128 sectors"));
    CHECK(contains(picture, "… 100 more"));
    LensDevice wide = device;
    wide.sub_group_size = 64;
    const std::string widest = lens_picture(
        wide, line_of(
                  MemorySpace::global, MemoryAccess::load, 512, [](unsigned i) { return 4096 * i; }, 1, 64));
    CHECK(contains(widest, "1,024 sectors"));
    CHECK(contains(widest, "… 996 more"));
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

TEST_CASE("a device's own groups of lanes and its own pieces of stores are drawn")
{
    LensDevice own = device;
    own.sector_bytes = 128;
    own.store_sector_bytes = 32;
    for (unsigned lane = 0; lane < 32; ++lane) own.load_group_16_bytes.push_back(lane / 4 % 4);
    // Lanes 0 to 3 and 16 to 19 share a pass, and lie in different halves of the banks.
    const auto halves = [](unsigned i) { return i % 4 * 16 + i / 16 * 64 + i / 4 * 128; };
    const auto passes = [&](MemoryAccess access) {
        return local_passes(sampled_request(own, line_of(MemorySpace::local, access, 16, halves))).size();
    };
    CHECK(passes(MemoryAccess::load) == 4);
    CHECK(passes(MemoryAccess::store) == 8);
    const auto row = [](unsigned i) { return 4 * i; };
    CHECK(contains(lens_picture(own, line_of(MemorySpace::global, MemoryAccess::load, 4, row)),
                   "1 sector of 128 bytes fetched"));
    CHECK(contains(lens_picture(own, line_of(MemorySpace::global, MemoryAccess::store, 4, row)),
                   "4 sectors of 32 bytes touched"));
}

TEST_CASE("a bank conflict is told and collapsed")
{
    const std::string picture = lens_picture(
        device, line_of(MemorySpace::local, MemoryAccess::load, 4, [](unsigned i) { return 128 * i; }));
    CHECK(contains(picture, "32 work-items; 32 passes where 1 would do"));
    CHECK(contains(picture, "20 more passes like these"));
    const std::string none = lens_picture(
        device, line_of(MemorySpace::local, MemoryAccess::load, 4, [](unsigned i) { return 4 * i; }));
    CHECK(contains(none, "1 pass, no bank conflict"));
    CHECK_FALSE(contains(none, "late: a bank conflict"));
}

TEST_CASE("no picture has overlapping, cut off or too small text")
{
    for (const unsigned sub_group : {16U, 32U, 64U})
        for (const MemorySpace space : {MemorySpace::global, MemorySpace::local})
            for (const MemoryAccess access : {MemoryAccess::load, MemoryAccess::store, MemoryAccess::atomic})
                for (const unsigned bytes : {1U, 4U, 16U})
                    for (const unsigned stride : {0U, 1U, 4U, 20U, 64U, 128U, 400U, 100'000U})
                        for (const unsigned step : {1U, 3U}) {
                            LensDevice wide = device;
                            wide.sub_group_size = sub_group;
                            const LensLine line = line_of(
                                space, access, bytes, [&](unsigned i) { return stride * i + 2; }, step,
                                sub_group);
                            const std::string picture = lens_picture(wide, line, {.name = "probe"});
                            for (const std::string& fault : figures::faults_of_svg("probe", picture))
                                FAIL_CHECK(fmt::format("{} {} of {} bytes, stride {}, {} work-items: {}",
                                                       name_of(space), name_of(access), bytes, stride,
                                                       sub_group, fault));
                        }
}

TEST_CASE("a sample that makes no sense is refused with a sentence")
{
    LensLine line = line_of(MemorySpace::global, MemoryAccess::load, 4, [](unsigned i) { return 4 * i; });
    line.sample->lanes[0].lane = 32;
    CHECK_THROWS_AS(lens_picture(device, line), lockstep::Failure);
    line.sample->lanes.clear();
    CHECK_THROWS_AS(lens_picture(device, line), lockstep::Failure);
    line.sample.reset();
    CHECK_THROWS_AS(lens_picture(device, line), lockstep::Failure);
}

TEST_SUITE_END();
