// What programs that know nothing of the lens are told of their device, and which group sizes they get.
#include "foreign.hpp"

#include <doctest/doctest.h>

namespace
{

bool tells(const ForeignRun& run, const std::string& line)
{
    return run.told.find("\n" + line + "\n") != std::string::npos || run.told.starts_with(line + "\n");
}

} // namespace

TEST_SUITE("foreign_device")
{
    TEST_CASE("a program sees a GPU and nothing else, of the profile's sizes")
    {
        const ForeignRun run = under_lens("queries");
        CAPTURE(run.told);
        CHECK(run.status == 0);
        for (const char* line :
             {"devices of type 2: 0", "devices of type 8: 0", "devices of type 4: 1", "context of a CPU: -1",
              "type 4", "units 132", "group 1024", "items 1024", "local 49152", "global 4294967296",
              "buffer 1073741824", "cache 62914560", "kernel's group 1024", "multiple 32",
              "name Oclgrind Simulator", "vendor Oclgrind"})
            CHECK_MESSAGE(tells(run, line), line);
    }

    TEST_CASE("another device is another GPU, and the first of several is the one that is seen")
    {
        const ForeignRun run = under_lens("queries", "--device hd5870 --device mi300x");
        CAPTURE(run.told);
        for (const char* line : {"units 20", "group 256", "local 32768", "kernel's group 256", "multiple 64"})
            CHECK_MESSAGE(tells(run, line), line);
    }

    TEST_CASE("a program is told of less global memory where that is asked for")
    {
        const ForeignRun run = under_lens("queries", "--memory 16MiB");
        CAPTURE(run.told);
        CHECK(run.status == 0);
        CHECK(tells(run, "global 16777216"));
        CHECK(tells(run, "buffer 4194304"));
        CHECK(under_lens("queries", "--memory 5GiB").status == 2); // more than there is
    }

    TEST_CASE("the names of GPU and vendor are told where they are asked for")
    {
        const ForeignRun run = under_lens("queries", "--as-vendor --device mi300x");
        CAPTURE(run.told);
        CHECK(tells(run, "name AMD Instinct MI300X"));
        CHECK(tells(run, "vendor Advanced Micro Devices, Inc."));
    }

    TEST_CASE("an open group size is the largest that divides, and is told as chosen for its launch alone")
    {
        const ForeignRun run = under_lens("group_sizes");
        CAPTURE(run.told);
        REQUIRE(run.status == 0);
        const auto launches = run.of("fill");
        REQUIRE(launches.size() == 6);
        const std::vector<nlohmann::json> sizes{{256, 1, 1},  {64, 1, 1}, {1009, 1, 1},
                                                {1009, 1, 1}, {1, 1, 1},  {48, 5, 1}};
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            CHECK(launches[i]["local_size"] == sizes[i]);
            CHECK(launches[i].value("local_size_chosen", false) == (i != 1));
            CHECK(launches[i].contains("remarks") == (i == 4));
        }
    }
}
