// What the plugin tells the model of caches: the requests of real kernels, in an order that does not depend on threads.
#include "simulator.hpp"
#include "streams.hpp"

#include <doctest/doctest.h>

using namespace lockstep;
using nlohmann::json;

namespace
{

const std::string chapter_12 = "../../../chapters/12-coalescing/coalescing.cl";

json caches_of(const std::string& file, const std::string& launch, const std::string& more = "")
{
    const json kernels = kernels_of({file, launch, {"h200"}, "LOCKSTEP_LENS_CACHES=1 " + more});
    REQUIRE(kernels.size() == 1);
    return kernels.front().at("caches");
}

/// What the model says of the same addresses without a simulator.
json caches_of(const validation::Stream& stream)
{
    const lens::Profile profile = lens::read_profile(LOCKSTEP_SOURCE_DIR "/lens/devices/h200.json");
    const lens::CacheTraffic traffic = validation::traffic_of(stream, profile);
    const lens::CacheReplay replay{profile, stream.resources, stream.groups};
    return {{"sector_bytes", 32},
            {"first_bytes", replay.first_bytes()},
            {"groups_at_once", replay.resident()},
            {"first_sectors", traffic.first_sectors},
            {"first_hits", traffic.first_hits},
            {"second_read", traffic.second_read},
            {"second_hits", traffic.second_hits},
            {"second_written", traffic.second_written},
            {"memory_read_bytes", traffic.memory_read_bytes},
            {"memory_written_bytes", traffic.memory_written_bytes},
            {"left_bytes", traffic.left_bytes},
            {"footprint_bytes", traffic.footprint_bytes}};
}

} // namespace

TEST_SUITE("plugin_caches")
{
    TEST_CASE("the kernels that were validated ask for the addresses that they were validated with")
    {
        const std::string square = " buffer:16384 buffer:16384 buffer:16384 int:64";
        CHECK(caches_of(chapter_12, "product_by_rows 64x64 32x8" + square) ==
              caches_of(validation::product(64, true)));
        CHECK(caches_of(chapter_12, "product_by_columns 64x64 32x8" + square) ==
              caches_of(validation::product(64, false)));
        CHECK(caches_of(chapter_12, "strided 512x16 256x1 buffer:32768 buffer:32768") ==
              caches_of(validation::strided(8192, 16)));
        CHECK(caches_of(chapter_12, "shifted 4096 256 buffer:16388 buffer:16384 int:1") ==
              caches_of(validation::shifted(4096, 1)));
        CHECK(caches_of(chapter_12, "energy_of_structures 1024 256 buffer:32768 buffer:4096") ==
              caches_of(validation::structures(1024)));
        CHECK(caches_of(chapter_12, "energy_of_arrays 1024 256 buffer:4096 buffer:4096 buffer:4096") ==
              caches_of(validation::arrays(1024)));
        CHECK(caches_of("../../../bench/experiments/coalescing.cl",
                        "store 1024x1 256x1 buffer:32772 int:1 int:1") ==
              caches_of(validation::stores(1024, 1)));
        CHECK(caches_of("../../../chapters/14-occupancy/spills.cl",
                        "many_sums 1024 256 buffer:16384 buffer:4096 int:4") ==
              caches_of(validation::many_sums(1024, 4, 0)));
    }

    TEST_CASE("so do the box filters of chapter 24")
    {
        CHECK(caches_of("../../../kernels/box_filter_quads.cl",
                        "quads 128x2 128x1 buffer:61440 buffer:61440 int:512 int:30") ==
              caches_of(validation::quads(512, 30, 18, 0)));
        CHECK(caches_of("../../../kernels/box_filter.cl",
                        "tile 512x2 256x1 buffer:153600 buffer:153600 int:480 int:80") ==
              caches_of(validation::tile(480, 80, 72, 0)));
    }

    TEST_CASE("neighbours of one group find the sector that they share, those of two groups do not")
    {
        // 16 groups of 8 sub-groups with 5 sectors each: 7 in a group are its neighbour's. They are on 16 units.
        const json caches = caches_of(chapter_12, "shifted 4096 256 buffer:16388 buffer:16384 int:1");
        CHECK(caches["first_sectors"] == 16 * 40);
        CHECK(caches["first_hits"] == 16 * 7);
        CHECK(caches["second_read"] == 16 * 33);
        // The first sector of the next sub-group's line comes with the second, which that one hits; and between groups.
        CHECK(caches["second_hits"] == 127 + 15);
        CHECK(caches["second_written"] == 16 * 32);
        CHECK(caches["left_bytes"] == 4096 * 4);
        CHECK(caches["memory_written_bytes"] == 0);
        CHECK(caches["footprint_bytes"] == 4096 * 4 + 4096 * 4 + 32);
    }

    TEST_CASE("the number of the simulator's threads changes nothing")
    {
        const std::string launch = "product_by_rows 64x64 32x8 buffer:16384 buffer:16384 buffer:16384 int:64";
        CHECK(caches_of(chapter_12, launch, "OCLGRIND_NUM_THREADS=1") ==
              caches_of(chapter_12, launch, "OCLGRIND_NUM_THREADS=4"));
    }

    TEST_CASE("told registers decide how many groups share a first level")
    {
        const std::string launch = "shifted 65536 256 buffer:262148 buffer:262144 int:0";
        const auto at_once = [&](const std::string& told) {
            return caches_of(chapter_12, launch, told)["groups_at_once"].get<int>();
        };
        // 65,536 registers of a unit, 256 work-items a group.
        CHECK(at_once("") == 8);
        CHECK(at_once("LOCKSTEP_LENS_REGISTERS=64") == 4);
        CHECK(at_once("LOCKSTEP_LENS_REGISTERS=64,shifted=128") == 2);
        CHECK(at_once("LOCKSTEP_LENS_REGISTERS=strided=128") == 8);
    }

    TEST_CASE("of a sample only the recorded groups reach the caches")
    {
        const json caches = caches_of(chapter_12, "shifted 4096 256 buffer:16388 buffer:16384 int:0",
                                      "LOCKSTEP_LENS_GROUPS=4");
        CHECK(caches["first_sectors"] == 4 * 32);
        CHECK(caches_of(chapter_12, "shifted 4096 256 buffer:16388 buffer:16384 int:0",
                        "LOCKSTEP_LENS_GROUPS=4 LOCKSTEP_LENS_SKIP_OTHERS=1") == caches);
    }

    TEST_CASE("nothing is said of caches where they are not asked for, or the profile knows none")
    {
        const std::string launch = "shifted 256 256 buffer:1024 buffer:1024 int:0";
        CHECK_FALSE(kernels_of({chapter_12, launch, {"h200"}, ""}).front().contains("caches"));
        CHECK_FALSE(kernels_of({chapter_12, launch, {"gtx285"}, "LOCKSTEP_LENS_CACHES=1"})
                        .front()
                        .contains("caches"));
    }
}
