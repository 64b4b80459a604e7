// Tests of the plan, on invented devices and on this machine's own.
#include "invented_device.hpp"
#include "pieces.hpp"

#include <lockstep/exercise.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace lockstep;

namespace
{

constexpr cl_ulong gib = 1U << 30U;

struct Limits
{
    cl_ulong memory;
    cl_ulong buffer;
};

std::string in_words(const std::optional<Plan>& plan)
{
    if (!plan) return "no plan";
    return std::to_string(plan->pieces) + " pieces of " + std::to_string(plan->elements) + " elements";
}

void check(const Limits& limits, std::size_t n, const std::vector<std::size_t>& bytes,
           const std::optional<Plan>& expected)
{
    InventedDevice device;
    device.answer(CL_DEVICE_GLOBAL_MEM_SIZE, limits.memory);
    device.answer(CL_DEVICE_MAX_MEM_ALLOC_SIZE, limits.buffer);
    const auto got = plan(cl::Device{device.id()}, n, bytes);
    std::string each;
    for (const std::size_t of_one : bytes) each += (each.empty() ? "" : ", ") + std::to_string(of_one);
    INFO("memory for ", limits.memory, " bytes, ", limits.buffer, " for a single buffer; ", n,
         " elements, which take ", each, " bytes in their buffers");
    if (got != expected) FAIL("plan returns ", in_words(got), "; expected ", in_words(expected), ".");
}

} // namespace

TEST_CASE("what fits goes in one piece")
{
    check({4 * gib, gib}, 1000, {4, 4}, Plan{1, 1000});
    check({4 * gib, gib}, gib / 4, {4}, Plan{1, gib / 4});
    check({4096, 4096}, 384, {4, 4}, Plan{1, 384}); // exactly three quarters
}

TEST_CASE("no buffer is larger than a single one may be")
{
    check({16 * gib, 4 * gib}, 3 * gib, {4}, Plan{3, gib});
    check({16 * gib, gib}, gib / 4 + 1, {4}, Plan{2, gib / 8 + 1});
    check({16 * gib, gib}, gib, {1, 8, 2}, Plan{8, gib / 8}); // the second comes to it first
}

TEST_CASE("all buffers together leave a quarter of the memory alone")
{
    check({4 * gib, 4 * gib}, gib, {4}, Plan{2, gib / 2});
    check({4096, 4096}, 385, {4, 4}, Plan{2, 193});
    check({4 * gib, gib}, 700'000'000, {4, 8}, Plan{6, 116'666'667});       // a single buffer decides
    check({4 * gib, gib}, 700'000'000, {4, 4, 4, 4}, Plan{4, 175'000'000}); // all together do
}

TEST_CASE("pieces are as short as their number allows")
{
    check({1024, 8}, 10, {1}, Plan{2, 5});
    check({1024, 8}, 17, {1}, Plan{3, 6});
    check({1024, 8}, 16, {1}, Plan{2, 8});
    check({1024, 1}, 5, {1}, Plan{5, 1});
}

TEST_CASE("nothing to send needs no piece, and what does not fit has no plan")
{
    check({4 * gib, gib}, 0, {4, 8}, Plan{0, 0});
    check({1024, 256}, 5, {257}, {});
    check({1024, 256}, 5, {1, 256, 1}, Plan{5, 1});
    check({1024, 1024}, 1, {400, 400}, {});
    check({1024, 256}, 0, {257}, Plan{0, 0});
}

TEST_CASE("sizes beyond 32 bits, and up to all 64, are right")
{
    constexpr cl_ulong large = cl_ulong{1} << 62U;
    check({large, large}, SIZE_MAX, {8}, Plan{43, SIZE_MAX / 43 + 1}); // 42.7 times three quarters of it
    check({large, large / 4}, large, {1}, Plan{4, large / 4});
    check({64 * gib, 16 * gib}, 100 * gib, {16, 16}, Plan{100, gib});
    check({large, large}, 1, {large / 2, large / 2, large, large, large, 4},
          {}); // 4 more than 2^64 bytes together
    check({4 * gib, gib}, 1, {cl_ulong{1} << 63U, cl_ulong{1} << 63U}, {});
}

TEST_CASE("this machine's own device is asked")
{
    const cl::Device& device = Exercise::get().device();
    const std::size_t buffer = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    const std::size_t all = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() / 4 * 3;
    const std::size_t most = std::min(buffer, all);
    const std::vector<std::size_t> bytes{1};
    const auto one = plan(device, most, bytes), two = plan(device, most + 1, bytes);
    if (!one || one->pieces != 1 || !two || two->pieces != 2)
        FAIL("Here ", most, " bytes fit in one piece, and one more in two; plan returns ", in_words(one),
             " and ", in_words(two), ".");
}
