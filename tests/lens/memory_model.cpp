// Tests of the arithmetic of one request: sectors of global memory, passes of local memory.
#include "lockstep/lens/memory_model.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

using namespace lockstep::lens;

namespace
{

using Lanes = std::vector<LaneAccess>;

/// Lane l asks for `bytes` at base + l * stride.
Lanes lanes(unsigned count, std::uint64_t base, std::uint64_t stride, unsigned bytes = 4)
{
    Lanes result;
    for (unsigned lane = 0; lane < count; ++lane) result.push_back({lane, base + lane * stride, bytes});
    return result;
}

/// A GPU of today: 32 lanes, sectors of 32 bytes, 32 banks of 4.
Profile modern()
{
    return {};
}

/// A bus of 32 bytes that merges 16 work-items, as in the book's example of alignment.
Profile merging_16()
{
    Profile profile;
    profile.sub_group_size = 64;
    profile.global.lanes = 16;
    return profile;
}

/// Compute capability 1.2 and 1.3: half-warps, segments that shrink, 16 banks, one broadcast a pass.
Profile capability_1_3()
{
    Profile profile;
    profile.global = {16, {32, 64, 128}, 0};
    profile.local = {16, 4, 16, 8, 4, false};
    return profile;
}

std::uint64_t sectors(const Profile& profile, const Lanes& request)
{
    return global_cost(profile, request).sectors;
}

std::uint64_t wavefronts(const Profile& profile, const Lanes& request)
{
    return local_cost(profile, request).wavefronts;
}

} // namespace

