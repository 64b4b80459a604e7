// Programs that reach the lens in their own ways: over host threads, by a library that they open themselves, and while
// they end.
#include "foreign.hpp"

#include <doctest/doctest.h>

#include <algorithm>

TEST_SUITE("foreign_process")
{
    TEST_CASE("launches of several host threads at once are counted each by itself")
    {
        const ForeignRun run = under_lens("host_threads");
        CAPTURE(run.told);
        CHECK(run.status == 0);
        CHECK(run.told.find("wrong result") == std::string::npos);
        for (unsigned number = 0; number < 4; ++number) {
            const auto launches = run.of("strided" + std::to_string(number));
            REQUIRE(launches.size() == 12);
            for (const nlohmann::json& launch : launches) {
                CHECK(launch["work_groups"] == 4);
                CHECK(launch["sampled_groups"] == 4);
                CHECK(launch["global_store"]["requests"] == 8);
                CHECK(launch["global_store"]["sectors"] == 8U * std::min(4U << number, 32U));
            }
        }
    }

    TEST_CASE("a program that opens the OpenCL library at run time is counted, whatever name it opens")
    {
        for (const char* name :
             {"libOpenCL.so.1", "libOpenCL.so", "/usr/lib/x86_64-linux-gnu/libOpenCL.so.1"}) {
            const ForeignRun run = under_lens(std::string{"opened "} + name);
            CAPTURE(run.told);
            CHECK(run.status == 0);
            REQUIRE(run.kernels().size() == 1);
            CHECK(run.kernels()[0]["local_size"] == nlohmann::json{256, 1, 1});
            CHECK(run.kernels()[0]["global_store"]["sectors"] == 128);
        }
    }

    TEST_CASE("every process of a program is counted, once")
    {
        const ForeignRun run = under_lens("processes");
        CAPTURE(run.told);
        CHECK(run.status == 0);
        CHECK(run.of("parent").size() == 2);
        CHECK(run.of("forked").size() == 1);
        CHECK(run.of("started").size() == 1);
        for (const nlohmann::json& kernel : run.kernels()) CHECK(kernel["global_store"]["sectors"] == 8);
    }

    TEST_CASE("a program that is interrupted is reported on up to there")
    {
        const ForeignRun run = under_lens("processes waiting");
        CAPTURE(run.told);
        CHECK(run.status == 130);
        CHECK(run.of("waiting").size() == 1);
        CHECK(run.told.find("Interrupted; this is what was counted") != std::string::npos);
    }

    TEST_CASE("objects that static destructors use and release are no crash, and what they launch is counted")
    {
        const ForeignRun run = under_lens("static_release");
        CAPTURE(run.told);
        CHECK(run.status == 0);
        CHECK(run.of("fill").size() == 2);
    }
}
