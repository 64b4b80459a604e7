// Tests of the occupancy model: recorded answers of an H200's driver and of NVIDIA's header, and examples that vendors publish.
#include "lockstep/lens/occupancy.hpp"

#include "lockstep/formats/occupancy_report.hpp"
#include "lockstep/lens/occupancy_advice.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace lockstep::lens;

namespace
{

namespace fs = std::filesystem;

Profile profile(const std::string& id)
{
    return read_profile(fs::path(LOCKSTEP_SOURCE_DIR) / "lens" / "devices" / (id + ".json"));
}

lockstep::formats::OccupancyRecord record_of(const std::string& id)
{
    return lockstep::formats::read_occupancy_record(fs::path(LOCKSTEP_SOURCE_DIR) /
                                                    "lens/validation/occupancy" / (id + ".json"));
}

/// The model's answers against recorded ones.
struct Compared
{
    unsigned rows = 0;
    unsigned beyond_opencl = 0; ///< more local memory than NVIDIA's OpenCL gives a group
    unsigned wrong = 0;
    std::string first_wrong;
};

Compared compare(const Profile& gpu, const lockstep::formats::OccupancyRecord& recorded)
{
    Compared found;
    for (const auto& row : recorded.rows)
        for (std::size_t i = 0; i < recorded.group_sizes.size(); ++i)
            for (std::size_t j = 0; j < recorded.local_bytes.size(); ++j) {
                const KernelResources kernel{recorded.group_sizes[i], row.registers, recorded.local_bytes[j]};
                const unsigned model = occupancy(gpu, kernel).groups;
                const unsigned answer = row.groups[i][j];
                ++found.rows;
                found.beyond_opencl += kernel.local_bytes > 49152 ? 1U : 0U;
                if (model == answer) continue;
                if (found.wrong++ == 0)
                    found.first_wrong = "group " + std::to_string(kernel.group_size) + ", registers " +
                                        std::to_string(kernel.registers_per_item) + ", local " +
                                        std::to_string(kernel.local_bytes) + ": model " +
                                        std::to_string(model) + ", recorded " + std::to_string(answer);
            }
    return found;
}

unsigned sub_groups(const Profile& gpu, unsigned group_size, unsigned registers)
{
    return occupancy(gpu, {group_size, registers, 0}).sub_groups;
}

} // namespace

