// The counts of memory accesses, for kernels whose figures were worked out by hand or measured.
#include "simulator.hpp"

#include <doctest/doctest.h>

using nlohmann::json;

namespace
{

/// Of {"requests", "sectors" or "wavefronts"}.
json cost(const json& entry)
{
    return {entry.at("requests"), entry.contains("sectors") ? entry.at("sectors") : entry.at("wavefronts")};
}

json cost(std::uint64_t requests, std::uint64_t cost)
{
    return {requests, cost};
}

} // namespace

TEST_SUITE("plugin")
{
    TEST_CASE("three transposes of 64 x 64 cost what an H200's counters showed")
    {
        // Nsight Compute on an NVIDIA H200, see lens/validation.
        const std::string rest = " 64x16 32x8 buffer:16384 buffer:16384 int:64";
        const json kernels = kernels_of(
            {"transpose.cl", "naive" + rest + " -- tiled" + rest + " -- padded" + rest, {"h200"}, ""});
        REQUIRE(kernels.size() == 3);
        const json& naive = kernels[0];
        CHECK(cost(naive["global_load"]) == cost(128, 512));
        CHECK(cost(naive["global_store"]) == cost(128, 4096));
        CHECK(naive["global_store"]["efficiency"] == 0.125);
        const json& tiled = kernels[1];
        CHECK(cost(tiled["global_store"]) == cost(128, 512));
        CHECK(cost(tiled["local_load"]) == cost(128, 4096));
        CHECK(tiled["local_load"]["conflicts"] == 3968);
        CHECK(cost(tiled["local_store"]) == cost(128, 128));
        CHECK(tiled["local_bytes"] == 4096);
        const json& padded = kernels[2];
        CHECK(cost(padded["local_load"]) == cost(128, 128));
        CHECK(cost(padded["local_store"]) == cost(128, 128));
        CHECK(padded["local_load"]["conflicts"] == 0);
        for (const json& kernel : kernels) {
            CHECK(kernel["work_groups"] == 4);
            CHECK(kernel["sampled_groups"] == 4);
            CHECK(kernel["global_size"] == json{64, 16, 1});
            CHECK(kernel["local_size"] == json{32, 8, 1});
            CHECK(kernel["simd_efficiency"] == 1.0);
            CHECK(kernel["truncated"] == false);
        }
    }

    TEST_CASE("an access is counted at its source line, with a request to draw")
    {
        const json kernel = kernel_of("transpose.cl", "naive 64x16 32x8 buffer:16384 buffer:16384 int:64");
        const json store = line_of(kernel, "target[x * n + y]", "global", "store");
        CHECK(store["line"] == 7);
        CHECK(store["source"] == "target[x * n + y] = source[y * n + x];");
        CHECK(cost(store) == cost(128, 4096));
        const json& sample = store["sample"];
        CHECK(sample["group"] == json{0, 0, 0});
        CHECK(sample["bytes"] == 4);
        CHECK(sample["base"].get<std::uint64_t>() % 128 == 0);
        REQUIRE(sample["lanes"].size() == 32);
        CHECK(sample["lanes"][0] == json{0, 0});
        CHECK(sample["lanes"][31] == json{31, 31 * 256});
    }

    TEST_CASE("the width of an element decides how many sectors a request has")
    {
        const json kernels = kernels_of({"access.cl",
                                         "bytes 32 32 buffer:32 buffer:32 -- "
                                         "words 32 32 buffer:128 buffer:128 -- "
                                         "longs 32 32 buffer:256 buffer:256 -- "
                                         "quads 32 32 buffer:512 buffer:512",
                                         {"h200"},
                                         ""});
        CHECK(cost(kernels[0]["global_load"]) == cost(1, 1));
        CHECK(cost(kernels[1]["global_load"]) == cost(1, 4));
        CHECK(cost(kernels[2]["global_load"]) == cost(1, 8));
        CHECK(cost(kernels[3]["global_load"]) == cost(1, 16));
        for (const json& kernel : kernels) CHECK(kernel["global_store"]["efficiency"] == 1.0);
    }

    TEST_CASE("a work-item's 64 bytes take four requests of 16")
    {
        const json kernel = kernel_of("access.cl", "sixteens 32 32 buffer:2048 buffer:2048");
        CHECK(cost(kernel["global_load"]) == cost(4, 128));
        CHECK(kernel["global_load"]["efficiency"] == 0.5);
        CHECK(kernel["global_load"]["bytes"] == 2048);
    }

    TEST_CASE("offset, stride and structure size waste sectors")
    {
        const json kernels = kernels_of({"access.cl",
                                         "shifted 32 32 buffer:256 buffer:128 int:3 -- "
                                         "strided 32 32 buffer:1024 buffer:128 int:8 -- "
                                         "first_of_points 32 32 buffer:384 buffer:128",
                                         {"h200"},
                                         ""});
        CHECK(cost(kernels[0]["global_load"]) == cost(1, 5));
        CHECK(cost(kernels[1]["global_load"]) == cost(1, 32));
        CHECK(cost(kernels[2]["global_load"]) == cost(1, 12));
    }

    TEST_CASE("sub-groups are consecutive work-items, x fastest, in two and three dimensions")
    {
        // Rows are 64 elements apart: a sub-group of 32 has four rows of eight, or eight rows of four.
        const json square = kernel_of("access.cl", "square 8x8 8x8 buffer:2048 buffer:2048");
        CHECK(cost(square["global_load"]) == cost(2, 8));
        const json cube = kernel_of("access.cl", "cube 4x4x4 4x4x4 buffer:65536 buffer:65536");
        CHECK(cost(cube["global_load"]) == cost(2, 16));
        CHECK(cube["local_size"] == json{4, 4, 4});
    }

    TEST_CASE("the last sub-group of a group may have fewer work-items")
    {
        const json kernel = kernel_of("access.cl", "words 40 40 buffer:160 buffer:160");
        CHECK(cost(kernel["global_load"]) == cost(2, 5));
        CHECK(kernel["global_load"]["bytes"] == 160);
        CHECK(kernel["simd_efficiency"].get<double>() == doctest::Approx(40.0 / 64));
    }

    TEST_CASE("constant memory is not counted")
    {
        const json kernel = kernel_of("access.cl", "from_constant 32 32 buffer:128 buffer:128");
        CHECK(cost(kernel["global_load"]) == cost(0, 0));
        CHECK(cost(kernel["global_store"]) == cost(1, 4));
    }

    TEST_CASE("atomics count the work-items that hit the address of another one")
    {
        const json counts = kernel_of("access.cl", "counts 64 64 buffer:16");
        CHECK(counts["atomics"] ==
              json{{"requests", 2}, {"lanes", 64}, {"same_address", 56}, {"conflicts", 0}});
        CHECK(cost(counts["global_load"]) == cost(0, 0));
        CHECK(cost(counts["global_store"]) == cost(0, 0));
        const json line = line_of(counts, "atomic_inc", "global", "atomic");
        CHECK(line["requests"] == 2);
        CHECK(line["sectors"] == 2);
        const json own = kernel_of("access.cl", "local_counts 64 64 buffer:16");
        CHECK(own["atomics"] == json{{"requests", 2}, {"lanes", 64}, {"same_address", 56}, {"conflicts", 0}});
        CHECK(line_of(own, "atomic_add", "local", "atomic")["same_address"] == 56);
    }

    TEST_CASE("local memory is the kernel's own arrays and its arguments")
    {
        // reverse_more begins like reverse: its array is not one of reverse's.
        const json kernels =
            kernels_of({"access.cl",
                        "reverse 64 64 buffer:256 local:256 -- reverse_more 64 64 buffer:256",
                        {"h200"},
                        ""});
        CHECK(kernels[0]["local_bytes"] == 256 + 128);
        CHECK(kernels[1]["local_bytes"] == 1024);
        CHECK(cost(kernels[0]["local_load"]) == cost(4, 4));
    }

    TEST_CASE("a stride of 32 words puts a sub-group on one bank, 33 on all of them")
    {
        const json kernels = kernels_of({"access.cl",
                                         "banks 32 32 buffer:128 local:8192 int:1 -- "
                                         "banks 32 32 buffer:128 local:8192 int:2 -- "
                                         "banks 32 32 buffer:128 local:8192 int:32 -- "
                                         "banks 32 32 buffer:128 local:8192 int:33 -- "
                                         "banks 32 32 buffer:128 local:8192 int:0",
                                         {"h200"},
                                         ""});
        const std::vector<unsigned> expected{1, 2, 32, 1, 1};
        for (std::size_t i = 0; i < expected.size(); ++i)
            CHECK(kernels[i]["local_load"]["wavefronts"] == expected[i]);
    }

    TEST_CASE("the sub-groups of a group share an asynchronous copy, word by word")
    {
        const json kernel = kernel_of("access.cl", "copies 64 64 buffer:1024 buffer:512");
        const std::string copy = "event_t event = async_work_group_copy";
        CHECK(cost(line_of(kernel, copy, "global", "load")) == cost(8, 32));
        CHECK(cost(line_of(kernel, copy, "local", "store")) == cost(8, 8));
        const std::string strided = "async_work_group_strided_copy";
        CHECK(cost(line_of(kernel, strided, "local", "load")) == cost(2, 2));
        CHECK(cost(line_of(kernel, strided, "global", "store")) == cost(2, 16));
    }
}
