// Tests of what Pocket finds while a kernel runs, each beside a kernel that is right.
#include "launched.hpp"

using namespace lockstep::pocket;
using namespace lockstep::pocket::test;

TEST_SUITE("findings")
{
    TEST_CASE("a kernel that is right has no finding")
    {
        Launched k{"kernel void k(global float* a, uint n)\n{\n    uint i = get_global_id(0);\n    if (i < "
                   "n) a[i] = 2 * a[i];\n}\n"};
        k.buffer<float>({1, 2, 3, 4, 5}).value(5U);
        CHECK(k.run(64, 64).findings.empty());
        CHECK(k.read<float>(0) == std::vector<float>{2, 4, 6, 8, 10});
    }

    TEST_CASE("an access outside of a buffer is named with its index and its work-item")
    {
        Launched k{"kernel void k(global float* a)\n{\n    a[get_global_id(0) + 1] = 1;\n}\n"};
        k.buffer<float>({1, 2, 3, 4}).run(4, 4);
        REQUIRE(k.outcome.findings.size() == 1);
        const Finding& finding = k.outcome.findings[0];
        CHECK(finding.fault == Fault::outside);
        CHECK(finding.place.line == 3);
        CHECK(finding.object == "a");
        CHECK(finding.index == 4);
        CHECK(finding.item[0] == 3);
        CHECK(finding.sentence == "this writes a[4], and `a` has 4 elements, 0 to 3 (work-item (3))");
    }

    TEST_CASE("before a buffer, in an array, in local memory and through null")
    {
        Launched before{"kernel void k(global int* a)\n{\n    a[0] = a[(int)get_global_id(0) - 1];\n}\n"};
        before.buffer<int>({1, 2}).run(1, 1);
        CHECK(before.found(Fault::outside, 3));
        Launched array{"kernel void k(global int* a)\n{\n    int x[4];\n    for (int i = 0; i <= 4; ++i) "
                       "x[i] = i;\n    a[0] = x[1];\n}\n"};
        array.buffer<int>({0}).run(1, 1);
        CHECK(array.found(Fault::outside, 4));
        Launched local{"kernel void k(global int* a, local int* t)\n{\n    t[get_local_id(0) + 1] = 1;\n}\n"};
        local.buffer<int>({0}).local(16).run(4, 4);
        CHECK(local.found(Fault::outside, 3));
        Launched null{"kernel void k(global int* a)\n{\n    a[0] = 1;\n}\n"};
        null.null().run(1, 1);
        CHECK(null.found(Fault::unknown, 3));
    }

    TEST_CASE("a pixel beyond the rim, where nothing says what is there")
    {
        const auto found_with = [](const std::string& sampler, const std::string& place) {
            Launched k{"constant sampler_t how = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST | " +
                       sampler +
                       ";\nkernel void k(read_only image2d_t in, global float* a)\n{\n    a[0] = "
                       "read_imagef(in, " +
                       place + ").x;\n}\n"};
            k.image(4, 4).buffer<float>({0}).run(1, 1);
            return k.found(Fault::outside, 4);
        };
        CHECK(found_with("CLK_ADDRESS_NONE", "how, (int2)(4, 0)"));
        CHECK(found_with("CLK_ADDRESS_NONE", "how, (float2)(0.5f, -0.5f)"));
        CHECK(found_with("CLK_ADDRESS_NONE", "(int2)(0, 4)"));
        CHECK_FALSE(found_with("CLK_ADDRESS_NONE", "how, (int2)(3, 3)"));
        CHECK_FALSE(found_with("CLK_ADDRESS_CLAMP_TO_EDGE", "how, (int2)(4, -1)"));
        CHECK_FALSE(found_with("CLK_ADDRESS_CLAMP", "how, (int2)(4, -1)"));
    }

    TEST_CASE("what nobody has written decides, is an address, or is written on")
    {
        Launched decides{"kernel void k(global int* a, global int* b)\n{\n    if (b[0] > 0) a[0] = 1;\n}\n"};
        decides.buffer<int>({0}).empty(4).run(1, 1);
        CHECK(decides.found(Fault::unwritten, 3));
        Launched address{"kernel void k(global int* a)\n{\n    int i;\n    a[i] = 1;\n}\n"};
        address.buffer<int>({0}).run(1, 1);
        CHECK(address.found(Fault::unwritten, 4));
        Launched on{"kernel void k(global int* a, local int* t)\n{\n    a[0] = t[0];\n}\n"};
        on.buffer<int>({0}).local(4).run(1, 1);
        CHECK(on.found(Fault::unwritten, 3));
        Launched fine{"kernel void k(global int* a, global int* b)\n{\n    int x = b[0], y;\n    y = 3;\n    "
                      "a[0] = y;\n    b[0] = 1;\n    a[0] += b[0];\n}\n"};
        fine.buffer<int>({0}).empty(4);
        CHECK(fine.run(1, 1).findings.empty()); // read, and not used
        CHECK(fine.read<int>(0)[0] == 4);
    }

    TEST_CASE("a race in local memory, and none with the barrier")
    {
        const std::string text = "kernel void k(global int* a, local int* t)\n{\n    uint l = "
                                 "get_local_id(0);\n    t[l] = (int)l;\n    BARRIER\n"
                                 "    a[l] = t[63 - l];\n}\n";
        Launched without{"#define BARRIER\n" + text};
        without.empty(256).local(256).run(64, 64);
        CHECK(without.found(Fault::race, 7));
        Launched with{"#define BARRIER barrier(CLK_LOCAL_MEM_FENCE);\n" + text};
        with.empty(256).local(256);
        CHECK(with.run(64, 64).findings.empty());
        CHECK(with.read<int>(0)[0] == 63);
    }

    TEST_CASE("a race of equal values, between groups, and with an atomic")
    {
        Launched equal{"kernel void k(global int* a)\n{\n    a[0] = 1;\n}\n"};
        equal.buffer<int>({0}).run(2, 2);
        CHECK(equal.found(Fault::race, 3));
        Launched groups{"kernel void k(global int* a)\n{\n    a[0] += 1;\n}\n"};
        groups.buffer<int>({0}).run(2, 1);
        CHECK(groups.found(Fault::race, 3));
        Launched mixed{"kernel void k(global int* a)\n{\n    atomic_inc(a);\n    if (get_global_id(0) == 3) "
                       "a[0] = 7;\n}\n"};
        mixed.buffer<int>({0}).run(4, 4);
        CHECK(mixed.found(Fault::race, 4));
        Launched begun{"kernel void k(global int* a)\n{\n    if (get_global_id(0) == 0) a[0] = 0;\n    "
                       "atomic_inc(a);\n}\n"};
        begun.buffer<int>({0}).run(2, 2);
        CHECK(begun.found(Fault::race, 4)); // the first one's plain write, though it has gone on
        Launched atomic{"kernel void k(global int* a)\n{\n    atomic_add(a, 2);\n}\n"};
        atomic.buffer<int>({0});
        CHECK(atomic.run(64, 16).findings.empty());
        CHECK(atomic.read<int>(0)[0] == 128);
    }

    TEST_CASE("neighbours that share a word of bytes do not race")
    {
        Launched k{
            "kernel void k(global uchar* a)\n{\n    a[get_global_id(0)] = (uchar)get_global_id(0);\n}\n"};
        k.empty(64);
        CHECK(k.run(64, 16).findings.empty());
    }

    TEST_CASE("a barrier that not all reach")
    {
        Launched left{"kernel void k(global int* a, uint n)\n{\n    if (get_global_id(0) >= n) return;\n    "
                      "barrier(CLK_LOCAL_MEM_FENCE);\n    a[get_global_id(0)] = 1;\n}\n"};
        left.empty(256).value(40U).run(64, 64);
        CHECK(left.found(Fault::barrier, 4));
        Launched branch{"kernel void k(global int* a)\n{\n    if (get_local_id(0) < 5) "
                        "barrier(CLK_LOCAL_MEM_FENCE);\n    a[get_global_id(0)] = 1;\n}\n"};
        branch.empty(32).run(8, 8);
        CHECK(branch.found(Fault::barrier, 3));
        Launched parts{"kernel void k(global int* a)\n{\n    if (get_local_id(0) < 32) "
                       "barrier(CLK_LOCAL_MEM_FENCE);\n    a[get_global_id(0)] = 1;\n}\n"};
        parts.empty(256).run(64, 64);
        CHECK(parts.found(Fault::barrier, 3));
    }

    TEST_CASE("what is misaligned, const in fact, or divided by zero")
    {
        Launched odd{
            "kernel void k(global float* a)\n{\n    *(global float4*)(a + 1) = (float4)(1.0f);\n}\n"};
        odd.empty(64).run(1, 1);
        CHECK(odd.found(Fault::misaligned, 3));
        Launched zero{"kernel void k(global int* a, int n)\n{\n    a[0] = 7 / n;\n}\n"};
        zero.empty(4).value(0).run(1, 1);
        CHECK(zero.found(Fault::by_zero, 3));
        Launched constant{"constant int c[2] = {1, 2};\nkernel void k(global int* a)\n{\n    *(global "
                          "int*)(ulong)&c[0] = 1;\n}\n"};
        constant.empty(4).run(1, 1);
        CHECK(constant.found(Fault::read_only, 4));
    }

    TEST_CASE("a loop without an end is stopped by its work")
    {
        Launched k{"kernel void k(global int* a)\n{\n    while (a[0] == 0) { }\n}\n"};
        k.options.most_steps = 100'000;
        k.buffer<int>({0}).run(1, 1);
        CHECK(k.outcome.stopped);
        CHECK(k.found(Fault::endless, 3));
    }

    TEST_CASE("a launch that reads what is not there without an end is stopped, and what it read is told")
    {
        Launched k{"kernel void k(global int* a, uint n)\n{\n    int sum = 0;\n"
                   "    for (uint i = 0; i < n - 8; ++i) sum += a[4 + i];\n    a[0] = sum;\n}\n"};
        k.buffer<int>({1, 2, 3, 4}).value(4U); // n - 8 is nearly four billion
        CHECK(k.run(1, 1).stopped);
        CHECK(k.found(Fault::outside, 4));
        CHECK_FALSE(k.found(Fault::endless, 4));
    }

    TEST_CASE("a lock between lanes in lockstep never opens")
    {
        Launched k{"kernel void k(volatile global int* lock)\n{\n    while (atomic_cmpxchg(lock, 0, 1) != 0) "
                   "{ }\n    atomic_xchg(lock, 0);\n}\n"};
        k.options.most_steps = 200'000;
        k.buffer<int>({0}).run(2, 2);
        CHECK(k.outcome.stopped);
    }

    TEST_CASE("what is found once is counted after that")
    {
        Launched k{"kernel void k(global int* a)\n{\n    a[get_global_id(0) + 100] = 1;\n}\n"};
        k.empty(16).run(64, 16);
        REQUIRE(k.outcome.findings.size() == 1);
        CHECK(k.outcome.findings[0].count == 64);
    }

    TEST_CASE("beyond a part of a buffer the rest of it is changed all the same, and it is told")
    {
        Launched k{"kernel void k(global int* a)\n{\n    a[2] = 9;\n    a[-2] = 9;\n    a[-1] = 9;\n}\n"};
        k.buffer<int>({1, 2, 3, 4});
        k.cut(0, 4, 8); // the middle two
        k.run(1, 1);
        CHECK(k.found(Fault::outside, 3));
        CHECK(k.found(Fault::outside, 4));
        CHECK(k.read<int>(0) == std::vector<int>{9, 2, 3, 9});
    }

    TEST_CASE("a plain read beside an atomic is a race, volatile or not, and is told what to write")
    {
        Launched k{"kernel void k(volatile global int* a, global int* b)\n{\n    int i = get_global_id(0);\n "
                   "   if (i == 0)\n"
                   "        atomic_inc(a);\n    else\n        b[i] = a[0];\n}\n"};
        k.buffer<int>({0}).empty(8).run(2, 1);
        REQUIRE(k.found(Fault::race, 7));
        CHECK(k.told() ==
              "line 7: a race on a[0]: work-item (1) reads it, work-item (0) writes it in line 5, and "
              "nothing says who comes first\n"
              "    5 | atomic_inc(a);\n"
              "    7 | b[i] = a[0];\n"
              "    beside atomics every access is one: atomic_or(p, 0) reads, atomic_xchg(p, value) "
              "writes\n");
        Launched both{"kernel void k(volatile global int* a, global int* b)\n{\n    int i = "
                      "get_global_id(0);\n    if (i == 0)\n"
                      "        atomic_inc(a);\n    else\n        b[i] = atomic_or(a, 0);\n}\n"};
        both.buffer<int>({0}).empty(8);
        CHECK(both.run(2, 1).findings.empty());
    }

    TEST_CASE("a conversion is defined up to the least and the largest integer, as it rounds")
    {
        Launched k{
            "kernel void k(global float* x, global long* a)\n{\n    a[0] = convert_long(x[0]);\n    a[1] = "
            "convert_uchar_rtz(x[1]);\n    a[2] = convert_uchar_rte(x[1]);\n}\n"};
        k.buffer<float>({-0x1p63F, 255.5F}).empty(24).run(1, 1);
        CHECK(!k.found(Fault::unwritten, 3));
        CHECK(!k.found(Fault::unwritten, 4));
        CHECK(k.found(Fault::unwritten, 5)); // 256
    }
}