TEST_SUITE("occupancy")
{

    TEST_CASE("the model gives every answer that an H200's CUDA driver gave")
    {
        const auto recorded = record_of("h200");
        REQUIRE(recorded.device == profile("h200").name);
        const Compared compared = compare(profile("h200"), recorded);
        INFO(compared.first_wrong);
        CHECK(compared.wrong == 0);
        CHECK(compared.rows >= 1000);
        CHECK(compared.beyond_opencl >= 1000);
        // NVIDIA's cuda_occupancy.h gives the same answers for compute capability 10.0.
        CHECK(compare(profile("b200"), recorded).wrong == 0);
    }

    TEST_CASE(
        "the model gives every answer of NVIDIA's cuda_occupancy.h for compute capabilities 8.9 and 12.0")
    {
        const auto recorded = record_of("rtx5070"); // both are the same
        REQUIRE(recorded.device == profile("rtx5070").name);
        for (const char* id : {"rtx5070", "rtx4090"}) {
            const Compared compared = compare(profile(id), recorded);
            INFO(id, ": ", compared.first_wrong);
            CHECK(compared.wrong == 0);
            CHECK(compared.rows == 56610);
        }
    }

    TEST_CASE("HD 5870: 16,384 registers and 35 a work-item make 468 work-items, seven wavefronts")
    {
        const Profile hd5870 = profile("hd5870");
        CHECK(hd5870.unit.registers / 35 == 468);
        CHECK(hd5870.unit.registers / 35 / hd5870.sub_group_size == 7);
        CHECK(sub_groups(hd5870, 64, 35) == 7);
        // Groups of 256 are four wavefronts: of seven only four find place together.
        CHECK(sub_groups(hd5870, 256, 35) == 4);
    }

    TEST_CASE("HD 5870: wavefronts against registers, as in AMD's table (248 over the registers)")
    {
        const Profile hd5870 = profile("hd5870");
        const unsigned table[][2] = {{31, 8}, {32, 7}, {35, 7}, {36, 6}, {41, 6}, {42, 5}, {49, 5},
                                     {50, 4}, {62, 4}, {63, 3}, {82, 3}, {83, 2}, {124, 2}};
        for (const auto& [registers, wavefronts] : table) {
            INFO(registers, " registers");
            CHECK(sub_groups(hd5870, 64, registers) == wavefronts);
        }
        CHECK(occupancy(hd5870, {64, 8, 0}).limit ==
              "groups"); // 31 wavefronts by registers, but eight groups
    }

    TEST_CASE("GTX 285: two blocks of 512 with 16 registers, one with 17 (CUDA C Programming Guide, 5.2.3)")
    {
        const Profile gtx285 = profile("gtx285");
        CHECK(occupancy(gtx285, {512, 16, 0}).groups == 2);
        CHECK(occupancy(gtx285, {512, 16, 0}).fraction == 1);
        CHECK(occupancy(gtx285, {512, 17, 0}).groups == 1);
        CHECK(occupancy(gtx285, {512, 17, 0}).limit == "registers");
    }

    TEST_CASE("GTX 285: registers are given to a block, its warps rounded up to an even number")
    {
        const Profile gtx285 = profile("gtx285");
        // 96 work-items are three warps, counted as four: 4 x 32 x 20 = 2,560 of 16,384.
        CHECK(occupancy(gtx285, {96, 20, 0}).groups == 6);
        // 64 x 21 = 1,344 becomes 1,536, three portions of 512.
        CHECK(occupancy(gtx285, {64, 21, 0}).groups == 8);
        CHECK(occupancy(gtx285, {64, 33, 0}).groups == 6);
        CHECK(occupancy(gtx285, {64, 10, 2049}).groups == 6); // 2,049 bytes become 2,560
        CHECK_FALSE(occupancy(gtx285, {1024, 10, 0}).refusal.empty());
    }

    TEST_CASE("GTX 480: 20 registers fill it, 21 leave five sixths, 32 two thirds (NVIDIA's Fermi material)")
    {
        const Profile gtx480 = profile("gtx480");
        CHECK(occupancy(gtx480, {256, 20, 0}).fraction == 1);
        CHECK(occupancy(gtx480, {256, 21, 0}).fraction == doctest::Approx(5.0 / 6));
        CHECK(occupancy(gtx480, {256, 32, 0}).fraction == doctest::Approx(2.0 / 3));
        // Blocks of 64: eight of them are 16 warps of 48, whatever the registers.
        CHECK(occupancy(gtx480, {64, 16, 0}).fraction == doctest::Approx(1.0 / 3));
        CHECK(occupancy(gtx480, {64, 16, 0}).limit == "groups");
    }

    TEST_CASE("MI300X: waves of a SIMD against vector registers, as AMD's table for CDNA has them")
    {
        const Profile mi300x = profile("mi300x");
        const unsigned table[][2] = {{64, 8},  {65, 7},  {72, 7},  {73, 6},  {80, 6},  {96, 5},  {97, 4},
                                     {128, 4}, {129, 3}, {168, 3}, {169, 2}, {256, 2}, {257, 1}, {512, 1}};
        for (const auto& [registers, waves] : table) {
            INFO(registers, " registers");
            CHECK(sub_groups(mi300x, 64, registers) == waves * mi300x.unit.simds);
        }
    }

    TEST_CASE("MI300X: sixteen groups of several waves, thirty-two of a single one")
    {
        const Profile mi300x = profile("mi300x");
        CHECK(occupancy(mi300x, {64, 0, 0}).groups == 32);
        CHECK(occupancy(mi300x, {128, 0, 0}).groups == 16);
        CHECK(occupancy(mi300x, {64, 0, 16384}).groups == 4);
        CHECK(occupancy(mi300x, {64, 0, 16385}).groups == 3);
    }

    TEST_CASE("RX 7900 XTX: waves of a SIMD against vector registers, as LLVM's back end has them for wave32")
    {
        const Profile rx7900xtx = profile("rx7900xtx");
        const unsigned table[][2] = {{96, 16}, {97, 12}, {120, 12}, {121, 10}, {144, 10}, {168, 9},
                                     {169, 8}, {192, 8}, {216, 7},  {240, 6},  {241, 5},  {256, 5}};
        for (const auto& [registers, waves] : table) {
            INFO(registers, " registers");
            CHECK(sub_groups(rx7900xtx, 32, registers) == waves * rx7900xtx.unit.simds);
        }
        CHECK_FALSE(occupancy(rx7900xtx, {256, 257, 0}).refusal.empty());
        CHECK_FALSE(occupancy(rx7900xtx, {256, 0, 65537}).refusal.empty());
    }

    TEST_CASE("Arc A770: registers cost nothing up to what a thread has; local memory is a power of two")
    {
        const Profile arc = profile("arc-a770");
        CHECK(occupancy(arc, {256, 64, 0}).fraction == 1);
        CHECK_FALSE(occupancy(arc, {256, 65, 0}).refusal.empty());
        CHECK(occupancy(arc, {256, 0, 16384}).groups == 8);
        CHECK(occupancy(arc, {256, 0, 16385}).groups == 4); // 32 KB each
        CHECK(occupancy(arc, {32, 0, 0}).groups == 32);     // barrier registers
    }

    TEST_CASE("Arc B580: 64 threads an Xe-core, and local memory in eleven sizes")
    {
        const Profile arc = profile("arc-b580");
        CHECK(occupancy(arc, {256, 128, 0}).fraction == 1);
        CHECK(occupancy(arc, {1024, 0, 0}).groups == 1);
        const unsigned table[][2] = {{1, 64},    {1025, 64}, {2049, 32}, {16384, 8}, {16385, 5}, {24577, 4},
                                     {32769, 2}, {49153, 2}, {65536, 2}, {65537, 1}, {131072, 1}};
        for (const auto& [bytes, groups] : table) {
            INFO(bytes, " bytes");
            CHECK(occupancy(arc, {16, 0, bytes}).groups == groups);
        }
        CHECK_FALSE(occupancy(arc, {16, 0, 131073}).refusal.empty());
    }

    TEST_CASE("GeForce RTX 4090 and 5070: 48 warps, 24 blocks and 100 KB an SM (CUDA Programming Guide)")
    {
        for (const char* id : {"rtx4090", "rtx5070"}) {
            const Profile geforce = profile(id);
            INFO(id);
            CHECK(occupancy(geforce, {256, 40, 0}).fraction == 1);
            CHECK(occupancy(geforce, {256, 41, 0}).groups == 5);
            CHECK(occupancy(geforce, {1024, 32, 0}).fraction == doctest::Approx(2.0 / 3));
            CHECK(occupancy(geforce, {32, 0, 0}).groups == 24);
            CHECK(occupancy(geforce, {64, 0, 0}).fraction == 1);
            CHECK(occupancy(geforce, {256, 32, 48 * 1024}).groups == 2); // with 1 KB of the system's each
            CHECK(occupancy(geforce, {256, 32, 50 * 1024}).groups == 1);
        }
    }

    TEST_CASE("MI355X: local memory in blocks of 1,280 bytes, and registers as on the MI300X")
    {
        const Profile mi355x = profile("mi355x");
        CHECK(occupancy(mi355x, {128, 0, 10240}).groups == 16);
        CHECK(occupancy(mi355x, {128, 0, 10241}).groups == 14); // 11,520 bytes each
        CHECK(occupancy(mi355x, {128, 0, 163840}).groups == 1);
        for (const unsigned registers : {64U, 65U, 128U, 129U, 256U, 512U})
            CHECK(sub_groups(mi355x, 64, registers) == sub_groups(profile("mi300x"), 64, registers));
    }

    TEST_CASE("RX 9070 XT: as many registers as an RX 7900 XTX, in the same blocks")
    {
        for (unsigned registers = 1; registers <= 256; ++registers)
            CHECK(sub_groups(profile("rx9070xt"), 32, registers) ==
                  sub_groups(profile("rx7900xtx"), 32, registers));
    }

    TEST_CASE("every resource that limits is named, and one that is not taken is not")
    {
        const Profile h200 = profile("h200");
        const Occupancy both = occupancy(h200, {256, 32, 0});
        CHECK(both.limit == "sub-groups, registers");
        CHECK(both.groups == 8);
        CHECK(occupancy(h200, {256, 0, 0}).limit == "sub-groups");
        CHECK(occupancy(h200, {32, 0, 0}).limit == "groups");
        CHECK(occupancy(h200, {256, 32, 48 * 1024}).limit == "local memory");
        CHECK(occupancy(h200, {256, 32, 48 * 1024}).groups == 4);
    }

    TEST_CASE("more of a resource never lets more groups in")
    {
        for (const std::string& id : profile_ids(fs::path(LOCKSTEP_SOURCE_DIR) / "lens" / "devices")) {
            const Profile gpu = profile(id);
            INFO(id);
            for (const unsigned group_size : {32U, 64U, 100U, 256U}) {
                unsigned before = gpu.unit.max_sub_groups;
                for (unsigned registers = 1; registers <= gpu.unit.max_registers_per_item; ++registers) {
                    const unsigned groups = occupancy(gpu, {group_size, registers, 0}).groups;
                    CHECK(groups <= before);
                    before = groups;
                }
                before = gpu.unit.max_sub_groups;
                for (unsigned bytes = 0; bytes <= gpu.unit.max_local_bytes_per_group; bytes += 333) {
                    const Occupancy found = occupancy(gpu, {group_size, 0, bytes});
                    CHECK(found.groups <= before);
                    CHECK(found.sub_groups <= gpu.unit.max_sub_groups);
                    before = found.groups;
                }
            }
        }
    }

    TEST_CASE("where no document tells what fits, the reason is the refusal")
    {
        const Occupancy found = occupancy(profile("apple-m2"), {256, 32, 1024});
        CHECK(found.groups == 0);
        CHECK(found.refusal == profile("apple-m2").no_occupancy);
    }

    TEST_CASE("a kernel that cannot be launched says why")
    {
        const Profile h200 = profile("h200");
        CHECK(occupancy(h200, {0, 32, 0}).refusal.find("at least one") != std::string::npos);
        CHECK(occupancy(h200, {1025, 32, 0}).refusal.find("1024 work-items") != std::string::npos);
        CHECK(occupancy(h200, {32, 256, 0}).refusal.find("255 registers") != std::string::npos);
        CHECK(occupancy(h200, {32, 32, 232449}).refusal.find("232448 bytes") != std::string::npos);
        const Occupancy too_many = occupancy(h200, {1024, 128, 0});
        CHECK(too_many.groups == 0);
        CHECK(too_many.fraction == 0);
        CHECK(too_many.refusal.find("registers") != std::string::npos);
    }

    TEST_CASE("the advice names a change that the model confirms")
    {
        const Profile h200 = profile("h200");
        CHECK(occupancy_advice(h200, {256, 40, 0}) ==
              "With 32 registers instead of 40, 8 groups fit (100 %).");
        CHECK(occupancy(h200, {256, 32, 0}).groups == 8);
        CHECK(occupancy(h200, {256, 33, 0}).groups == 6);

        CHECK(occupancy_advice(h200, {256, 32, 40000}).find("With 37888 bytes of local memory") == 0);
        CHECK(occupancy(h200, {256, 32, 37888}).groups == occupancy(h200, {256, 32, 37889}).groups + 1);

        CHECK(occupancy_advice(h200, {32, 0, 0}) ==
              "With work-groups of 64 instead of 32, 32 groups fit (100 %).");
        CHECK(occupancy_advice(h200, {256, 32, 0}).find("not to be had") != std::string::npos);
        CHECK(occupancy_advice(h200, {1024, 128, 0}) ==
              "With 64 registers instead of 128, 1 group fits (50 %).");
    }

} // TEST_SUITE("occupancy")
