// The model of caches: sequences of requests whose hits, misses and write-backs were worked out by hand.
#include "lockstep/lens/cache_model.hpp"
#include "lockstep/lens/cache_replay.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <random>
#include <vector>

using namespace lockstep::lens;

namespace
{

/// Lines of 128 bytes in sectors of 32; the second level holds 4 lines, and fetches pairs of sectors.
CacheRules small_rules()
{
    CacheRules rules;
    rules.line_bytes = 128;
    rules.first_sector_bytes = 32;
    rules.second_sector_bytes = 32;
    rules.second_fetch_bytes = 64;
    rules.second_distinct_bytes = 4 * 128;
    return rules;
}

constexpr std::uint64_t two_lines = 256; // of a first level

/// A GPU of two units with these caches, on which one work-group is resident at a time.
Profile small_gpu()
{
    Profile profile = read_profile(std::filesystem::path{LOCKSTEP_SOURCE_DIR} / "lens/devices/h200.json");
    profile.compute_units = 2;
    profile.unit.max_groups = 1;
    profile.caches = small_rules();
    profile.caches.first_bytes = two_lines;
    return profile;
}

/// A sub-group's load of a word from each of the lines.
GroupTrace& load(GroupTrace& trace, const std::vector<std::uint64_t>& lines)
{
    std::vector<LaneAccess> lanes;
    for (const std::uint64_t line : lines)
        lanes.push_back({static_cast<unsigned>(lanes.size()), line * 128, 4});
    trace.request(small_rules(), CacheAccess::load, lanes);
    return trace;
}

const KernelResources one_sub_group{32, 0, 0};

} // namespace

