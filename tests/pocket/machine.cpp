// Tests of the machine: lanes in lockstep, groups that all get on, control flow and results.
#include "launched.hpp"

#include <numeric>

using namespace lockstep::pocket;
using namespace lockstep::pocket::test;

namespace
{

// What a kernel "k(global int* a)" leaves in `count` ints, for work-items as many in one group.
std::vector<int> ints(const std::string& body, std::size_t count)
{
    Launched k{"kernel void k(global int* a)\n{\n    int i = get_global_id(0);\n    " + body + "\n}\n", 200};
    k.empty(count * sizeof(int));
    const Outcome& outcome = k.run(count, count);
    for (const Finding& finding : outcome.findings) FAIL_CHECK(finding.sentence);
    return k.read<int>(0);
}

} // namespace

TEST_SUITE("machine")
{
    TEST_CASE("lanes part at branches and loops, and join again")
    {
        CHECK(ints("if (i % 2 == 0) a[i] = i; else if (i == 3) a[i] = 30; else a[i] = -i;", 6) ==
              std::vector<int>{0, -1, 2, 30, 4, -5});
        CHECK(ints("int s = 0; for (int k = 0; k < i; ++k) { if (k == 2) continue; if (k == 5) break; s += "
                   "k; } a[i] = s;",
                   8) == std::vector<int>{0, 0, 1, 1, 4, 8, 8, 8});
        CHECK(ints("int s = 0; do { s += 10; } while (s < 10 * i); a[i] = s;", 4) ==
              std::vector<int>{10, 10, 20, 30});
        CHECK(ints("int s = 0; while (1) { if (++s > i) break; } a[i] = s;", 4) ==
              std::vector<int>{1, 2, 3, 4});
    }

    TEST_CASE("a loop that only counts takes no time, and leaves its counter as it would")
    {
        Launched k{"kernel void k(global int* a)\n{\n    int i = get_global_id(0), j;\n"
                   "    for (j = 0; j < 2000000000; ++j) ;\n    a[i] = j;\n"
                   "    for (j = 5 * i; j < 7; j++) { }\n    a[i + 4] = j;\n"
                   "    for (volatile int v = 0; v < 10; ++v) ;\n}\n"};
        k.empty(32);
        const Outcome& outcome = k.run(4, 4);
        CHECK(outcome.findings.empty());
        CHECK(outcome.steps < 1000);
        CHECK(k.read<int>(0) ==
              std::vector<int>{2000000000, 2000000000, 2000000000, 2000000000, 7, 7, 10, 15});
    }

    TEST_CASE("constants that are vectors have one number in each component, as their type has it")
    {
        Launched k{"constant float4 whole = 3;\nconstant char3 narrow = 0x1234567;\n"
                   "constant int2 pair = (int2)(1, 2.5f);\nconstant uchar one = 0x1ff;\n"
                   "kernel void k(global int* a)\n{\n    a[0] = whole.s0 + 10 * whole.s3;\n"
                   "    a[1] = narrow.x + narrow.z;\n    a[2] = pair.x + 10 * pair.y;\n    a[3] = one;\n}\n"};
        k.empty(16);
        CHECK(k.run(1, 1).findings.empty());
        CHECK(k.read<int>(0) == std::vector<int>{33, 2 * 0x67, 21, 0xff});
    }

    TEST_CASE("a switch falls through, breaks, has a default, and continues a loop around it")
    {
        CHECK(ints("int s = 0; switch (i) { case 0: s = 1; break; case 1: s = 2; case 2: s += 3; break; "
                   "default: s = 9; } a[i] = s;",
                   5) == std::vector<int>{1, 5, 3, 9, 9});
        CHECK(ints("int s = 0; for (int k = 0; k < 4; ++k) { switch (k) { case 1: continue; case 2: break; } "
                   "s += 1; } a[i] = s;",
                   2) == std::vector<int>{3, 3});
    }

    TEST_CASE("functions return from anywhere, and change what they are given")
    {
        Launched k{
            "int early(int i) { for (int k = 0; k < 10; ++k) if (k == i) return 100 + k; return -1; }\n"
            "void twice(int* x) { *x *= 2; }\n"
            "struct pair { int first; int second; };\nstruct pair swapped(struct pair p) { struct pair q; "
            "q.first = p.second; q.second = p.first; return q; }\n"
            "kernel void k(global int* a) { int i = get_global_id(0), x = early(i); twice(&x); struct pair p "
            "= {i, x}; a[i] = swapped(p).first + swapped(p).second; }\n"};
        k.empty(48);
        CHECK(k.run(12, 12).findings.empty());
        CHECK(k.read<int>(0) == std::vector<int>{200, 203, 206, 209, 212, 215, 218, 221, 224, 227, 8, 9});
    }

    TEST_CASE("&& and || ask their right side only where it counts")
    {
        CHECK(ints("int x = 0; if (i > 1 && (x = 5) > 0) { } if (i < 1 || (x += 1) > 0) { } a[i] = x;", 4) ==
              std::vector<int>{0, 1, 6, 6});
    }

    TEST_CASE("integers wrap, shift by their width, and keep their sign")
    {
        CHECK(ints("a[i] = i == 0 ? 2147483647 + (i + 1) : i == 1 ? -7 / 2 : i == 2 ? -7 % 3 : i == 3 ? -8 "
                   ">> 1 : (int)(uchar)300;",
                   5) == std::vector<int>{-2147483647 - 1, -3, -1, -4, 44});
        CHECK(ints("uint u = 0u - 1; a[i] = i == 0 ? u > 5 : (int)(u >> 28);", 2) == std::vector<int>{1, 15});
    }

    TEST_CASE("vectors: components, comparisons, conversions, shuffles")
    {
        CHECK(
            ints(
                "int4 v = (int4)(1, 2, 3, 4); v.xw = v.wx; v.s2 *= 10; int4 less = v < 4; a[i] = i == 0 ? "
                "v.x : i == 1 ? v.z : i == 2 ? less.y : dot(convert_float4(v), (float4)(1.0f)) > 36 ? 1 : 0;",
                4) == std::vector<int>{4, 30, -1, 1});
        CHECK(ints("uchar4 b = (uchar4)(250, 1, 2, 3); a[i] = i == 0 ? convert_uchar_sat(300) : i == 1 ? (b "
                   "+ (uchar4)(10)).x : i == 2 ? convert_int_rte(2.5f) : as_int(1.0f);",
                   4) == std::vector<int>{255, 4, 2, 0x3f800000});
        CHECK(ints("float8 v = vload8(0, (float[8]){1, 2, 3, 4, 5, 6, 7, 8}); a[i] = (int)(v.even.y * 10 + "
                   "v.hi.x);",
                   1) == std::vector<int>{35});
    }

    TEST_CASE("a text in quotes is constant memory")
    {
        CHECK(ints("constant char* t = i == 1 ? \"ab\" \"c\" : \"xyz\"; a[i] = t[i] + 1000 * t[3];", 3) ==
              std::vector<int>{'x', 'b', 'z'});
    }

    TEST_CASE("a half is false if it is zero, with either sign")
    {
        Launched k{"#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nkernel void k(global const half* h, "
                   "global int* a)\n{\n"
                   "    int i = get_global_id(0);\n    half x = h[i];\n    if (x) a[i] = 1; else a[i] = x ? "
                   "2 : !x ? 3 : 4;\n}\n"};
        k.buffer<std::uint16_t>({0, 0x8000, 1, 0x3c00}).empty(16);
        CHECK(k.run(4, 4).findings.empty());
        CHECK(k.read<int>(1) == std::vector<int>{3, 3, 1, 1});
    }

    TEST_CASE("floats are rounded as single precision, and fused where fma says so")
    {
        Launched k{"kernel void k(global float* a) { float x = a[0], y = a[1]; a[0] = x * x - y; a[1] = "
                   "fma(x, x, -y); }\n"};
        const float x = 1.0F + 0x1p-12F, y = x * x;
        k.buffer<float>({x, y}).run(1, 1);
        CHECK(k.read<float>(0)[0] == 0.0F);
        CHECK(k.read<float>(0)[1] == 0x1p-24F);
    }

    TEST_CASE("sizes and places of fields are those of the language")
    {
        Launched k{"struct s { char c; float3 v; short h; double d; };\nstruct __attribute__((packed)) p { "
                   "char c; int i; };\nunion u { int i; float4 f; };\n"
                   "kernel void k(global int* a) { a[0] = sizeof(struct s); a[1] = sizeof(float3); a[2] = "
                   "sizeof(int[3][5]); a[3] = sizeof(struct p); "
                   "a[4] = sizeof(union u); union u w; w.f = (float4)(1.0f); a[5] = w.i; }\n"};
        k.empty(24).run(1, 1);
        CHECK(k.read<int>(0) == std::vector<int>{48, 16, 60, 5, 16, 0x3f800000});
    }

    TEST_CASE("a typedef that asks for less alignment is read and written where it may lie")
    {
        Launched k{"typedef float4 anywhere __attribute__((aligned(4)));\n"
                   "kernel void k(global float* a)\n{\n"
                   "    *(global anywhere*)(a + 5) = *(global const anywhere*)(a + 1) * 2.0f;\n"
                   "    a[0] = dot(*(global float4*)(a + 2), (float4)(1.0f));\n}\n"};
        k.buffer<float>({0, 1, 2, 3, 4, 0, 0, 0, 0}).run(1, 1);
        CHECK(k.read<float>(0)[5] == 2.0F);
        CHECK(k.read<float>(0)[8] == 8.0F);
        CHECK(k.told() ==
              "line 5: this reads 16 bytes of a at its byte 8, which is no multiple of 16 (work-item (0))\n"
              "    5 | a[0] = dot(*(global float4*)(a + 2), (float4)(1.0f));\n");
    }

    TEST_CASE("work-items know where they are, in two dimensions and with a rest")
    {
        CHECK(ints("a[i] = get_local_size(0) * 100 + get_num_groups(0) * 10 + get_group_id(0) + "
                   "get_local_id(1) + (get_global_size(2) - 1);",
                   2) == std::vector<int>{210, 210});
    }

    TEST_CASE("groups all get on: each waits for the one before it, in whatever order they run")
    {
        const std::string text =
            "kernel void k(volatile global int* turn, global int* a)\n{\n    int g = get_group_id(0);\n"
            "    if (get_local_id(0) == 0) {\n        while (atomic_or(turn, 0) != g) { }\n        a[g] = g "
            "* g;\n        atomic_inc(turn);\n    }\n}\n";
        for (const std::uint64_t seed : {0U, 1U, 7U}) {
            Launched k{text};
            k.options.seed = seed;
            k.options.groups_at_once = 64;
            k.buffer<int>({0}).empty(64 * sizeof(int));
            CHECK(k.run(64 * 8, 8).findings.empty());
            CHECK(k.read<int>(1)[63] == 63 * 63);
        }
    }

    TEST_CASE("a reduction in local memory is right for every width of sub-group")
    {
        const std::string text =
            "kernel void k(global const int* in, global int* out, local int* t)\n{\n    uint l = "
            "get_local_id(0);\n    t[l] = in[get_global_id(0)];\n"
            "    for (uint d = get_local_size(0) / 2; d > 0; d /= 2) {\n        "
            "barrier(CLK_LOCAL_MEM_FENCE);\n        if (l < d) t[l] += t[l + d];\n    }\n"
            "    if (l == 0) out[get_group_id(0)] = t[0];\n}\n";
        std::vector<int> in(256);
        std::iota(in.begin(), in.end(), 1);
        for (const unsigned lanes : {4U, 16U, 32U, 64U}) {
            Launched k{text};
            k.options.lanes = lanes;
            k.buffer(in).empty(8).local(512);
            CHECK(k.run(256, 128).findings.empty());
            CHECK(k.read<int>(1) == std::vector<int>{128 * 129 / 2, 256 * 257 / 2 - 128 * 129 / 2});
        }
    }

    TEST_CASE("lists give arrays, structures and unions their first values, in any order and with brackets "
              "left out")
    {
        CHECK(
            ints("int q[2][2] = {1, 2, {3}}; a[i] = 1000 * q[0][0] + 100 * q[0][1] + 10 * q[1][0] + q[1][1];",
                 1) == std::vector<int>{1230});
        CHECK(ints("int q[4] = {[2] = 5, 6}; a[i] = 100 * q[0] + 10 * q[2] + q[3];", 1) ==
              std::vector<int>{56});
        CHECK(ints("struct t { int x, y; } q = {.y = 1, .x = 2}, r[2] = {3, 4, 5, 6}; a[i] = 1000 * q.x + "
                   "100 * q.y + "
                   "10 * r[0].y + r[1].x;",
                   1) == std::vector<int>{2145});
        CHECK(ints("union t { int x; float y; } q = {.y = 1.0f}; a[i] = q.x;", 1) ==
              std::vector<int>{0x3f800000});
        CHECK(ints("char text[] = \"abc\"; a[i] = 100 * (int)sizeof(text) + text[1];", 1) ==
              std::vector<int>{498});
        CHECK(ints("constant int table[3] = {7, 8, 9}; a[i] = table[i];", 3) == std::vector<int>{7, 8, 9});
    }

    TEST_CASE("a vector's component is found by its number, too")
    {
        CHECK(ints("int4 v = (int4)(5, 6, 7, 8); v[i] += 10; v[0] = 1; a[i] = v.x + v[1] * 100 + v[i];", 3) ==
              std::vector<int>{602, 1617, 618});
    }

    TEST_CASE("functions of sub-groups and groups")
    {
        CHECK(ints("a[i] = sub_group_reduce_add(i) + 1000 * sub_group_scan_inclusive_add(1);", 4) ==
              std::vector<int>{1006, 2006, 3006, 4006});
        CHECK(ints("a[i] = work_group_reduce_max(i) + work_group_any(i == 5);", 40) ==
              std::vector<int>(40, 40));
        CHECK(ints("a[i] = work_group_scan_exclusive_add(2);", 36)[35] == 70);
    }

    TEST_CASE("copies in the background, and printf")
    {
        Launched copies{
            "kernel void k(global const int* in, global int* out, local int* t)\n{\n    event_t e = "
            "async_work_group_copy(t, in, 16, 0);\n"
            "    wait_group_events(1, &e);\n    out[get_local_id(0)] = t[15 - get_local_id(0)];\n}\n"};
        std::vector<int> in(16);
        std::iota(in.begin(), in.end(), 0);
        copies.buffer(in).empty(64).local(64);
        CHECK(copies.run(16, 16).findings.empty());
        CHECK(copies.read<int>(1)[0] == 15);
        Launched prints{"kernel void k() { printf(\"%d %5.2f %s %v2d|\", (int)get_global_id(0), 1.5f, "
                        "\"text\", (int2)(3, 4)); }\n"};
        CHECK(prints.run(2, 2).printed == "0  1.50 text 3,4|1  1.50 text 3,4|");
    }
}
