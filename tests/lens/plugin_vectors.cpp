// The counts of vectors that Oclgrind or its LLVM takes apart: a GPU loads and stores them whole.
#include "simulator.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

using nlohmann::json;

namespace
{

struct Kernel
{
    std::string name;
    std::string parameters;
    std::string body; ///< of work-item i
};

/// What a group of 32 asks of one memory: requests, their sectors or wavefronts, and bytes.
struct Cost
{
    std::uint64_t requests;
    std::uint64_t cost;
    std::uint64_t bytes;

    bool operator==(const Cost&) const = default;
};

doctest::String toString(const Cost& cost)
{
    const std::string text = std::to_string(cost.requests) + " requests, " + std::to_string(cost.cost) +
                             " sectors or wavefronts, " + std::to_string(cost.bytes) + " bytes";
    return text.c_str();
}

/// Runs each kernel with one group of 32 and a zeroed buffer of 4096 bytes for each parameter.
std::vector<json> counted(const std::vector<Kernel>& kernels)
{
    const lockstep::ScratchFolder scratch;
    const std::filesystem::path file = scratch.path() / "vectors.cl";
    std::ofstream stream{file};
    std::string launches;
    for (const Kernel& kernel : kernels) {
        stream << "kernel void " << kernel.name << "(" << kernel.parameters << ")\n{\n"
               << "    const int i = get_global_id(0);\n    " << kernel.body << "\n}\n";
        launches += (launches.empty() ? "" : " -- ") + kernel.name + " 32 32 buffer:4096";
        for (const char letter : kernel.parameters)
            if (letter == ',') launches += " buffer:4096";
    }
    stream.close();
    const std::string path = std::filesystem::relative(file, LENS_KERNELS).string();
    const json entries = kernels_of({path, launches, {"h200"}, ""});
    REQUIRE(entries.size() == kernels.size());
    return {entries.begin(), entries.end()};
}

Cost cost(const json& kernel, std::string_view memory)
{
    const json& counts = kernel.at(std::string{memory});
    const json& passes = counts.at(memory.starts_with("global") ? "sectors" : "wavefronts");
    return {counts.at("requests"), passes, counts.at("bytes")};
}

Kernel loads(const std::string& name, const std::string& type, const std::string& value)
{
    return {name, "global const " + type + "* from, global float* to",
            "const " + type + " v = from[i]; to[i] = " + value + ";"};
}

} // namespace

