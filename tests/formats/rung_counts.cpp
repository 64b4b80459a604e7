// What the lens counts in a ladder's rungs.
#include "lockstep/formats/rung_counts.hpp"

#include "lockstep/files.hpp"
#include "refusal.hpp"

#include <doctest/doctest.h>

using namespace lockstep::formats;

namespace
{

/// A file with one rung, of which a part is given.
std::string with(const std::string& part)
{
    return R"({"device": "h200", "rungs": [{"name": "naive", "launches": 1, "work_groups": 2, "instructions": 3, )" +
           part + "}]}";
}

} // namespace

TEST_SUITE("rung_counts")
{
    TEST_CASE("every recorded ladder is read and written again byte for byte")
    {
        unsigned ladders = 0;
        for (const auto& file : lockstep::sorted_entries(LOCKSTEP_SOURCE_DIR "/bench/results")) {
            if (!file.filename().string().starts_with("lens-")) continue;
            ++ladders;
            INFO(file.string());
            CHECK(text_of(read_ladder_counts(file)) == lockstep::read_text(file));
        }
        CHECK(ladders >= 5);
    }

    TEST_CASE("a rung is found by its name")
    {
        const LadderCounts counts =
            read_ladder_counts(LOCKSTEP_SOURCE_DIR "/bench/results/lens-transpose.json");
        REQUIRE(counts.find("tiled") != nullptr);
        CHECK(counts.find("tiled")->local_load.conflicts == 15872);
        CHECK(counts.find("tiled")->atomics.requests == 0);
        CHECK(counts.find("sideways") == nullptr);
    }

    TEST_CASE("a rung that reads images says so, and one that does not is silent")
    {
        RungCounts rung;
        rung.name = "filtered";
        LadderCounts counts{.device = "h200", .rungs = {rung}};
        CHECK(text_of(counts).find("image") == std::string::npos);
        counts.rungs[0].image_read = {.requests = 2, .bytes = 1024, .distinct_bytes = 528};
        CHECK(ladder_counts_of(JsonReader::parse(text_of(counts), "text", "")) == counts);
    }

    TEST_CASE("what another release of Oclgrind counts is held equal but for the instructions")
    {
        RungCounts rung;
        rung.name = "naive";
        rung.instructions = 30;
        rung.simd_efficiency = 0.5;
        rung.global_load = {.requests = 2, .sectors = 8, .ideal_sectors = 8, .bytes = 256};
        const LadderCounts recorded{.device = "h200", .rungs = {rung}};
        CHECK(to_record(recorded, "21.10", recorded) == recorded);
        CHECK(to_record(recorded, "26.03", recorded) == recorded);

        LadderCounts here = recorded;
        here.rungs[0].instructions = 28;
        here.rungs[0].simd_efficiency = 0.25;
        CHECK(to_record(here, "26.03", recorded) == recorded);
        CHECK(to_record(here, "21.10", recorded) == here);

        here.rungs[0].global_load.sectors = 9;
        CHECK(to_record(here, "26.03", recorded) != recorded);
        here.rungs[0].name = "new";
        CHECK(to_record(here, "26.03", recorded) == here);
    }

    TEST_CASE("what is missing or cannot be is named")
    {
        const auto refusal = [](const std::string& part) { return refusal_of(with(part), ladder_counts_of); };
        CHECK(refusal(R"("simd_efficiency": 1.0)") == "FILE: \"rungs[0].local_bytes\" is missing. | REMEDY");
        for (const char* value : {"-1", "1.5", "4096.0"})
            CHECK(refusal(std::string(R"("simd_efficiency": 1.0, "local_bytes": )") + value) ==
                  "FILE: \"rungs[0].local_bytes\" must be a whole number that is not negative. | REMEDY");
        CHECK(refusal(R"("simd_efficiency": 1.0, "local_bytes": 0, "atomics": {"requests": 1})") ==
              "FILE: \"rungs[0].atomics.lanes\" is missing. | REMEDY");
        CHECK(refusal_of("{", ladder_counts_of).starts_with("FILE is not JSON: "));
        CHECK_THROWS_AS(read_ladder_counts("/nowhere/lens-none.json"), lockstep::Failure);
    }
}
