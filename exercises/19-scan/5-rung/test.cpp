// Tests of the reader's rung: blocks and their sums, then whole arrays as the ladder launches them.
#include <lockstep/kernel_set.hpp>

#include <algorithm>
#include <type_traits>

using namespace lockstep;

namespace
{

/// Small multiples of a quarter as floats, so that every order of additions gives the same sums; uints that wrap
/// around.
template <typename T>
std::vector<T> values(std::size_t n)
{
    if constexpr (std::is_same_v<T, float>) {
        std::vector<float> all;
        for (const cl_uint value : random_uints(n, 1900 + n, 17))
            all.push_back(static_cast<float>(value) / 4.0F - 1.25F);
        return all;
    } else
        return random_uints(n, 1900 + n, 0xF0000000U);
}

template <typename T>
std::string name_of()
{
    return std::is_same_v<T, float> ? "float" : "uint";
}

template <typename T>
cl::Kernel kernel_of(const std::string& name, std::initializer_list<std::string> parameters,
                     std::size_t group)
{
    return Exercise::get().kernel("rung.cl", name, parameters,
                                  "-D ELEMENT=" + name_of<T>() + " -D GROUP=" + std::to_string(group) +
                                      " -D BLOCK=" + std::to_string(4 * group));
}

template <typename T>
cl::Kernel scan_kernel(std::size_t group)
{
    const std::string type = "global " + name_of<T>() + "*";
    return kernel_of<T>("scan_blocks_in_registers", {type, type, type, "uint"}, group);
}

// For blocks that are none of the kernel set's, and for sums that depend on the order of the additions.
template <typename T>
std::vector<T> scanned_by_host(const std::vector<T>& in, std::size_t block)
{
    std::vector<T> expected(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
        expected[i] = static_cast<T>((i % block == 0 ? T{} : expected[i - 1]) + in[i]);
    return expected;
}

/// @param launched work-groups, if not all.
template <typename T>
void check_blocks(const std::vector<T>& in, std::size_t group, const std::vector<T>& expected,
                  Tolerance tolerance = {}, std::size_t launched = SIZE_MAX)
{
    const std::size_t block = 4 * group, blocks = round_up(in.size(), block) / block,
                      begun = std::min(blocks, launched);
    std::vector<T> expected_sums(blocks);
    for (std::size_t b = 0; b < blocks; ++b)
        expected_sums[b] = expected[std::min((b + 1) * block, in.size()) - 1];
    const auto device_in = input("in", in), out = output<T>("out", in.size()),
               sums = output<T>("sums", blocks);
    launch(scan_kernel<T>(group), covering(begun * group, group), device_in, out, sums, in.size());
    INFO("n ", in.size(), ", ", name_of<T>(), "s, ", begun, " work-groups of ", group);
    expect_part(
        "out", expected, out.read(), [&](std::size_t i) { return i < begun * block; }, tolerance);
    expect_part(
        "sums", expected_sums, sums.read(), [&](std::size_t b) { return b < begun; }, tolerance);
}

template <typename T>
void check_blocks(const std::vector<T>& in, std::size_t group)
{
    check_blocks(in, group, scanned_blocks(in, 4 * group).values);
}

/// Two levels; the second is one block.
void check_array(std::size_t n, std::size_t group)
{
    const std::size_t blocks = round_up(n, 4 * group) / (4 * group);
    const std::vector<cl_uint> in = values<cl_uint>(n);
    const auto device_in = input("in", in), out = output<cl_uint>("out", n),
               sums = output<cl_uint>("sums", blocks), sum_of_sums = output<cl_uint>("sum of sums", 1);
    cl::Kernel add = kernel_of<cl_uint>("add_block_sums", {"global uint*", "global uint*", "uint"}, group);
    launch(scan_kernel<cl_uint>(group), covering(blocks * group, group), device_in, out, sums, n);
    launch(scan_kernel<cl_uint>(group), covering(group, group), sums, sums, sum_of_sums, blocks);
    launch(add, covering((blocks - 1) * group, group), out, sums, n);
    INFO("n ", n, ", uints, work-groups of ", group);
    expect_agreed("out", scanned(in), out.read());
}

} // namespace

TEST_CASE("one block of uints is scanned")
{
    check_blocks(values<cl_uint>(1024), 256);
    if (!clean_stage()) check_blocks(std::vector<cl_uint>(1024, 1), 256);
}

TEST_CASE("every block begins anew and leaves its sum")
{
    check_blocks(values<float>(2 * 1024), 256);
    if (!clean_stage()) check_blocks(values<cl_uint>(4 * 1024), 256);
}

TEST_CASE("a block may be cut short anywhere")
{
    for (const std::size_t n : {1U, 2U, 3U, 4U, 5U, 125U, 126U, 127U, 129U, 250U})
        check_blocks(values<cl_uint>(n), 32);
    if (clean_stage()) return;
    for (const std::size_t n : {1021U, 1022U, 1023U, 1025U, 2000U}) check_blocks(values<cl_uint>(n), 256);
    check_blocks(values<float>(100001), 256);
}

TEST_CASE("smaller work-groups have smaller blocks")
{
    check_blocks(values<float>(256), 64);
    check_blocks(values<cl_uint>(300), 32);
}

TEST_CASE("groups of any multiple of 32 do")
{
    if (clean_stage()) return;
    const std::vector<cl_uint> uints = values<cl_uint>(3000);
    check_blocks(uints, 512, scanned_by_host(uints, 4 * 512));
    const std::vector<float> floats = values<float>(900);
    check_blocks(floats, 96, scanned_by_host(floats, 4 * 96));
}

TEST_CASE("what stands before a large float is not lost")
{
    // 2^60 takes in all that is added to it afterwards, in every order, up to its rounding. The sums before it are
    // as exact as ever, unless somebody had added it and takes it away again.
    std::vector<float> in = values<float>(2048);
    in[302] = 0x1p60F;
    check_blocks(in, 256, scanned_by_host(in, 4 * 256), {.relative = 1e-6});
    if (clean_stage()) return;
    for (const std::size_t group : {64U, 96U, 512U})
        check_blocks(in, group, scanned_by_host(in, 4 * group), {.relative = 1e-6});
}

TEST_CASE("blocks, their sums, and the sums added: a whole array")
{
    check_array(clean_stage() ? 601 : 50001, 64);
    if (!clean_stage()) check_array(100001, 256); // more than 16 bits count
}

TEST_CASE("a work-group scans its own block and no other")
{
    const std::vector<cl_uint> in = values<cl_uint>(3 * 256 + 70);
    check_blocks(in, 64, scanned_by_host(in, 256), {}, 2);
}

TEST_SUITE("lens")
{
    TEST_CASE("eight blocks of 1024 under the lens")
    {
        check_blocks(values<float>(8 * 1024), 256);
    }

    TEST_CASE("thirteen blocks of 512 and a part of one under the lens")
    {
        check_blocks(values<cl_uint>(13 * 512 + 301), 128);
    }
}
