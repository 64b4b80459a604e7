// Tests of single requests against what documents say of one GPU: the profile's figures and the model together.
#include "lockstep/lens/memory_model.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

using namespace lockstep::lens;

namespace
{

using Lanes = std::vector<LaneAccess>;

Profile profile(const std::string& id)
{
    return read_profile(std::string{LOCKSTEP_SOURCE_DIR "/lens/devices/"} + id + ".json");
}

/// Lane l asks for `bytes` at address(l).
Lanes lanes(unsigned count, unsigned bytes, const std::function<std::uint64_t(unsigned)>& address)
{
    Lanes result;
    for (unsigned lane = 0; lane < count; ++lane) result.push_back({lane, address(lane), bytes});
    return result;
}

} // namespace

TEST_SUITE("documented_models")
{
    TEST_CASE("a GTX 480 loads whole lines of 128 bytes and stores pieces of 32")
    {
        const Profile fermi = profile("gtx480");
        struct Counted
        {
            unsigned bytes, stride, offset;
            std::uint64_t lines, pieces, fewest_lines, fewest_pieces;
        };
        for (const Counted& of : {Counted{4, 4, 0, 1, 4, 1, 4},     // one line, four quarters of it
                                  Counted{4, 4, 4, 2, 5, 1, 4},     // bytes 4 to 131
                                  Counted{4, 8, 0, 2, 8, 1, 4},     // every second word of 256 bytes
                                  Counted{4, 128, 0, 32, 32, 1, 4}, // a row apart
                                  Counted{1, 1, 0, 1, 1, 1, 1},     // a byte each
                                  Counted{16, 16, 0, 4, 16, 4, 16}, Counted{4, 0, 32, 1, 1, 1, 1}}) {
            CAPTURE(of.bytes);
            CAPTURE(of.stride);
            const Lanes request =
                lanes(32, of.bytes, [&](unsigned lane) { return of.offset + lane * of.stride; });
            const GlobalCost load = global_cost(fermi, request);
            CHECK(load.sectors == of.lines);
            CHECK(load.ideal == of.fewest_lines);
            const GlobalCost store = global_cost(fermi, request, false);
            CHECK(store.sectors == of.pieces);
            CHECK(store.ideal == of.fewest_pieces);
        }
    }

    TEST_CASE("other GPUs store in the pieces that they load")
    {
        const Lanes shifted = lanes(32, 4, [](unsigned lane) { return 4 + 4 * lane; });
        CHECK(global_cost(profile("h200"), shifted, false).sectors == 5);
        CHECK(global_cost(profile("rx7900xtx"), shifted, false).sectors == 2);
    }

    TEST_CASE("on an MI300X a stride costs the bank conflicts that AMD's counters show")
    {
        // AMD, CDNA3 MI300X LDS measurements (SHARK AI): conflicts of one block of 64 reads, over 64.
        struct Measured
        {
            unsigned bytes, stride, conflicts;
        };
        const Profile cdna = profile("mi300x");
        for (const Measured& of : {Measured{4, 4, 0},
                                   {4, 8, 2},
                                   {4, 16, 6},
                                   {4, 32, 14},
                                   {4, 64, 30},
                                   {4, 128, 62},
                                   {4, 256, 62},
                                   {8, 8, 0},
                                   {8, 16, 4},
                                   {8, 32, 12},
                                   {8, 64, 28},
                                   {8, 128, 60},
                                   {8, 512, 60},
                                   {16, 16, 0},
                                   {16, 32, 8},
                                   {16, 64, 24},
                                   {16, 128, 56},
                                   {16, 256, 56}}) {
            CAPTURE(of.bytes);
            CAPTURE(of.stride);
            const LocalCost cost =
                local_cost(cdna, lanes(64, of.bytes, [&](unsigned lane) { return lane * of.stride; }));
            CHECK(cost.wavefronts - cost.ideal == of.conflicts);
            CHECK(cost.ideal == 2 * std::max(1U, of.bytes / 4));
        }
    }

    TEST_CASE("an MI300X reads 16 bytes for lanes 0 to 3 with 20 to 23, and writes them for 0 to 7")
    {
        const Profile cdna = profile("mi300x");
        // Four lanes fill half of the banks; which half depends on the lane's four, f = lane / 4.
        const auto placed = [](const std::function<unsigned(unsigned)>& half) {
            return lanes(64, 16,
                         [&](unsigned lane) { return lane % 4 * 16 + half(lane / 4) * 64 + lane / 4 * 128; });
        };
        const auto passes = [&](const Lanes& request, bool is_load) {
            return local_cost(cdna, request, is_load).wavefronts;
        };
        // By lane / 16: 0 to 3 and 20 to 23 lie in different halves, 0 to 3 and 4 to 7 in one.
        const Lanes suits_reads = placed([](unsigned four) { return four / 4 % 2; });
        CHECK(passes(suits_reads, true) == 8);
        CHECK(passes(suits_reads, false) == 16);
        // Fours 0 and 5, 1 and 4, 2 and 7, 3 and 6 in one half; 0 and 1, 2 and 3 in different ones.
        const Lanes suits_writes = placed([](unsigned four) { return (four ^ four / 4) % 2; });
        CHECK(passes(suits_writes, true) == 16);
        CHECK(passes(suits_writes, false) == 8);
        // Ten lanes stand in three of the groups, and in two of neighbours.
        const Lanes ten = lanes(10, 16, [](unsigned lane) { return 16 * lane; });
        CHECK(local_cost(cdna, ten).ideal == 3);
        CHECK(passes(ten, true) == 3);
        CHECK(passes(ten, false) == 2);
    }

    TEST_CASE("an MI355X reads 16 bytes in four passes of sixteen lanes: 0 to 3 with 12 to 15, 20 to 23 and "
              "24 to 27")
    {
        const Profile cdna = profile("mi355x");
        // Four lanes fill a quarter of the banks; which, depends on the lane's four, f = lane / 4.
        const auto passes = [&](const std::vector<unsigned>& quarters, bool is_load) {
            const Lanes request = lanes(64, 16, [&](unsigned lane) {
                return lane % 4 * 16 + quarters[lane / 4 % 8] * 64 + lane / 4 * 256;
            });
            return local_cost(cdna, request, is_load).wavefronts;
        };
        // Fours 0, 3, 5 and 6 are read together, and 1, 2, 4 and 7; neighbours are 0 to 3, and 4 to 7.
        const std::vector<unsigned> suits_reads{0, 0, 1, 1, 2, 2, 3, 3};
        CHECK(passes(suits_reads, true) == 4);
        CHECK(passes(suits_reads, false) == 8);
        const std::vector<unsigned> suits_neighbours{0, 1, 2, 3, 1, 0, 3, 2};
        CHECK(passes(suits_neighbours, true) == 8);
        CHECK(passes(suits_neighbours, false) == 4);
        CHECK(local_cost(cdna, lanes(64, 16, [](unsigned lane) { return 16 * lane; })).ideal == 4);
        CHECK(local_cost(cdna, lanes(64, 4, [](unsigned lane) { return 4 * lane; })).wavefronts == 1);
        CHECK(local_cost(cdna, lanes(64, 4, [](unsigned lane) { return 128 * lane; })).wavefronts == 32);
        CHECK(local_cost(cdna, lanes(64, 4, [](unsigned lane) { return 256 * lane; })).wavefronts == 64);
    }

    TEST_CASE("an RX 7900 XTX groups its reads of 16 bytes in the same way")
    {
        const Profile rdna = profile("rx7900xtx");
        const auto passes = [&](bool is_load, unsigned step) {
            const Lanes request = lanes(32, 16, [&](unsigned lane) {
                return lane % 4 * 16 + lane / (4 * step) % 2 * 64 + lane / 4 * 128;
            });
            return local_cost(rdna, request, is_load).wavefronts;
        };
        CHECK(passes(true, 4) == 4);
        CHECK(passes(false, 4) == 8);
        CHECK(passes(false, 1) == 4);
    }
}