TEST_SUITE("memory_model")
{
    TEST_CASE("sixteen ints from 0x1232 on a bus of 32 bytes take three transactions, one int takes one")
    {
        const GlobalCost together = global_cost(merging_16(), lanes(16, 0x1232, 4));
        CHECK(together.sectors == 3);
        CHECK(together.bytes == 64);
        CHECK(together.ideal == 2);
        CHECK(sectors(merging_16(), lanes(1, 0x1232, 4)) == 1);
        CHECK(sectors(merging_16(), lanes(16, 0x1220, 4)) == 2);
    }

    TEST_CASE("lanes of different chunks are not merged")
    {
        CHECK(sectors(merging_16(), lanes(64, 0, 4)) == 8);
        CHECK(sectors(merging_16(), lanes(64, 0, 0)) == 4);
        Profile whole = merging_16();
        whole.global.lanes = 64;
        CHECK(sectors(whole, lanes(64, 0, 0)) == 1);
    }

    TEST_CASE("a stride brings sectors that are not used, up to one for each work-item")
    {
        const std::vector<std::pair<unsigned, unsigned>> expected{{0, 1},  {1, 4},  {2, 8},  {3, 12},
                                                                  {4, 16}, {8, 32}, {64, 32}};
        for (const auto& [stride, count] : expected) {
            CAPTURE(stride);
            CHECK(sectors(modern(), lanes(32, 4096, stride * 4)) == count);
        }
    }

    TEST_CASE("an offset costs one sector when it is not a multiple of eight words")
    {
        for (unsigned offset = 0; offset < 32; ++offset) {
            CAPTURE(offset);
            CHECK(sectors(modern(), lanes(32, offset * 4, 4)) == (offset % 8 == 0 ? 4 : 5));
        }
    }

    TEST_CASE("one member of a structure of 12 bytes touches every sector of the array")
    {
        const GlobalCost cost = global_cost(modern(), lanes(32, 0, 12));
        CHECK(cost.sectors == 12);
        CHECK(cost.ideal == 4);
    }

    TEST_CASE("an access of 16 bytes takes half a sector, or parts of two")
    {
        CHECK(sectors(modern(), lanes(32, 0, 16, 16)) == 16);
        CHECK(sectors(modern(), lanes(1, 24, 0, 16)) == 2);
        CHECK(global_cost(modern(), lanes(32, 0, 16, 16)).bytes == 512);
    }

    TEST_CASE("the ideal counts the bytes that are asked for once, however many ask for them")
    {
        CHECK(global_cost(modern(), lanes(32, 0, 0)).ideal == 1);
        CHECK(global_cost(modern(), lanes(32, 0, 0)).bytes == 128);
        CHECK(global_cost(modern(), lanes(32, 0, 2)).ideal == 3); // 66 bytes: each int overlaps the next
        CHECK(global_cost(modern(), {}).sectors == 0);
    }

    TEST_CASE("lines are those of the cache, or sectors where nobody tells its lines")
    {
        Profile profile = modern();
        profile.global.line_bytes = 128;
        CHECK(global_cost(profile, lanes(32, 0, 4)).lines == 1);
        CHECK(global_cost(profile, lanes(32, 64, 4)).lines == 2);
        CHECK(global_cost(profile, lanes(32, 0, 128)).lines == 32);
        CHECK(global_cost(profile, lanes(32, 0, 0)).lines == 1);
        profile.global.line_bytes = 0;
        CHECK(global_cost(profile, lanes(32, 0, 4)).lines == 4);
        CHECK(global_cost(profile, {}).lines == 0);
    }

    TEST_CASE("the order of the addresses does not matter")
    {
        Lanes request = lanes(32, 64, 4);
        for (unsigned lane = 0; lane < 32; ++lane) request[lane].address = 64 + (lane * 7 % 32) * 4;
        CHECK(sectors(modern(), request) == 4);
        CHECK(wavefronts(modern(), request) == 1);
    }

    TEST_CASE("compute capability 1.3 moves the smallest segment that holds a half-warp's words")
    {
        // NVIDIA, CUDA C Programming Guide 3.2 (2010), G.3.2.2 and figures G-1: 4-byte words of one
        // half-warp; a sector is 32 bytes here.
        const Profile profile = capability_1_3();
        CHECK(sectors(profile, lanes(16, 128, 4)) == 2);      // aligned: one transaction of 64 bytes
        CHECK(sectors(profile, lanes(16, 128 + 4, 4)) == 4);  // off by a word inside a segment: one of 128
        CHECK(sectors(profile, lanes(16, 128 + 96, 4)) == 2); // across two segments: 32 and 32
        CHECK(sectors(profile, lanes(16, 128 + 72, 4)) == 3); // 64 and 32
        CHECK(sectors(profile, lanes(16, 0, 1, 1)) == 1);
        CHECK(sectors(profile, lanes(16, 0, 2, 2)) == 1);
        CHECK(sectors(profile, lanes(16, 0, 8, 8)) == 4);
        CHECK(sectors(profile, lanes(16, 0, 16, 16)) == 8);
        CHECK(sectors(profile, lanes(32, 0, 4)) == 4); // two half-warps
        CHECK(sectors(profile, lanes(16, 0, 128)) == 16);
    }

    TEST_CASE("a stride of s words on 32 banks takes as many passes as s and 32 have in common")
    {
        for (unsigned stride = 1; stride <= 33; ++stride) {
            CAPTURE(stride);
            const LocalCost cost = local_cost(modern(), lanes(32, 0, stride * 4));
            CHECK(cost.wavefronts == std::gcd(stride, 32U));
            CHECK(cost.ideal == 1);
            CHECK(cost.bytes == 128);
        }
    }

    TEST_CASE("three words of one bank take three passes")
    {
        Lanes request = lanes(32, 0, 4);
        request[7].address = 32 * 4;
        request[9].address = 64 * 4;
        CHECK(wavefronts(modern(), request) == 3);
    }

    TEST_CASE("a word is broadcast to all that ask for it")
    {
        CHECK(wavefronts(modern(), lanes(32, 20, 0)) == 1);
        Lanes two_words = lanes(32, 0, 0);
        for (unsigned lane = 16; lane < 32; ++lane) two_words[lane].address = 4;
        CHECK(wavefronts(modern(), two_words) == 1);
        CHECK(wavefronts(modern(), lanes(32, 0, 1, 1)) == 1); // four bytes of a word are one word
    }

    TEST_CASE("without a word on the banks there are bytes and no passes")
    {
        Profile profile = modern();
        profile.no_passes = "nobody knows";
        const LocalCost cost = local_cost(profile, lanes(32, 0, 128));
        CHECK(cost.bytes == 128);
        CHECK(cost.wavefronts == 0);
        CHECK(cost.ideal == 0);
    }

    TEST_CASE("wide accesses take as many passes as a pass has bytes for, without a conflict")
    {
        CHECK(wavefronts(modern(), lanes(32, 0, 8, 8)) == 2);
        CHECK(local_cost(modern(), lanes(32, 0, 8, 8)).ideal == 2);
        CHECK(wavefronts(modern(), lanes(32, 0, 16, 16)) == 4);
        CHECK(local_cost(modern(), lanes(32, 0, 16, 16)).ideal == 4);
        CHECK(wavefronts(modern(), lanes(32, 0, 16, 8)) ==
              4); // every second pair of banks: two passes a half
        CHECK(wavefronts(modern(), lanes(10, 0, 16, 16)) == 2); // ten lanes need two passes of eight
        CHECK(local_cost(modern(), lanes(10, 0, 16, 16)).ideal == 2);
    }

    TEST_CASE("wide loads that pairs of work-items share take half the passes, stores do not")
    {
        Profile joining = modern();
        joining.local.joins_shared_loads = true;
        const auto shared = [](unsigned bits,
                               unsigned bytes) { // lanes that differ in `bits` ask for one address
            Lanes request = lanes(32, 0, 0, bytes);
            for (LaneAccess& lane : request) lane.address = (lane.lane & ~bits) * bytes;
            return request;
        };
        const auto passes = [&](const Lanes& request) { return wavefronts(joining, request); };
        CHECK(passes(lanes(32, 0, 8, 8)) == 2);
        CHECK(passes(lanes(32, 0, 0, 8)) == 1);
        CHECK(passes(lanes(32, 0, 0, 16)) == 2); // the quarters of a half together, the halves never
        CHECK(local_cost(joining, lanes(32, 0, 0, 16)).ideal == 2);
        CHECK(wavefronts(modern(), lanes(32, 0, 0, 16)) == 4);
        CHECK(local_cost(joining, lanes(32, 0, 0, 8), false).wavefronts == 2);
        CHECK(local_cost(joining, lanes(32, 0, 0, 16), false).wavefronts == 4);
        CHECK(passes(shared(2 | 16, 8)) == 1);
        CHECK(passes(shared(4 | 16, 8)) == 2); // shared, but not by lanes that differ by 1 or 2
        Lanes mixed = shared(1 | 16, 8);
        for (unsigned lane = 16; lane < 32; ++lane) mixed[lane].address = (lane & ~18U) * 8;
        CHECK(passes(mixed) == 2); // one half by 1 and the other by 2: no bit holds for the whole sub-group
        Lanes every_second;
        for (unsigned lane = 0; lane < 32; lane += 2) every_second.push_back({lane, lane / 2 * 8, 8});
        CHECK(passes(every_second) == 1);
    }

    TEST_CASE("compute capability 1.3 serves half-warps from 16 banks and broadcasts one word a pass")
    {
        // NVIDIA, CUDA C Programming Guide 3.2 (2010), G.3.3.
        const Profile profile = capability_1_3();
        CHECK(wavefronts(profile, lanes(32, 0, 4)) == 2);
        CHECK(local_cost(profile, lanes(32, 0, 4)).ideal == 2);
        CHECK(wavefronts(profile, lanes(16, 0, 4)) == 1);
        CHECK(wavefronts(profile, lanes(16, 0, 8)) == 2);
        CHECK(wavefronts(profile, lanes(16, 0, 12)) == 1);
        CHECK(wavefronts(profile, lanes(16, 0, 0)) == 1);
        CHECK(wavefronts(profile, lanes(16, 0, 1, 1)) ==
              4); // neighbouring chars share a bank: four-way conflicts
        Lanes two_words = lanes(16, 0, 0);
        for (unsigned lane = 8; lane < 16; ++lane) two_words[lane].address = 4;
        CHECK(wavefronts(profile, two_words) ==
              2); // the second word goes to one lane only while the first is broadcast
    }
}
