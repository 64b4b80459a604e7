// Tests of the order of a function's blocks, and of the replay in that order.
#include "replay.hpp"

#include "order.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace lockstep::lens;

namespace
{

using Graph = std::vector<std::vector<std::size_t>>;
using Blocks = std::vector<std::uint32_t>;

/// Writes down what a replay reports: "0x4 1x2" is segment 0 for four lanes, then segment 1 for two.
struct Writer : ReplaySink
{
    void issued(std::uint32_t segment, unsigned lanes, std::uint64_t times, std::uint64_t divergent) override
    {
        text += (text.empty() ? "" : " ") + std::to_string(segment) + "x" + std::to_string(lanes);
        if (times > 1) text += "*" + std::to_string(times);
        if (divergent != 0) text += "!";
    }

    void request(std::uint32_t, const Access&, std::span<const LaneAccess> lanes) override
    {
        requests += (requests.empty() ? "" : " ") + std::to_string(lanes.size());
    }

    std::string text;
    std::string requests;
};

LaneTrace trace(const Blocks& blocks)
{
    LaneTrace result;
    for (const std::uint32_t block : blocks) result.steps.push_back({block, 0, 1});
    return result;
}

/// The shapes of a graph's blocks, in reconvergence order.
std::vector<SegmentShape> shapes_of(const Graph& graph)
{
    std::vector<SegmentShape> shapes;
    const std::vector<unsigned> order = reconvergence_order(graph);
    for (std::size_t i = 0; i < graph.size(); ++i)
        shapes.push_back({order[i], graph[i].size() > 1 ? SegmentEnd::branch : SegmentEnd::plain, {}});
    return shapes;
}

std::string replayed(const std::vector<SegmentShape>& shapes, const std::vector<LaneTrace>& lanes)
{
    Replay replay;
    Writer writer;
    replay.run(lanes, shapes, writer);
    return writer.text;
}

} // namespace