TEST_SUITE("plugin_vectors")
{
    TEST_CASE("a vector made of components is stored in one request of its size")
    {
        const auto kernels = counted({
            {"four", "global float* from, global float4* to",
             "const float a = from[i]; to[i] = (float4)(a, a + 1, a + 2, a + 3);"},
            {"two", "global float* from, global float2* to",
             "const float a = from[i]; to[i] = (float2)(a, a + 1);"},
            {"three", "global float* from, global float3* to",
             "const float a = from[i]; to[i] = (float3)(a, a + 1, a + 2);"},
            {"eight", "global float* from, global float8* to",
             "const float a = from[i]; to[i] = (float8)(a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6, a + "
             "7);"},
            {"bytes", "global uchar* from, global uchar4* to",
             "const uchar a = from[i]; to[i] = (uchar4)(a, a + 1, a + 2, a + 3);"},
            {"first", "global float* from, global float4* to",
             "const float a = from[i]; *to = (float4)(a, a + 1, a + 2, a + 3);"},
        });
        CHECK(cost(kernels[0], "global_store") == Cost{1, 16, 512});
        CHECK(kernels[0]["global_store"]["efficiency"] == 1.0);
        CHECK(cost(kernels[1], "global_store") == Cost{1, 8, 256});
        CHECK(cost(kernels[2], "global_store") == Cost{1, 16, 512});
        CHECK(cost(kernels[3], "global_store") == Cost{2, 64, 1024});
        CHECK(cost(kernels[4], "global_store") == Cost{1, 4, 128});
        CHECK(cost(kernels[5], "global_store") == Cost{1, 1, 512});
        const json sample = line_of(kernels[0], "to[i] =", "global", "store")["sample"];
        CHECK(sample["bytes"] == 16);
        CHECK(sample["lanes"][31] == json{31, 31 * 16});
    }

    TEST_CASE("a made vector in local memory, or in a structure, is stored in one request too")
    {
        const auto kernels = counted({
            {"in_local", "global float* from, global float4* to",
             "local float4 tile[32]; const float a = from[i]; tile[i] = (float4)(a, a + 1, a + 2, a + 3);\n"
             "    barrier(CLK_LOCAL_MEM_FENCE);\n    to[i] = tile[31 - i];"},
            {"in_structure", "global float* from, global struct { float4 place; float4 speed; }* to",
             "const float a = from[i]; to[i].speed = (float4)(a, a + 1, a + 2, a + 3);"},
        });
        CHECK(cost(kernels[0], "local_store") == Cost{1, 4, 512});
        CHECK(cost(kernels[0], "local_load") == Cost{1, 4, 512});
        CHECK(cost(kernels[1], "global_store") == Cost{1, 32, 512});
    }

    TEST_CASE("each of the vectors that one line stores is counted, and so is a component stored alone")
    {
        const auto kernels = counted({
            {"two_vectors", "global float* from, global float4* to, global float4* other",
             "const float a = from[i]; to[i] = (float4)(a, a + 1, a + 2, a + 3); "
             "other[i] = (float4)(a, 2 * a, 3 * a, 4 * a);"},
            {"one_component", "global float* from, global float4* to", "to[i].z = from[i];"},
        });
        CHECK(cost(kernels[0], "global_store") == Cost{2, 32, 1024});
        CHECK(cost(kernels[1], "global_store") == Cost{1, 16, 128});
    }

    TEST_CASE("components of a vector are loaded together as an H200 does")
    {
        // Nsight Compute and SASS on an NVIDIA H200, see lens/validation: load_*_components.
        const auto kernels = counted({
            loads("x", "float4", "v.x"),
            loads("xw", "float4", "v.x + 3 * v.w"),
            loads("yz", "float4", "v.y + 3 * v.z"),
            loads("xy", "float4", "v.x + 3 * v.y"),
            loads("yzw", "float4", "v.y + 3 * v.z + 5 * v.w"),
            loads("xyzw", "float4", "v.x + 3 * v.y + 5 * v.z + 7 * v.w"),
            loads("triple", "float3", "v.x + 3 * v.y + 5 * v.z"),
        });
        CHECK(cost(kernels[0], "global_load") == Cost{1, 16, 128});
        CHECK(cost(kernels[1], "global_load") == Cost{2, 32, 256});
        CHECK(cost(kernels[2], "global_load") == Cost{2, 32, 256});
        CHECK(cost(kernels[3], "global_load") == Cost{1, 16, 256});
        CHECK(cost(kernels[4], "global_load") == Cost{1, 16, 512});
        CHECK(cost(kernels[5], "global_load") == Cost{1, 16, 512});
        CHECK(cost(kernels[6], "global_load") == Cost{1, 16, 512});
        const json sample = line_of(kernels[4], "= v.y", "global", "load")["sample"];
        CHECK(sample["bytes"] == 16);
        CHECK(sample["lanes"][0] == json{0, 0});
        CHECK(sample["lanes"][31] == json{31, 31 * 16});
    }

    TEST_CASE("of other vectors, 16 bytes of which all components are used are loaded together")
    {
        const auto kernels = counted({
            loads("two", "float2", "v.x + 3 * v.y"),
            loads("longs", "ulong2", "v.x + 3 * v.y"),
            loads("bytes", "uchar4", "v.x + 3 * v.y + 5 * v.z + 7 * v.w"),
            loads("some_bytes", "uchar4", "v.x + 3 * v.y + 5 * v.z"),
            loads("half_of_eight", "float8", "v.s4 + 3 * v.s5 + 5 * v.s6 + 7 * v.s7"),
            loads("two_of_eight", "float8", "v.s0 + 3 * v.s1"),
        });
        CHECK(cost(kernels[0], "global_load") == Cost{1, 8, 256});
        CHECK(cost(kernels[1], "global_load") == Cost{1, 16, 512});
        CHECK(cost(kernels[2], "global_load") == Cost{1, 4, 128});
        CHECK(cost(kernels[3], "global_load") == Cost{3, 12, 96});
        CHECK(cost(kernels[4], "global_load") == Cost{1, 32, 512});
        CHECK(cost(kernels[5], "global_load") == Cost{2, 64, 256});
    }

    TEST_CASE("components are found wherever the vector lies")
    {
        const auto kernels = counted({
            {"member", "global const struct { float4 place; float4 speed; }* from, global float* to",
             "to[i] = from[i].speed.x + from[i].speed.y + from[i].speed.z + from[i].place.x;"},
            {"neighbour", "global const float4* from, global float* to",
             "to[i] = from[i].x + from[i + 1].x + from[i + 1].y;"},
            {"same_for_all", "global const float4* from, global float* to",
             "to[i] = from[3].w + from[4].x + from[4].y;"},
            {"index_used_once", "global const float4* from, global float* to",
             "const float4 v = from[(int)get_local_id(0)]; to[i] = v.x + 3 * v.y + 5 * v.z;"},
            {"pair_for_all", "global const float2* from, global float* to", "to[i] = from->x + 3 * from->y;"},
        });
        CHECK(cost(kernels[0], "global_load") == Cost{2, 64, 640});
        CHECK(cost(kernels[1], "global_load") == Cost{2, 33, 384});
        CHECK(cost(kernels[2], "global_load").requests == 2);
        CHECK(cost(kernels[3], "global_load") == Cost{1, 16, 512});
        CHECK(cost(kernels[4], "global_load").requests == 1);
    }

    TEST_CASE("the vector at a pointer that is cast after it was computed is loaded whole, wherever it lies")
    {
        const std::string floats = "global const float* from, global float* to";
        const std::string sum = "to[i] = v.x + 3 * v.y + 5 * v.z + 7 * v.w;";
        const auto kernels = counted({
            {"offset", floats, "const float4 v = *(global const float4*)(from + 64 + 4 * i); " + sum},
            {"row", floats,
             "const float4 v = *(global const float4*)(from + get_group_id(0) * 64 + 4 * i); " + sum},
            {"other_type", floats, "const int4 v = *(global const int4*)(from + 4 * i); " + sum},
            {"pair", floats,
             "const float2 v = *(global const float2*)(from + 2 * i); to[i] = v.x + 3 * v.y;"},
            {"neighbours", floats,
             "const float4 v = *(global const float4*)(from + 4 * i), w = *(global const float4*)(from + 4 * "
             "i + 4); " +
                 sum + " to[i] += w.x + w.y + w.z + w.w;"},
            {"in_local", floats,
             "local float tile[512]; for (int k = i; k < 512; k += 32) tile[k] = from[k];\n"
             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
             "    const float4 v = *(local const float4*)(tile + get_group_id(0) * 64 + 4 * i); " +
                 sum},
            {"two_of_four", floats,
             "const float4 v = *(global const float4*)(from + 4 * i); to[i] = v.x + 3 * v.w;"},
            {"bytes_behind", "global const uchar* from, global float* to",
             "const float4 v = *(global const float4*)(from + 256 + 16 * i); " + sum},
        });
        CHECK(cost(kernels[0], "global_load") == Cost{1, 16, 512});
        CHECK(cost(kernels[1], "global_load") == Cost{1, 16, 512});
        CHECK(cost(kernels[2], "global_load") == Cost{1, 16, 512});
        CHECK(cost(kernels[3], "global_load") == Cost{1, 8, 256});
        CHECK(cost(kernels[4], "global_load") == Cost{2, 33, 1024}); // the second begins 16 bytes later
        CHECK(cost(kernels[5], "local_load") == Cost{1, 4, 512});
        CHECK(cost(kernels[6], "global_load") == Cost{2, 32, 256});
        CHECK(cost(kernels[7], "global_load") == Cost{1, 16, 512});
    }

    TEST_CASE("words that lie side by side stay apart, in global and in local memory")
    {
        const std::string floats = "global const float* from, global float* to";
        const auto kernels = counted({
            {"offset", floats,
             "global const float* p = from + 64 + 4 * i; to[i] = p[0] + 3 * p[1] + 5 * p[2] + 7 * p[3];"},
            {"in_local", floats,
             "local float tile[512]; for (int k = i; k < 512; k += 32) tile[k] = from[k];\n"
             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
             "    to[i] = tile[4 * i] + 3 * tile[4 * i + 1] + 5 * tile[4 * i + 2] + 7 * tile[4 * i + 3];"},
            {"for_all", floats,
             "local float tile[512]; for (int k = i; k < 512; k += 32) tile[k] = from[k];\n"
             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
             "    to[i] = tile[0] + 3 * tile[1] + 5 * tile[2] + 7 * tile[3];"},
        });
        CHECK(cost(kernels[0], "global_load").requests == 4);
        CHECK(cost(kernels[1], "local_load").requests == 4);
        CHECK(cost(kernels[2], "local_load").requests == 4);
    }

    TEST_CASE("fields of a structure stay apart, since it is only aligned to a field")
    {
        const std::string four = "struct { float a; float b; float c; float d; }* from, global float* to";
        const auto kernels = counted({
            {"indexed", "global const " + four, "to[i] = from[i].a + from[i].b + from[i].c + from[i].d;"},
            {"first", "global const " + four, "to[i] = from->a + from->b + from->c + from->d;"},
            {"array", "global const float* from, global float* to",
             "to[i] = from[4 * i] + from[4 * i + 1] + from[4 * i + 2] + from[4 * i + 3];"},
        });
        for (const json& kernel : kernels) CHECK(cost(kernel, "global_load").requests == 4);
    }

    TEST_CASE("components of different vectors, and those with a store between them, stay apart")
    {
        const auto kernels = counted({
            {"neighbours", "global const float4* from, global float* to",
             "to[i] = from[i].x + from[i + 1].y;"},
            {"store_between", "global const float4* from, global float* to",
             "to[i] = from[i].x; to[i + 32] = from[i].y;"},
            {"volatiles", "global volatile const float4* from, global float* to",
             "to[i] = from[i].x + from[i].y;"},
        });
        CHECK(cost(kernels[0], "global_load") == Cost{2, 33, 256});
        CHECK(cost(kernels[1], "global_load") == Cost{2, 32, 256});
        CHECK(cost(kernels[2], "global_load").requests == 2);
    }

    TEST_CASE("work-items that a branch leaves out have no part in the whole vector's request")
    {
        const auto kernels =
            counted({{"even", "global const float4* from, global float* to",
                      "if (i % 2 == 0) to[i] = from[i].x + 3 * from[i].y + 5 * from[i].z;"}});
        CHECK(cost(kernels[0], "global_load") == Cost{1, 16, 256});
        CHECK(line_of(kernels[0], "if (i % 2", "global", "load")["sample"]["lanes"].size() == 16);
    }
}
