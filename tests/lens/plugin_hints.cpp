// What the plugin counts for hints: columns, vectors that are taken apart, ifs without an else, and work done alone.
#include "simulator.hpp"

#include <doctest/doctest.h>

using nlohmann::json;

namespace
{

// The lines of a kernel with that access, in the order of the report.
std::vector<json> accesses_of(const json& kernel, const std::string& access)
{
    std::vector<json> lines;
    for (const json& line : kernel.at("lines"))
        if (line.at("access") == access) lines.push_back(line);
    return lines;
}

} // namespace

TEST_SUITE("plugin_hints")
{
    TEST_CASE("two loads of a statement are counted apart, each at its column")
    {
        const json kernel = kernel_of("hints.cl", "two_loads 64 64 buffer:8192 buffer:256 int:32");
        const std::vector<json> loads = accesses_of(kernel, "load");
        REQUIRE(loads.size() == 2);
        CHECK(loads[0].at("line") == 6);
        CHECK(loads[0].at("column") == 13);
        CHECK(loads[0].at("sectors") == 64);
        CHECK(loads[1].at("line") == 6);
        CHECK(loads[1].at("column") == 32);
        CHECK(loads[1].at("sectors") == 8);
        CHECK(kernel.at("global_load").at("sectors") == 72);
    }

    TEST_CASE("a vector that the simulator's compiler reads in parts is told as one, or as its parts")
    {
        const json two = kernel_of("hints.cl", "two_components 64 64 buffer:1024 buffer:256");
        REQUIRE(accesses_of(two, "load").size() == 2);
        for (const json& load : accesses_of(two, "load")) {
            CHECK(load.at("vector") == json{{"elements", 4}, {"counted", "in parts"}});
            CHECK(load.at("requests") == 2);
        }
        const json four = kernel_of("hints.cl", "four_components 64 64 buffer:1024 buffer:256");
        REQUIRE(accesses_of(four, "load").size() == 1);
        CHECK(accesses_of(four, "load")[0].at("vector") == json{{"elements", 4}, {"counted", "as one"}});
        CHECK(accesses_of(four, "load")[0].at("requests") == 2);
        CHECK_FALSE(accesses_of(four, "store")[0].contains("vector"));
    }

    TEST_CASE("vload is counted one by one, and said to be")
    {
        const json kernel = kernel_of("hints.cl", "four_words 64 64 buffer:1024 buffer:256");
        REQUIRE(accesses_of(kernel, "load").size() == 1);
        CHECK(accesses_of(kernel, "load")[0].at("vector") ==
              json{{"elements", 4}, {"counted", "one by one"}});
        CHECK(accesses_of(kernel, "load")[0].at("requests") == 8);
    }

    TEST_CASE("an if without an else is told from one with, and from a loop")
    {
        const json guarded =
            control_of(kernel_of("control.cl", "guarded 64 64 buffer:256 int:20"), "if (i >= n)");
        CHECK(guarded.at("divergent") == 1);
        CHECK(guarded.at("skips") == 1);
        const json odd_even =
            control_of(kernel_of("control.cl", "odd_even 64 64 buffer:256"), "if (get_local_id(0) % 2)");
        CHECK(odd_even.at("divergent") == 2);
        CHECK_FALSE(odd_even.contains("skips"));
        const json loop = control_of(kernel_of("control.cl", "leaves_early 32 32 buffer:256 buffer:256"),
                                     "for (int i = 0; i < 64; ++i)");
        CHECK(loop.at("loop_exits") == loop.at("divergent"));
        CHECK_FALSE(loop.contains("skips"));
    }

    TEST_CASE("instructions that one work-item does alone are counted as such, and those of a whole "
              "sub-group are not")
    {
        const json kernel = kernel_of("hints.cl", "adds_alone 128 64 buffer:4096 buffer:256 int:100");
        const json loop = control_of(kernel, "sum += from[i]");
        CHECK(loop.at("alone") == loop.at("instructions"));
        CHECK(loop.at("instructions").get<int>() >= 2 * 100);
        const json together = kernel_of("hints.cl", "two_loads 64 64 buffer:8192 buffer:256 int:32");
        for (const json& line : together.at("control")) CHECK_FALSE(line.contains("alone"));
    }
}
