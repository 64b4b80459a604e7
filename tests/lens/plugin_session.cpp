// The plugin as a whole: launches, samples, several devices, progress, and what it says when it cannot work.
#include "counting/session.hpp"
#include "loader.hpp"
#include "simulator.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <set>

using nlohmann::json;

namespace
{

std::string repeated(const std::string& launch, unsigned times)
{
    std::string text = launch;
    for (unsigned i = 1; i < times; ++i) text += " -- " + launch;
    return text;
}

} // namespace

TEST_SUITE("plugin_session")
{
    TEST_CASE("every launch has its own entry, numbered by kernel")
    {
        const json kernels =
            kernels_of({"access.cl",
                        "words 32 32 buffer:128 buffer:128 -- bytes 32 32 buffer:32 buffer:32 -- "
                        "words 64 32 buffer:256 buffer:256",
                        {"h200"},
                        ""});
        REQUIRE(kernels.size() == 3);
        CHECK(kernels[0]["launch"] == 0);
        CHECK(kernels[1]["launch"] == 0);
        CHECK(kernels[2]["launch"] == 1);
        CHECK(kernels[2]["name"] == "words");
        CHECK(kernels[2]["global_load"]["requests"] == 2);
    }

    TEST_CASE("after 64 launches of a kernel the rest is summed")
    {
        const json kernels =
            kernels_of({"access.cl", repeated("words 32 32 buffer:128 buffer:128", 67), {"h200"}, ""});
        REQUIRE(kernels.size() == 65);
        CHECK(kernels[63]["launches"] == 1);
        CHECK(kernels[64]["launches"] == 3);
        CHECK(kernels[64]["global_load"]["requests"] == 3);
        CHECK(kernels[64]["work_groups"] == 3);
    }

    TEST_CASE("one run is evaluated for several devices")
    {
        const Simulation simulation{
            "access.cl", "words 128 128 buffer:512 buffer:512", {"h200", "mi300x", "arc-a770", "gtx480"}, ""};
        const Outcome outcome = simulate(simulation);
        REQUIRE(outcome.status == 0);
        const json& reports = outcome.json.at("reports");
        REQUIRE(reports.size() == 4);
        CHECK(reports[0]["device"] == "h200");
        CHECK(reports[0]["sub_group_size"] == 32);
        CHECK(reports[0]["kernels"][0]["global_load"]["requests"] == 4);
        CHECK(reports[0]["kernels"][0]["global_load"]["sectors"] == 16);
        CHECK(reports[1]["device"] == "mi300x");
        CHECK(reports[1]["kernels"][0]["global_load"]["requests"] == 2);
        CHECK(reports[1]["kernels"][0]["global_load"]["sectors"] == 8);
        CHECK(reports[2]["kernels"][0]["global_load"]["requests"] == 8);
        CHECK(reports[3]["sector_bytes"] == 128);
        CHECK(reports[3]["store_sector_bytes"] == 32);
        CHECK(reports[2]["line_bytes"] == 64);
        CHECK_FALSE(reports[0].contains("line_bytes"));
        CHECK(reports[3]["kernels"][0]["global_load"]["sectors"] == 4);
        CHECK(reports[3]["kernels"][0]["global_store"]["sectors"] == 16);
        CHECK_FALSE(reports[0].contains("store_sector_bytes"));
        CHECK(outcome.json.at("sources").size() == 1);
    }

    TEST_CASE("a sample of the work-groups is recorded when one is asked for")
    {
        const json kernels = kernels_of(
            {"access.cl", "words 512 32 buffer:2048 buffer:2048", {"h200"}, "LOCKSTEP_LENS_GROUPS=4"});
        CHECK(kernels[0]["work_groups"] == 16);
        CHECK(kernels[0]["sampled_groups"] == 4);
        CHECK(kernels[0]["lines"][0].contains("sample"));
    }

    TEST_CASE("of groups that are alike, a sample's estimate is what all of them count")
    {
        const Simulation all{"control.cl", "unequal_parity 512 32 buffer:2048", {"h200", "mi300x"}, ""};
        for (const char* environment :
             {"LOCKSTEP_LENS_GROUPS=3", "LOCKSTEP_LENS_GROUPS=3 LOCKSTEP_LENS_SKIP_OTHERS=1"})
            for (const std::size_t profile : {0U, 1U}) {
                Simulation part = all;
                part.environment = environment;
                json whole = kernels_of(all, profile).at(0);
                json estimate = kernels_of(part, profile).at(0);
                CHECK(estimate["sampled_groups"] == 3);
                CHECK(estimate["estimated"] == true);
                CHECK_FALSE(estimate.contains("work"));
                CHECK(estimate.value("skipped_groups", 0) == (part.environment.ends_with("=1") ? 13 : 0));
                for (const char* of_a_sample : {"sampled_groups", "skipped_groups", "estimated", "work"}) {
                    whole.erase(of_a_sample);
                    estimate.erase(of_a_sample);
                }
                // Each draws a request of its first counted group.
                for (json* kernel : {&whole, &estimate})
                    for (json& line : kernel->at("lines")) line.erase("sample");
                CHECK(estimate == whole);
            }
    }

    TEST_CASE("a launch without fewer groups than all is no estimate")
    {
        const json kernel = kernels_of({"access.cl",
                                        "words 512 32 buffer:2048 buffer:2048",
                                        {"h200"},
                                        "LOCKSTEP_LENS_GROUPS=16 LOCKSTEP_LENS_SKIP_OTHERS=1"})
                                .at(0);
        CHECK_FALSE(kernel.contains("estimated"));
        CHECK_FALSE(kernel.contains("skipped_groups"));
        CHECK(kernel.contains("work"));
    }

    TEST_CASE("groups that are not counted are run, unless they are to be skipped")
    {
        // The buffers end behind the first group's part: each work-item of another that runs reads beyond it.
        const auto strays = [](const std::string& environment) {
            const std::string errors =
                simulate({"access.cl", "words 512 32 buffer:128 buffer:128", {"h200"}, environment}).errors;
            std::size_t found = 0;
            for (std::size_t at = errors.find("Invalid read"); at != std::string::npos;
                 at = errors.find("Invalid read", at + 1))
                ++found;
            return found;
        };
        CHECK(strays("") == 15 * 32);
        CHECK(strays("LOCKSTEP_LENS_GROUPS=2") == 15 * 32);
        const std::size_t skipped = strays("LOCKSTEP_LENS_GROUPS=2 LOCKSTEP_LENS_SKIP_OTHERS=1");
        CHECK(skipped >= 32);
        CHECK(skipped <= 2 * 32);
    }

    TEST_CASE("launches beyond those that are kept are scaled each by itself")
    {
        // Of the launches after the 64th, one is counted whole and one from 4 of its 16 groups.
        std::string launches;
        for (int i = 0; i < 65; ++i) launches += "words 128 32 buffer:2048 buffer:2048 -- ";
        const json kernels = kernels_of({"access.cl",
                                         launches + "words 512 32 buffer:2048 buffer:2048",
                                         {"h200"},
                                         "LOCKSTEP_LENS_GROUPS=4"});
        REQUIRE(kernels.size() == 65);
        CHECK(kernels[64]["launches"] == 2);
        CHECK(kernels[64]["sampled_groups"] == 8);
        CHECK(kernels[64]["global_load"]["requests"] == 4 + 16);
    }

    TEST_CASE("sampled groups are not all of one column")
    {
        // 16 of 64 rows of 16 columns: groups 15, 31, 47 ... would be the last column alone, which may be ragged.
        std::set<std::size_t> columns;
        for (std::size_t i = 0; i < 64 * 16; ++i)
            if (lockstep::lens::LaunchRecord::is_sampled(i, 64 * 16, 64)) columns.insert(i % 16);
        CHECK(columns.size() > 8);
    }

    TEST_CASE("sampled groups are as many as wanted, and evenly spread")
    {
        using lockstep::lens::LaunchRecord;
        for (const std::size_t count : {1U, 7U, 16U, 1000U})
            for (const std::size_t wanted : {1U, 3U, 7U, 16U, 2000U}) {
                std::size_t sampled = 0;
                std::size_t last = 0;
                std::size_t widest = 0;
                for (std::size_t i = 0; i < count; ++i) {
                    if (!LaunchRecord::is_sampled(i, count, wanted)) continue;
                    widest = std::max(widest, i - last);
                    last = i;
                    ++sampled;
                }
                CHECK(sampled == std::min(count, wanted));
                CHECK(widest < 2 * ((count + wanted - 1) / wanted));
            }
        CHECK(LaunchRecord::is_sampled(5, 10, 0));
    }

    TEST_CASE("progress is written while a kernel runs")
    {
        const lockstep::ScratchFolder scratch;
        const auto file = scratch.path() / "progress.json";
        kernels_of({"access.cl",
                    "words 512 32 buffer:2048 buffer:2048",
                    {"h200"},
                    "LOCKSTEP_LENS_PROGRESS=" + file.string()});
        std::ifstream stream{file};
        const json progress = json::parse(stream);
        CHECK(progress["kernel"] == "words");
        CHECK(progress["launch"] == 0);
        CHECK(progress["groups"] == 16);
        CHECK(progress["groups_done"] >= 1);
        CHECK(progress["seconds"] >= 0.0);
    }

    TEST_CASE("a program that launches nothing has an empty report")
    {
        CHECK(kernels_of({"access.cl", "", {"h200"}, ""}).empty());
    }

    TEST_CASE("without a profile the program runs on, and the output says why nothing is counted")
    {
        const Outcome outcome = simulate({"access.cl", "words 32 32 buffer:128 buffer:128", {"no-such"}, ""});
        CHECK(outcome.status == 0);
        CHECK(outcome.errors.find("no-such") != std::string::npos);
        CHECK(outcome.json.at("version") == 3);
        CHECK(outcome.json.at("error").get<std::string>().find("no-such") != std::string::npos);
        CHECK_FALSE(outcome.json.contains("reports"));
    }

    TEST_CASE("only the versions of Oclgrind whose interface is known are taken")
    {
        using namespace lockstep::lens;
        CHECK(version_in("liboclgrind-21.10.so") == "21.10");
        CHECK(version_in("OpenCL 3.0 (Oclgrind 26.03.1)") == "26.03.1");
        CHECK(version_in("liboclgrind.so") == "");
        CHECK(version_in("OpenCL 3.0 PoCL 3.1") == "");
        CHECK(is_known_version("21.10"));
        CHECK(is_known_version("26.03.1"));
        CHECK_FALSE(is_known_version("21.1"));
        CHECK_FALSE(is_known_version("21.101"));
        CHECK_FALSE(is_known_version("18.3"));
        CHECK_FALSE(is_known_version(""));
    }

    TEST_CASE("a process without Oclgrind is refused, with the versions that would do")
    {
        CHECK(lockstep::lens::why_not_here().find("built for Oclgrind 21.10 and 26.03") != std::string::npos);
    }
}
