// Tests of byte counters that stop at 255, four to a word: results, neighbours, and somebody in between.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>

using namespace lockstep;

namespace
{

using Bytes = std::vector<std::uint8_t>;
using Words = std::vector<cl_uint>;

constexpr std::size_t words = 64;

cl::Kernel count_kernel()
{
    return Exercise::get().kernel("bytes.cl", "count_bytes", {"global uchar*", "uint", "global uint*"});
}

/// `packed` with one more of `value`.
void count_one(Words& packed, std::uint8_t value)
{
    const unsigned shift = 8U * (value % 4U);
    cl_uint& word = packed.at(value / 4U);
    if ((word >> shift & 255U) < 255U) word += 1U << shift;
}

void check_count(const Bytes& bytes, std::size_t group, Words packed = Words(words, 0))
{
    const auto device_packed = input("packed", packed);
    for (const std::uint8_t value : bytes) count_one(packed, value);
    INFO(bytes.size(), " bytes, work-groups of ", group);
    launch(count_kernel(), covering(bytes.size(), group), input("bytes", bytes), bytes.size(), device_packed);
    expect_same("packed", packed, device_packed.read());
}

Bytes repeated(std::initializer_list<std::uint8_t> values, std::size_t times)
{
    Bytes bytes;
    for (std::size_t k = 0; k < times; ++k) bytes.insert(bytes.end(), values);
    return bytes;
}

/// The kernel when somebody comes in between: before each atomic operation that could change word 0, the next of the rivals'
/// words is put there, while there are some. They stand from packed[67] on, and packed[66] says how many they are;
/// packed[64] counts those that have come. packed[65] says whether the kernel has ever made a counter smaller.
cl::Kernel disturbed_kernel()
{
    const std::string lines = "void before_change(volatile global uint* p) {\n"
                              "    const uint came = p[64];\n"
                              "    if (came < p[66]) { p[64] = came + 1; atomic_xchg(p, p[67 + came]); }\n}\n"
                              "void after_change(volatile global uint* p, uint was, uint is) {\n"
                              "    for (uint s = 0; s < 32; s += 8)\n"
                              "        if ((is >> s & 255) < (was >> s & 255)) p[65] = 1;\n}\n";
    return behind(watched_atomics(lines), "bytes.cl", count_kernel());
}

/// One work-item counts `value`, of word 0, which is `before` when it looks and one after the other of `rivals` when it
/// changes it.
void check_disturbed(std::uint8_t value, cl_uint before, const Words& rivals)
{
    Words packed(words + 3, 0);
    packed[0] = before;
    packed[66] = static_cast<cl_uint>(rivals.size());
    packed.insert(packed.end(), rivals.begin(), rivals.end());
    const auto device_packed = input("packed", packed);
    launch(disturbed_kernel(), covering(1, 1), input("bytes", Bytes{value}), std::size_t{1}, device_packed);
    const Words after = device_packed.read();
    if (after.at(64) == 0)
        FAIL("a work-item counted ", int{value}, " and made no atomic operation that could change its word");
    const cl_uint last = rivals.at(after.at(64) - 1);
    INFO("a work-item that counts ", int{value}, " saw packed[0] as ", before,
         "; before it could change that, others had counted ", after.at(64), " times and made it ", last);
    Words expected(words, 0);
    expected[0] = last;
    count_one(expected, value);
    expect_same("packed", expected, Words(after.begin(), after.begin() + words));
    if (after.at(65) != 0)
        FAIL("for a moment a counter was smaller than before, as one of 255 is that somebody adds to");
}

} // namespace

TEST_CASE("a few bytes")
{
    check_count({7, 7, 200, 255, 0, 7, 4, 5}, 4);
    check_count({3}, 1);
}

TEST_CASE("four values share a word")
{
    check_count(repeated({8, 9, 10, 11}, 25), 20);
    check_count(repeated({252, 253, 254, 255, 255}, 30), 16);
}

TEST_CASE("a counter stops at 255")
{
    for (const std::size_t count : {254U, 255U, 256U, 257U})
        for (const std::uint8_t value : std::array<std::uint8_t, 4>{0, 1, 2, 3})
            check_count(repeated({value}, count), 32);
    check_count(repeated({250}, clean_stage() ? 600 : 70000), 64);
}

TEST_CASE("somebody counts a neighbour in between")
{
    check_disturbed(1, 0x00000000, {0x00010000});
    check_disturbed(3, 0x05060708, {0x05060709});
    check_disturbed(0, 0x000000FE, {0x010000FE});
}

TEST_CASE("somebody fills the counter in between")
{
    check_disturbed(0, 0x000000FE, {0x000000FF});
    check_disturbed(2, 0x01FE0203, {0x01FF0203});
    check_disturbed(3, 0xFE000000, {0xFF000000});
}

TEST_CASE("others count in between again and again")
{
    Words rivals;
    for (cl_uint k = 1; k <= 300; ++k) rivals.push_back(k << 8U); // neighbours of the lowest counter
    check_disturbed(0, 0, rivals);
    check_disturbed(3, 0, rivals);
}

TEST_CASE("a launch goes on from what is there")
{
    Words packed = random_uints(words, 3, 0xFFFFFFFF);
    check_count(random_bytes(300, 4), 16, packed);
    packed.assign(words, 0xFDFEFDFE);
    check_count(random_bytes(1000, 5), 50, packed);
}

TEST_CASE("every size and work-group")
{
    check_count({}, 8, Words(words, 0x01020304));
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_count(random_bytes(size.count, 60 + size.count), size.group);
    check_count(random_bytes(500, 6), 48);
    check_count({}, 8);
}

TEST_CASE("many work-items count at the same time")
{
    if (clean_stage()) return;
    for (int repeat = 0; repeat < 5; ++repeat) check_count(random_bytes(50'000, 8), 128);
}