TEST_SUITE("replay")
{
    TEST_CASE("a branch out of the innermost loop is an exit; one before a loop, or inside, is none")
    {
        // 0 guards the loop of 1 to 4; 2 chooses between 3 and 4; 4 goes on or leaves to 5.
        CHECK(loop_exits({{1, 5}, {2}, {3, 4}, {4}, {1, 5}, {}}) ==
              std::vector<bool>{false, false, false, false, true, false});
        // The loop of 2 inside that of 1 to 3: 2 leaves the inner one, 3 the outer; 1 breaks out of the outer.
        CHECK(loop_exits({{1}, {2, 4}, {2, 3}, {1, 4}, {}}) ==
              std::vector<bool>{false, true, true, true, false});
        CHECK(loop_exits({{0, 1}, {}}) == std::vector<bool>{true, false});
    }

    TEST_CASE("both arms of a branch stand before the block where they meet")
    {
        const auto order = reconvergence_order({{1, 2}, {3}, {3}, {}});
        CHECK(order[0] == 0);
        CHECK(order[3] == 3);
    }

    TEST_CASE("a loop stands together, before its exit, wherever the compiler put the exit")
    {
        // 1 is the loop's head, 2 its exit, 3 and 4 its body.
        for (const Graph& graph : {Graph{{1}, {2, 3}, {}, {4}, {1}}, Graph{{1}, {3, 2}, {}, {4}, {1}}}) {
            const auto order = reconvergence_order(graph);
            CHECK(order == std::vector<unsigned>{0, 1, 4, 2, 3});
        }
    }

    TEST_CASE("an inner loop stands inside the outer one")
    {
        // 1: outer head, 2: inner head and body, 3: outer latch, 4: exit.
        CHECK(reconvergence_order({{1}, {2, 4}, {2, 3}, {1}, {}}) == std::vector<unsigned>{0, 1, 2, 3, 4});
    }

    TEST_CASE("blocks that cannot be reached stand last")
    {
        CHECK(reconvergence_order({{2}, {2}, {}}) == std::vector<unsigned>{0, 2, 1});
        CHECK(reconvergence_order({}).empty());
    }

    TEST_CASE("lanes that take different arms run one after the other and meet again")
    {
        const auto shapes = shapes_of({{1, 2}, {3}, {3}, {}});
        const std::string text =
            replayed(shapes, {trace({0, 1, 3}), trace({0, 2, 3}), trace({0, 1, 3}), trace({0, 2, 3})});
        CHECK((text == "0x4! 1x2 2x2 3x4" || text == "0x4! 2x2 1x2 3x4"));
        CHECK(replayed(shapes, {trace({0, 1, 3}), trace({0, 1, 3})}) == "0x2 1x2 3x2");
    }

    TEST_CASE("lanes that leave a loop wait for the others")
    {
        // 1 is head and body of the loop.
        const auto shapes = shapes_of({{1}, {1, 2}, {}});
        CHECK(replayed(shapes, {trace({0, 1, 2}), trace({0, 1, 1, 1, 2})}) == "0x2 1x2! 1x1 1x1 2x2");
    }

    TEST_CASE("repeated executions are the same as single ones")
    {
        const auto shapes = shapes_of({{1}, {1, 2}, {}});
        LaneTrace twice = trace({0, 1, 2});
        twice.steps[1].repeats = 2;
        LaneTrace five_times = trace({0, 1, 2});
        five_times.steps[1].repeats = 5;
        CHECK(replayed(shapes, {twice, five_times}) == "0x2 1x2*2! 1x1*3 2x2");
        CHECK(replayed(shapes, {five_times, five_times}) == "0x2 1x2*5 2x2");
    }

    TEST_CASE("what one call touches of an image is one request, whatever the lanes' numbers of texels")
    {
        const int first = 0;
        const int second = 0;
        const std::vector<SegmentShape> shapes{{0, SegmentEnd::plain, {&first, &second}}};
        const auto reading = [&](unsigned of_first, unsigned of_second) {
            LaneTrace result;
            result.steps.push_back({0, of_first + of_second, 1});
            for (unsigned i = 0; i < of_first; ++i)
                result.accesses.push_back({8 * i, &first, 4, AccessKind::image_read});
            for (unsigned i = 0; i < of_second; ++i)
                result.accesses.push_back({8 * i, &second, 4, AccessKind::image_read});
            return result;
        };
        Replay replay;
        Writer same;
        replay.run(std::vector{reading(4, 1), reading(4, 1)}, shapes, same);
        CHECK(same.requests == "8 2");
        Writer different;
        replay.run(std::vector{reading(4, 1), reading(1, 0), reading(0, 4)}, shapes, different);
        CHECK(different.requests == "5 5");
    }

    TEST_CASE("inner loops are paired in each round of the outer one")
    {
        // 1: outer head, 2: inner loop, 3: outer latch.
        const auto shapes = shapes_of({{1}, {2, 3}, {2, 3}, {1, 4}, {}});
        const LaneTrace long_first = trace({0, 1, 2, 2, 3, 1, 3, 4});
        const LaneTrace long_second = trace({0, 1, 3, 1, 2, 2, 3, 4});
        CHECK(replayed(shapes, {long_first, long_second}) == "0x2 1x2! 2x1 2x1 3x2 1x2! 2x1 2x1 3x2 4x2");
    }

    TEST_CASE("lanes in a function called at two places are not issued together")
    {
        // Segment 0 branches to 1 and 2, which call the function with segment 3; 4 is where they meet.
        std::vector<SegmentShape> shapes = shapes_of({{1, 2}, {3}, {3}, {}});
        shapes.push_back(shapes[3]);
        shapes[1].end = shapes[2].end = SegmentEnd::call;
        shapes[3] = {0, SegmentEnd::back, {}};
        const std::string text = replayed(shapes, {trace({0, 1, 3, 4}), trace({0, 2, 3, 4})});
        CHECK((text == "0x2! 1x1 3x1 2x1 3x1 4x2" || text == "0x2! 2x1 3x1 1x1 3x1 4x2"));
        CHECK(replayed(shapes, {trace({0, 1, 3, 4}), trace({0, 1, 3, 4})}) == "0x2 1x2 3x2 4x2");
    }

    TEST_CASE("lanes that were in a function at the last barrier go on there")
    {
        std::vector<SegmentShape> shapes(2);
        shapes[0] = {5, SegmentEnd::back, {}};  // of the function
        shapes[1] = {1, SegmentEnd::plain, {}}; // of the kernel, behind the call
        LaneTrace inside = trace({0, 1});
        inside.calls = {0};
        CHECK(replayed(shapes, {inside, inside}) == "0x2 1x2");
        CHECK(replayed(shapes, {inside, trace({1})}) == "0x1 1x2");
    }

    TEST_CASE("an instruction that accesses memory more often in one lane keeps the others paired")
    {
        const int first = 1;
        const int second = 2;
        std::vector<SegmentShape> shapes(1);
        shapes[0].memory = {&first, &second};
        const auto lane = [&](unsigned firsts) {
            LaneTrace result;
            for (unsigned i = 0; i < firsts; ++i)
                result.accesses.push_back({0, &first, 4, AccessKind::global_load});
            result.accesses.push_back({0, &second, 4, AccessKind::global_load});
            result.steps.push_back({0, firsts + 1, 1});
            return result;
        };
        Replay replay;
        Writer writer;
        const std::vector<LaneTrace> lanes{lane(1), lane(2), lane(0)};
        replay.run(lanes, shapes, writer);
        CHECK(writer.requests == "2 1 3");
    }

    TEST_CASE("a sub-group without a work-item issues nothing")
    {
        CHECK(replayed({}, std::vector<LaneTrace>(4)) == "");
    }
}