TEST_SUITE("cache_model")
{
    TEST_CASE("the line that was not used for longest leaves")
    {
        SectoredCache cache{2, 0};
        SectoredCache::Line leaving;
        cache.touch(7, leaving).valid = 1;
        cache.touch(9, leaving).valid = 2;
        CHECK(leaving.valid == 0);
        cache.touch(7, leaving);
        cache.touch(11, leaving);
        CHECK(leaving.number == 9);
        CHECK(leaving.valid == 2);
        REQUIRE(cache.find(7));
        CHECK(cache.find(7)->valid == 1);
        CHECK_FALSE(cache.find(9));
        REQUIRE(cache.find(11));
        CHECK(cache.find(11)->valid == 0);
    }

    TEST_CASE("lines of one set push each other out while another set has room")
    {
        SectoredCache cache{4, 2}; // two sets: even and odd lines
        SectoredCache::Line leaving;
        for (const std::uint64_t line : {0, 2, 1, 4}) cache.touch(line, leaving).valid = 1;
        CHECK_FALSE(cache.find(0));
        for (const std::uint64_t line : {2, 4, 1}) CHECK(cache.find(line));
    }

    TEST_CASE("what a cache holds is what a list in the order of use holds, over many random lines")
    {
        constexpr std::size_t lines = 37;
        SectoredCache cache{lines, 0};
        std::vector<std::uint64_t> newest_first;
        std::mt19937_64 random{5};
        SectoredCache::Line leaving;
        for (int i = 0; i < 20000; ++i) {
            const std::uint64_t line = random() % 60 << (random() % 2 == 0 ? 0U : 32U);
            const bool held = std::erase(newest_first, line) > 0;
            REQUIRE((cache.find(line) != nullptr) == held);
            newest_first.insert(newest_first.begin(), line);
            cache.touch(line, leaving).valid = 1;
            const bool leaves = newest_first.size() > lines;
            REQUIRE((leaving.valid != 0) == leaves);
            if (!leaves) continue;
            REQUIRE(leaving.number == newest_first.back());
            newest_first.pop_back();
        }
    }

    TEST_CASE("a load takes in the sectors that it asks for, and memory gives them in pairs")
    {
        CacheModel model{small_rules(), two_lines, 2};
        model.access(0, CacheAccess::load, 5, 0b0001); // misses both: sectors 0 and 1 are fetched
        model.access(0, CacheAccess::load, 5, 0b0001); // hits the first level
        model.access(0, CacheAccess::load, 5, 0b0010); // misses the first, hits the second
        model.access(1, CacheAccess::load, 5, 0b0111); // another unit: two of three hit the second
        CHECK(model.traffic() == CacheTraffic{.first_sectors = 6,
                                              .first_hits = 1,
                                              .second_read = 5,
                                              .second_hits = 3,
                                              .memory_read_bytes = 128,
                                              .footprint_bytes = 96});
    }

    TEST_CASE("a first level of two lines forgets the first of three")
    {
        CacheModel model{small_rules(), two_lines, 1};
        for (const std::uint64_t line : {1, 2, 3, 1}) model.access(0, CacheAccess::load, line, 1);
        CHECK(model.traffic().first_hits == 0);
        CHECK(model.traffic().second_hits == 1); // which has room for four
        model.access(0, CacheAccess::load, 3, 1);
        CHECK(model.traffic().first_hits == 1);
    }

    TEST_CASE("what is stored goes to memory when its line leaves the second level, and the rest stays")
    {
        CacheModel model{small_rules(), two_lines, 1};
        for (std::uint64_t line = 0; line < 6; ++line) model.access(0, CacheAccess::store, line, 0b0111);
        CHECK(model.traffic() == CacheTraffic{.second_written = 18,
                                              .memory_written_bytes = 2 * 96,
                                              .left_bytes = 4 * 96,
                                              .footprint_bytes = 6 * 96});
    }

    TEST_CASE("a store leaves the first level as it is, or drops what it holds")
    {
        for (const bool keeps : {true, false}) {
            CacheRules rules = small_rules();
            rules.first_keeps_stored = keeps;
            CacheModel model{rules, two_lines, 1};
            model.access(0, CacheAccess::load, 1, 0b0011);
            model.access(0, CacheAccess::store, 1, 0b0001);
            model.access(0, CacheAccess::load, 1, 0b0011);
            CHECK(model.traffic().first_hits == (keeps ? 2 : 1));
            CHECK(model.traffic().memory_read_bytes == 64);
        }
    }

    TEST_CASE("an atomic reads and writes in the second level, and the first drops its sector")
    {
        CacheModel model{small_rules(), two_lines, 1};
        model.access(0, CacheAccess::load, 1, 0b0001);
        model.access(0, CacheAccess::atomic, 1, 0b0001);
        model.access(0, CacheAccess::load, 1, 0b0001);
        const CacheTraffic traffic = model.traffic();
        CHECK(traffic.first_hits == 0);
        CHECK(traffic.second_read == 3);
        CHECK(traffic.second_hits == 2);
        CHECK(traffic.memory_read_bytes == 64);
        CHECK(traffic.left_bytes == 32);
    }

    TEST_CASE("a first level without sectors takes in lines whole")
    {
        CacheRules rules = small_rules();
        rules.first_sector_bytes = 128;
        CacheModel model{rules, two_lines, 1};
        model.access(0, CacheAccess::load, 1, 0b0100);
        model.access(0, CacheAccess::load, 1, 0b0001);
        CHECK(model.traffic().first_sectors == 8);
        CHECK(model.traffic().first_hits == 4);
        CHECK(model.traffic().memory_read_bytes == 128);
    }

    TEST_CASE("without a first level every load goes to the second")
    {
        CacheModel model{small_rules(), 0, 1};
        model.access(0, CacheAccess::load, 1, 1);
        model.access(0, CacheAccess::load, 1, 1);
        CHECK(model.traffic().first_hits == 0);
        CHECK(model.traffic().second_read == 2);
        CHECK(model.traffic().second_hits == 1);
    }

    TEST_CASE("local memory takes the smallest part that holds it from the first level of an H200")
    {
        const Profile h200 =
            read_profile(std::filesystem::path{LOCKSTEP_SOURCE_DIR} / "lens/devices/h200.json");
        CHECK(first_level_bytes(h200.caches, 0) == 256 * 1024);
        CHECK(first_level_bytes(h200.caches, 8 * 1024) == 248 * 1024);
        CHECK(first_level_bytes(h200.caches, 8 * 1024 + 1) == 240 * 1024);
        CHECK(first_level_bytes(h200.caches, 200 * 1024) == 28 * 1024);
        CHECK(first_level_bytes(small_rules(), 1024) == 0);
    }

    TEST_CASE("sub-groups take turns, and wait for each other at a barrier")
    {
        // In turns: 1 5 2 6 3 7, so that nothing is left in two lines; after the barrier 1 5, 1 5.
        Profile gpu = small_gpu();
        gpu.compute_units = 1;
        CacheReplay replay{gpu, {64, 0, 0}, 1};
        GroupTrace trace;
        trace.begin_sub_group(0);
        for (const std::uint64_t line : {1, 2, 3}) load(trace, {line});
        trace.begin_sub_group(1);
        for (const std::uint64_t line : {5, 6, 7}) load(trace, {line});
        trace.barrier();
        trace.begin_sub_group(0);
        for (const std::uint64_t line : {1, 1}) load(trace, {line});
        trace.begin_sub_group(1);
        for (const std::uint64_t line : {5, 5}) load(trace, {line});
        replay.add(0, std::move(trace));
        const CacheTraffic traffic = replay.finish();
        CHECK(traffic.first_sectors == 10);
        CHECK(traffic.first_hits == 2);
    }

    TEST_CASE("groups are dealt to the units in turn, so that neighbours share no first level")
    {
        const auto hits_of = [](const std::vector<std::size_t>& order) {
            CacheReplay replay{small_gpu(), one_sub_group, 4};
            for (const std::size_t group : order) {
                GroupTrace trace;
                trace.begin_sub_group(0);
                load(trace, {group < 2 ? group : group - 2, 100 + group % 2});
                replay.add(group, std::move(trace));
            }
            return replay.finish();
        };
        // Groups 0 and 2 are on unit 0 and load the same two lines, 1 and 3 on unit 1.
        const CacheTraffic traffic = hits_of({0, 1, 2, 3});
        CHECK(traffic.first_sectors == 8);
        CHECK(traffic.first_hits == 4);
        CHECK(traffic.memory_read_bytes == 4 * 64);
        CHECK(hits_of({3, 1, 0, 2}) == traffic); // whichever thread is first
    }

    TEST_CASE("a request asks for each of its sectors once, and an access across two lines for both")
    {
        CacheReplay replay{small_gpu(), one_sub_group, 1};
        GroupTrace trace;
        trace.begin_sub_group(0);
        const std::vector<LaneAccess> lanes{{0, 120, 16}, {1, 124, 4}, {2, 0, 4}};
        trace.request(small_rules(), CacheAccess::load, lanes);
        replay.add(0, std::move(trace));
        CHECK(replay.finish().first_sectors == 3);
    }
}
