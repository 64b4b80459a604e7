// Tests of the total: whole numbers, so every total is exact.
#include <lockstep/exercise.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <regex>

using namespace lockstep;

namespace
{

cl::Kernel total_kernel()
{
    return Exercise::get().kernel("carry.cl", "add_up", {"global ulong*", "global uint*", "uint"});
}

std::vector<std::uint32_t> words(std::uint64_t number)
{
    return {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32U)};
}

/// Values of `bits` bits.
std::vector<cl_ulong> numbers(std::size_t count, std::uint64_t seed, unsigned bits)
{
    Random random{seed};
    std::vector<cl_ulong> values(count);
    for (cl_ulong& value : values) value = random.next() >> (64 - bits);
    return values;
}

/// The total is `begin` before. @param first,launched the work-items that are launched, if not all.
void check(const std::vector<cl_ulong>& values, std::size_t group, std::uint64_t begin = 0,
           std::size_t first = 0, std::size_t launched = SIZE_MAX)
{
    const auto total = input("total", words(begin));
    Launch how = covering(std::min(values.size(), launched), group);
    how.offset = cl::NDRange(first);
    launch(total_kernel(), how, input("values", values), total, values.size());
    INFO(values.size(), " values, the total was ", begin, " before");
    for (std::size_t i = first; i < values.size() && i - first < launched; ++i) begin += values[i];
    expect_same("total", words(begin), total.read());
}

} // namespace

TEST_CASE("small numbers are added up")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check(numbers(size.count, 251, 10), size.group);
}

TEST_CASE("the lower word carries into the upper one where it wraps around, and nowhere else")
{
    check({0xFFFFFFFF, 1}, 2);
    check({0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}, 4);
    check({0xFFFFFFFF, 0}, 2);
    check({0x100000000, 0x300000000}, 2, 0xFFFFFFFF);
    check({0x7FFFFFFF, 0x80000000}, 2);
    for (const Size1D& size : Exercise::get().sizes_1d()) check(numbers(size.count, 252, 32), size.group);
}

TEST_CASE("numbers of 64 bits are added to what the total was, modulo 2^64")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check(numbers(size.count, 253, 64), size.group);
    check({~cl_ulong{0}, ~cl_ulong{0}, ~cl_ulong{0}}, 1);
    for (const std::size_t group : {3U, 48U, 100U}) check(numbers(777, 254, 64), group);
    check({5, 6, 7}, 2, 0xFFFFFFFFFFFFFFFF);
    check({}, 8, 0xFFFFFFFFFFFFFFFF);
}

TEST_CASE("a carry is found although others add in between")
{
    // Before and behind whoever adds to the lower word, another adds 2^31 to the total and counts that in the third word. Who adds
    // 0 only looks, and may do so again and again. The pair begins at a multiple of eight bytes.
    const std::string other =
        "void another_adds(volatile global uint* place, uint x)\n{\n"
        "    if (((size_t)place & 7) != 0 || x == 0) return;\n"
        "    if (atomic_add(place, 0x80000000u) >= 0x80000000u) atomic_inc(place + 1);\n"
        "    atomic_inc(place + 2);\n}\n"
        "uint add_among_others(volatile global uint* place, uint x)\n{\n"
        "    another_adds(place, x);\n"
        "    const uint before = atomic_add(place, x);\n"
        "    another_adds(place, x);\n"
        "    return before;\n}\n"
        "#define atomic_add(place, x) add_among_others((place), (x))\n";
    const cl::Kernel kernel = behind(other, "carry.cl", total_kernel());
    for (const std::size_t count : {1, 2, 40, 300}) {
        const std::vector<cl_ulong> values = numbers(count, 259 + count, 33);
        const auto total = input("total", std::vector<std::uint32_t>{0, 0, 0, 0});
        launch(kernel, covering(count, 4), input("values", values), total, static_cast<cl_uint>(count));
        const std::vector<std::uint32_t> got = total.read();
        std::uint64_t expected = std::uint64_t{got[2]} << 31U;
        for (const cl_ulong value : values) expected += value;
        INFO(count, " values, and ", got[2], " times somebody else adds 2^31 in between");
        expect_same("total", words(expected), {got[0], got[1]});
    }
}

TEST_CASE("a launch of some work-items adds their numbers and no others")
{
    check(numbers(20, 260, 64), 4, 41, 8, 4);
    check(numbers(20, 260, 64), 4, 41, 16, 8);
}

TEST_CASE("atomics of 32 bits are all that is used")
{
    const std::string code = code_of("carry.cl");
    std::smatch found;
    if (std::regex_search(code, found, std::regex{R"(\batom_\w+|\batomic_u?long\b|\batomic_fetch\w*)"}))
        FAIL("carry.cl uses '", found.str(), "', which this fallback is there to do without");
}
