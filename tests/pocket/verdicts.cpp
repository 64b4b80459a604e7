// Tests of what Pocket says of a finding, whole: the lines, the values, and what to write.
#include "launched.hpp"

using namespace lockstep::pocket;
using namespace lockstep::pocket::test;

namespace
{

const LaunchSizes square{.dimensions = 2, .global = {8, 8, 1}, .group = {8, 8, 1}};

} // namespace

TEST_SUITE("verdicts")
{
    TEST_CASE("a race tells both work-items, both lines, and where the barrier is missing")
    {
        Launched k{
            "kernel void turn(global const int* in, global int* out)\n{\n    local int tile[8][8];\n"
            "    int x = get_local_id(0), y = get_local_id(1);\n"
            "    tile[y][x] = in[y * 8 + x];\n    int place = x * 8 + y;\n    out[place] = tile[x][y];\n}\n"};
        k.buffer(std::vector<int>(64, 3)).empty(256);
        k.run(square);
        CHECK(k.told(0) == "line 7: a race on tile[1][0]: work-item (1, 0) reads it, work-item (0, 1) writes "
                           "it in line 5, and nothing says who comes first (39 times more)\n"
                           "    5 | tile[y][x] = in[y * 8 + x];\n"
                           "    7 | out[place] = tile[x][y];\n"
                           "    write barrier(CLK_LOCAL_MEM_FENCE); between line 5 and line 7\n");
        CHECK(k.told(1) == "line 7: this writes a value that nobody has written into `out` (work-item (4, "
                           "0)) (15 times more)\n"
                           "    5 | tile[y][x] = in[y * 8 + x];\n"
                           "    7 | out[place] = tile[x][y];\n"
                           "    it comes from tile[4][0], which line 7 reads\n"
                           "    line 5 writes `tile`: work-item (0, 0) to (7, 3) did, tile[0][0] to "
                           "tile[3][7]; write barrier(CLK_LOCAL_MEM_FENCE); between line 5 and line 7\n");
        CHECK(k.told(2) == "line 5: a race on tile[4][0]: work-item (0, 4) writes it, work-item (4, 0) reads "
                           "it in line 7, and nothing says who comes first (15 times more)\n"
                           "    5 | tile[y][x] = in[y * 8 + x];\n"
                           "    7 | out[place] = tile[x][y];\n"
                           "    write barrier(CLK_LOCAL_MEM_FENCE); between line 5 and line 7\n");
    }

    TEST_CASE("across groups no barrier helps")
    {
        Launched k{"kernel void k(global int* a)\n{\n    a[0] += 1;\n}\n"};
        k.buffer<int>({0}).run(2, 1);
        CHECK(k.told() == "line 3: a race on a[0]: work-item (1) reads it, work-item (0) writes it in the "
                          "same line, and nothing says who comes first (1 time more)\n"
                          "    3 | a[0] += 1;\n"
                          "    they are in different work-groups, which no barrier orders: use an atomic, or "
                          "give each group a place of its own and put these together in a second launch\n");
    }

    TEST_CASE("a race inside of groups and across them")
    {
        Launched k{"kernel void k(global int* a, global int* out)\n{\n    size_t i = get_global_id(0);\n"
                   "    a[i] = (int)i;\n    out[i] = a[max((int)i - 1, 0)];\n}\n"};
        k.empty(16).empty(16).run(4, 2);
        CHECK(k.told() ==
              "line 5: a race on a[0]: work-item (1) reads it, work-item (0) writes it in line 4, "
              "and nothing says who comes first (2 times more)\n"
              "    4 | a[i] = (int)i;\n"
              "    5 | out[i] = a[max((int)i - 1, 0)];\n"
              "    write barrier(CLK_GLOBAL_MEM_FENCE); between line 4 and line 5\n"
              "    work-items of different groups race here, too, which no barrier orders: use an "
              "atomic, or give each group a place of its own and put these together in a second "
              "launch\n");
    }

    TEST_CASE("a fence waits for nobody, and a barrier of the other memory orders nothing")
    {
        const std::string text =
            "kernel void k(global int* a, local int* t)\n{\n    uint l = "
            "get_local_id(0);\n    t[l] = (int)l;\n    ORDER;\n    a[l] = t[l ^ 1];\n}\n";
        Launched fence{"#define ORDER mem_fence(CLK_LOCAL_MEM_FENCE)\n" + text};
        fence.empty(16).local(16).run(4, 4);
        CHECK(fence.told() == "line 7: a race on t[1]: work-item (0) reads it, work-item (1) writes it in "
                              "line 5, and nothing says who comes first (3 times more)\n"
                              "    5 | t[l] = (int)l;\n"
                              "    7 | a[l] = t[l ^ 1];\n"
                              "    the fence in line 6 orders what one work-item does, and waits for no "
                              "other: write barrier(CLK_LOCAL_MEM_FENCE); there\n");
        Launched other{"#define ORDER barrier(CLK_GLOBAL_MEM_FENCE)\n" + text};
        other.empty(256).local(256).run(64, 64);
        CHECK(other.told() == "line 7: a race on t[1]: work-item (0) reads it, work-item (1) writes it in "
                              "line 5, and nothing says who comes first (63 times more)\n"
                              "    5 | t[l] = (int)l;\n"
                              "    7 | a[l] = t[l ^ 1];\n"
                              "    the barrier in line 6 orders global memory only: write "
                              "barrier(CLK_LOCAL_MEM_FENCE); there\n");
    }

    TEST_CASE("between the rounds of a loop a barrier stands at its end")
    {
        Launched k{"kernel void k(global int* a, local int* t)\n{\n    uint l = get_local_id(0);\n"
                   "    for (int i = 0; i < 3; ++i) {\n        t[l] = i;\n        "
                   "barrier(CLK_LOCAL_MEM_FENCE);\n        a[l] = t[63 - l];\n    }\n}\n"};
        k.empty(256).local(256).run(64, 64);
        CHECK(k.told() == "line 7: a race on t[31]: work-item (32) reads it, work-item (31) writes it in "
                          "line 5, and nothing says who comes first (63 times more)\n"
                          "    5 | t[l] = i;\n"
                          "    7 | a[l] = t[63 - l];\n"
                          "    line 7 of one round and line 5 of the next have no barrier between them: "
                          "write barrier(CLK_LOCAL_MEM_FENCE); at the end of the loop of line 4\n");
    }

    TEST_CASE("a line that reads its neighbour and writes itself")
    {
        Launched k{"kernel void k(local int* t)\n{\n    uint l = get_local_id(0);\n    t[l] = 1;\n    "
                   "barrier(CLK_LOCAL_MEM_FENCE);\n    if (l > 0) t[l] += t[l - 1];\n}\n"};
        k.local(256).run(64, 64);
        CHECK(k.told() == "line 6: a race on t[1]: work-item (1) writes it, work-item (2) reads it in the "
                          "same line, and nothing says who comes first (61 times more)\n"
                          "    6 | if (l > 0) t[l] += t[l - 1];\n"
                          "    read into a variable, write barrier(CLK_LOCAL_MEM_FENCE); in the next line, "
                          "and behind it write what was computed\n");
    }

    TEST_CASE("of a round's accesses and the next one's, in a loop with a fence")
    {
        Launched k{
            "kernel void k(global int* a, local int* t)\n{\n    uint l = get_local_id(0);\n    t[l] = a[l];\n"
            "    for (uint w = 32; w > 0; w /= 2) {\n        mem_fence(CLK_LOCAL_MEM_FENCE);\n        int x "
            "= l < "
            "w ? t[l + w] : 0;\n        if (l < w)\n            t[l] += x;\n    }\n    a[l] = t[l];\n}\n"};
        k.buffer(std::vector<int>(64, 1)).local(256).run(64, 64);
        REQUIRE(k.found(Fault::race, 7));
        for (std::size_t i = 0; i < k.outcome.findings.size(); ++i)
            if (k.outcome.findings[i].fault == Fault::race && k.outcome.findings[i].place.line == 7)
                k.outcome.findings.front() = k.outcome.findings[i];
        CHECK(k.told() == "line 7: a race on t[16]: work-item (0) reads it, work-item (16) writes it in line "
                          "9, and nothing says who comes first (30 times more)\n"
                          "    7 | int x = l < w ? t[l + w] : 0;\n"
                          "    9 | t[l] += x;\n"
                          "    the fence in line 6 orders what one work-item does, and waits for no other: "
                          "write barrier(CLK_LOCAL_MEM_FENCE); there\n");
    }

    TEST_CASE("what all write needs an atomic, not a barrier")
    {
        Launched k{"kernel void k(global int* best)\n{\n    int mine = get_global_id(0);\n    if (mine > "
                   "best[0])\n        best[0] = mine;\n}\n"};
        k.buffer<int>({0}).run(8, 8);
        CHECK(k.told() == "line 5: a race on best[0]: work-item (1) writes it, work-item (7) reads it in "
                          "line 4, and nothing says who comes first (6 times more)\n"
                          "    4 | if (mine > best[0])\n"
                          "    5 | best[0] = mine;\n"
                          "    no barrier orders what several write in one line: let one work-item write it, "
                          "give each a place of its own, or use an atomic\n");
    }

    TEST_CASE("an atomic and a plain access are ordered by a barrier as others are")
    {
        Launched k{
            "kernel void k(global int* a)\n{\n    local int count;\n    if (get_local_id(0) == 0)\n        "
            "count = 0;\n    atomic_inc(&count);\n    barrier(CLK_LOCAL_MEM_FENCE);\n    a[0] = count;\n}\n"};
        k.empty(4).run(4, 4);
        CHECK(k.told() == "line 6: a race on count: work-item (1) writes it, work-item (0) writes it in line "
                          "5, and nothing says who comes first\n"
                          "    5 | count = 0;\n"
                          "    6 | atomic_inc(&count);\n"
                          "    write barrier(CLK_LOCAL_MEM_FENCE); between line 5 and line 6\n");
    }

    TEST_CASE("a copy that nobody waits for is told through an array of one's own")
    {
        Launched k{"kernel void k(global const int* in, global int* out)\n{\n    local int t[4];\n    int "
                   "own[2];\n    "
                   "async_work_group_copy(t, in, 4, 0);\n    own[0] = t[get_local_id(0)];\n    own[1] = "
                   "own[0];\n    "
                   "out[get_local_id(0)] = own[1];\n}\n"};
        k.buffer<int>({1, 2, 3, 4}).empty(16).run(4, 4);
        CHECK(
            k.told() ==
            "line 8: this writes a value that nobody has written into `out` (work-item (0)) (3 times more)\n"
            "    5 | async_work_group_copy(t, in, 4, 0);\n"
            "    6 | own[0] = t[get_local_id(0)];\n"
            "    8 | out[get_local_id(0)] = own[1];\n"
            "    it comes from t[0], which line 6 reads\n"
            "    line 5 copies it there, which goes on until wait_group_events has waited for the copy's "
            "event\n");
    }

    TEST_CASE("an index is told as it was computed")
    {
        Launched rows{"kernel void k(global const int* in, global int* out, int columns)\n{\n    int i = "
                      "get_global_id(1), j = get_global_id(0);\n    out[0] = in[i * columns + j];\n}\n"};
        rows.buffer(std::vector<int>(28, 1)).empty(4).value(7);
        rows.run({.dimensions = 2, .global = {8, 4, 1}, .group = {8, 4, 1}});
        CHECK(rows.told() ==
              "line 4: this reads in[28], and `in` has 28 elements, 0 to 27 (work-item (7, 3))\n"
              "    4 | out[0] = in[i * columns + j];\n"
              "    i * columns + j = 3 * 7 + 7 = 28\n");
        Launched guard{"kernel void k(global int* a)\n{\n    uint i = get_global_id(0);\n    a[i] = 1;\n}\n"};
        guard.empty(40).run(16, 16);
        CHECK(guard.told() ==
              "line 4: this writes a[10], and `a` has 10 elements, 0 to 9 (work-item (10)) (5 times more)\n"
              "    4 | a[i] = 1;\n"
              "    i = 10\n"
              "    the launch has 16 work-items: those beyond the last element must do nothing\n");
        Launched below{
            "kernel void k(global int* a)\n{\n    uint i = get_global_id(0);\n    a[i] = a[i - 1];\n}\n"};
        below.buffer<int>({1, 2}).run(1, 1);
        CHECK(below.told() ==
              "line 4: this reads a[4294967295], and `a` has 2 elements, 0 to 1 (work-item (0))\n"
              "    4 | a[i] = a[i - 1];\n"
              "    i - 1 = 0 - 1 = 4294967295: below 0 an unsigned number goes on from its largest one\n");
        Launched two{
            "kernel void k(global int* a)\n{\n    local int tile[4][5];\n    int r = get_local_id(0);\n   "
            " tile[r + 1][2 * r] = 1;\n}\n"};
        two.empty(4).run(4, 4);
        CHECK(two.told() ==
              "line 5: this writes tile[5][1], and `tile` ends with tile[3][4] (work-item (3))\n"
              "    5 | tile[r + 1][2 * r] = 1;\n"
              "    r + 1 = 3 + 1 = 4; 2 * r = 2 * 3 = 6\n");
        Launched row{
            "typedef struct { float x, y; } point;\nkernel void k(global point* p, int n)\n{\n    global "
            "point* row = p + n;\n    row[get_local_id(0)].y = 1;\n}\n"};
        row.empty(32).value(3).run(2, 2);
        CHECK(row.told() == "line 5: this writes p[4].y, and `p` has 4 elements, 0 to 3 (work-item (1))\n"
                            "    5 | row[get_local_id(0)].y = 1;\n"
                            "    get_local_id(0) = 1; row leads to p[3]\n");
        Launched four{
            "kernel void k(global float* a)\n{\n    int i = get_local_id(0);\n    vstore4((float4)(1), i, "
            "a);\n}\n"};
        four.empty(28).run(2, 2);
        CHECK(four.told() ==
              "line 4: this writes 16 bytes from a[4] on, and `a` has 7 elements, 0 to 6 (work-item (1))\n"
              "    4 | vstore4((float4)(1), i, a);\n"
              "    i = 1; vstore4 counts in steps of 4 elements\n");
    }

    TEST_CASE("of an unwritten value who should have written it")
    {
        Launched half{
            "kernel void k(global int* a, local int* t)\n{\n    uint l = get_local_id(0);\n    if (l < 4)\n"
            "        t[l] = 1;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    int sum = 0;\n    for (int i = 0; i < "
            "8; ++i) sum += t[i];\n    a[l] = sum;\n}\n"};
        half.empty(32).local(32).run(8, 8);
        CHECK(half.told() ==
              "line 9: this writes a value that nobody has written into `a` (work-item (0)) (7 times more)\n"
              "    5 | t[l] = 1;\n"
              "    8 | for (int i = 0; i < 8; ++i) sum += t[i];\n"
              "    9 | a[l] = sum;\n"
              "    it comes from t[4], which line 8 reads\n"
              "    line 5 writes `t`: work-item (0) to (3) did, t[0] to t[3]\n");
        Launched even{"kernel void k(global int* a, local int* t)\n{\n    uint l = get_local_id(0);\n    if "
                      "(l % 2 == 0)\n"
                      "        t[l] = 1;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    a[l] = t[l];\n}\n"};
        even.empty(32).local(32).run(8, 8);
        CHECK(even.told() ==
              "line 7: this writes a value that nobody has written into `a` (work-item (1)) (3 times more)\n"
              "    5 | t[l] = 1;\n"
              "    7 | a[l] = t[l];\n"
              "    it comes from t[1], which line 7 reads\n"
              "    line 5 writes `t`: work-item (0) to (6) did, between t[0] and t[6]\n");
        Launched nobody{"kernel void k(global int* a, local int* t)\n{\n    a[0] = t[0];\n}\n"};
        nobody.buffer<int>({0}).local(4).run(1, 1);
        CHECK(nobody.told() ==
              "line 3: this writes a value that nobody has written into `a` (work-item (0))\n"
              "    3 | a[0] = t[0];\n"
              "    it comes from t[0], which line 3 reads\n"
              "    no line of the kernel writes `t`\n");
        Launched host{
            "kernel void k(global int* a, global const int* b)\n{\n    if (b[1] > 0) a[0] = 1;\n}\n"};
        host.buffer<int>({0}).empty(8).run(1, 1);
        CHECK(host.told() ==
              "line 3: this condition depends on a value that nobody has written (work-item (0))\n"
              "    3 | if (b[1] > 0) a[0] = 1;\n"
              "    it comes from b[1], which line 3 reads\n"
              "    no line of the kernel writes `b`: the host must fill it before, by clEnqueueWriteBuffer "
              "or clEnqueueFillBuffer\n");
        Launched own{
            "kernel void k(global int* a, int n)\n{\n    int i;\n    if (n > 3) i = 2;\n    a[i] = 1;\n}\n"};
        own.buffer<int>({0}).value(1).run(1, 1);
        CHECK(
            own.told() ==
            "line 5: this writes at a place that depends on a value that nobody has written (work-item (0))\n"
            "    3 | int i;\n"
            "    5 | a[i] = 1;\n"
            "    it comes from the variable of line 3, which has no value on the way that this work-item "
            "took\n");
    }

    TEST_CASE("who stays away from a barrier, and why")
    {
        Launched left{"kernel void k(global int* a, uint n)\n{\n    if (get_global_id(0) >= n) return;\n    "
                      "barrier(CLK_LOCAL_MEM_FENCE);\n    a[get_global_id(0)] = 1;\n}\n"};
        left.empty(256).value(40U).run(64, 64);
        CHECK(left.told() ==
              "line 4: this barrier is not reached by all work-items of the group: not by work-item (40)\n"
              "    4 | barrier(CLK_LOCAL_MEM_FENCE);\n"
              "    it left by the return in line 3\n");
        Launched branch{"kernel void k(global int* a)\n{\n    if (get_local_id(0) < 5)\n        "
                        "barrier(CLK_LOCAL_MEM_FENCE);\n}\n"};
        branch.empty(32).run(8, 8);
        CHECK(branch.told() ==
              "line 4: this barrier is not reached by all work-items of the group: not by work-item (5)\n"
              "    4 | barrier(CLK_LOCAL_MEM_FENCE);\n"
              "    the if in line 3 lets only some of them in\n");
        Launched parts{"kernel void k(global int* a)\n{\n    if (get_local_id(0) < 32)\n        "
                       "barrier(CLK_LOCAL_MEM_FENCE);\n}\n"};
        parts.empty(256).run(64, 64);
        CHECK(parts.told() == "line 4: this barrier was reached by work-item (0), while work-item (32) of "
                              "its group had ended; all of a group must reach the same barrier\n"
                              "    4 | barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    the if in line 3 lets only some of them in\n");
    }

    TEST_CASE("#line gives lines other numbers, here and where they are quoted")
    {
        Launched k{
            "#line 1000001\n// of the test\n#line 1\nkernel void k(global int* a)\n{\n    a[1] = 1;\n}\n"};
        k.empty(4).run(1, 1);
        CHECK(k.told() == "line 3: this writes a[1], and `a` has 1 element (work-item (0))\n"
                          "    3 | a[1] = 1;\n");
    }
}
