// The recordings that the book shows: a file is of one machine, and a chapter of one CPU.
#include "lockstep/files.hpp"
#include "lockstep/formats/ladder_results.hpp"
#include "lockstep/formats/shown_devices.hpp"
#include "lockstep/formats/size_curves.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <set>

using namespace lockstep;
using namespace lockstep::formats;

namespace
{

const std::filesystem::path recorded = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "bench" / "results";

bool is_of_cpu(const ShownDevice& device)
{
    return device.results.origin.platform == "Portable Computing Language";
}

} // namespace

TEST_SUITE_BEGIN("one_machine");

TEST_CASE("all that a CPU's file holds was recorded on one machine")
{
    int compared = 0;
    for (const ShownDevice& device : shown_devices(recorded)) {
        if (!is_of_cpu(device)) continue;
        CAPTURE(device.id);
        const double middle = middle_limit(device.results, "FMA").value();
        for (const LadderResult& ladder : device.results.ladders) {
            CAPTURE(ladder.name);
            CHECK(is_of_same_machine(limits_of(device.results, ladder)->fma_gflops, middle));
            ++compared;
        }
        const auto sizes = find_size_curves(recorded, device.id);
        if (!sizes) continue;
        for (const SizeCurve& curve : sizes->curves)
            if (curve.limit == "FMA") CHECK(is_of_same_machine(curve.at_most, middle));
    }
    CHECK(compared > 20);
}

TEST_CASE("a chapter's ladders and curves are of one CPU")
{
    std::map<std::string, std::set<std::string>> cpus; // by chapter
    for (const ShownDevice& device : shown_devices(recorded)) {
        if (!is_of_cpu(device)) continue;
        for (const LadderResult& ladder : device.results.ladders) cpus[ladder.chapter].insert(device.id);
        const auto sizes = find_size_curves(recorded, device.id);
        if (!sizes) continue;
        for (const SizeCurve& curve : sizes->curves) cpus[curve.chapter].insert(device.id);
    }
    CHECK(cpus.size() > 10);
    for (const auto& [chapter, devices] : cpus) {
        CAPTURE(chapter);
        CHECK(devices.size() == 1);
    }
}
