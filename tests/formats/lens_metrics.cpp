// The metrics by name.
#include "lockstep/formats/lens_metrics.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/formats/rung_counts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace lockstep::formats;

namespace
{

LensKernel counted_kernel()
{
    LensKernel kernel;
    kernel.name = "k";
    kernel.launches = 2;
    kernel.local_bytes = 512;
    kernel.global_load = {.requests = 3, .sectors = 12, .ideal_sectors = 6, .bytes = 100};
    kernel.local_store = {.requests = 5, .wavefronts = 8, .conflicts = 6, .bytes = 7};
    kernel.atomics = {.requests = 1, .lanes = 32, .same_address = 31, .conflicts = 4};
    kernel.image_read = {.requests = 2, .bytes = 1024, .distinct_bytes = 528};
    kernel.simd_efficiency = 0.75;
    kernel.divergent_branches = 9;
    return kernel;
}

} // namespace

TEST_SUITE("lens_metrics")
{
    TEST_CASE("metrics are the agreed paths and no others")
    {
        for (const char* metric : {"global_store.efficiency", "local_load.conflicts", "simd_efficiency",
                                   "divergent_branches", "occupancy.fraction", "atomics.same_address"})
            CHECK(is_lens_metric(metric));
        for (const char* metric :
             {"global_store", "global_store.conflicts", "local_load.sectors", "efficiency", ""})
            CHECK_FALSE(is_lens_metric(metric));
        const std::vector<std::string> names = lens_metric_names();
        CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
    }

    TEST_CASE("a metric is a member of a kernel's entry")
    {
        const LensKernel kernel = counted_kernel();
        const auto value = [&](const char* name) { return lens_metric(name).of(kernel); };
        CHECK(value("global_load.sectors") == 12);
        CHECK(value("global_load.efficiency") == 0.5);
        CHECK(value("global_store.efficiency") == 1.0);
        CHECK(value("local_store.conflicts") == 6);
        CHECK(value("local_store.efficiency") == 0.25);
        CHECK(value("atomics.same_address") == 31);
        CHECK(value("image_read.bytes") == 1024);
        CHECK(value("image_read.distinct_bytes") == 528);
        CHECK(value("image_write.requests") == 0);
        CHECK(value("divergent_branches") == 9);
        CHECK(value("launches") == 2);
        CHECK(lens_metric("global_load.efficiency").is_ratio);
        CHECK_FALSE(lens_metric("global_load.sectors").is_ratio);
    }

    TEST_CASE("of a rung there are the recorded metrics; others are refused with those that are")
    {
        const RungCounts rung{counted_kernel(), "fast"};
        CHECK(lens_metric("global_load.sectors").of(rung) == 12);
        CHECK(lens_metric("simd_efficiency").of(rung) == 0.75);
        CHECK_THROWS_WITH_AS(lens_metric("branches").of(rung),
                             doctest::Contains("one of global_load.requests, global_load.sectors"),
                             lockstep::Failure);
    }

    TEST_CASE("a metric that does not exist is answered with those that do")
    {
        CHECK_THROWS_WITH_AS(lens_metric("global_store.speed"),
                             doctest::Contains("The lens does not count 'global_store.speed'."),
                             lockstep::Failure);
        CHECK_THROWS_WITH_AS(lens_metric("sectors"), doctest::Contains("occupancy.waves, occupancy.fraction"),
                             lockstep::Failure);
    }

    TEST_CASE("the occupancy of an entry without one is a failure")
    {
        LensKernel kernel = counted_kernel();
        CHECK_THROWS_AS(lens_metric("occupancy.fraction").of(kernel), lockstep::Failure);
        kernel.occupancy.emplace().fraction = 0.5;
        CHECK(lens_metric("occupancy.fraction").of(kernel) == 0.5);
    }
}
