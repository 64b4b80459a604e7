// Tests of the reader's rung: blocks and their sums, then whole arrays as the ladder launches them.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

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
        for (const std::uint32_t value : random_uints(n, 1900 + n, 17))
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
Reference<T> scanned_by_host(const std::vector<T>& in, std::size_t block)
{
    Reference<T> expected{std::vector<T>(in.size()), {}};
    for (std::size_t i = 0; i < in.size(); ++i)
        expected.values[i] = static_cast<T>((i % block == 0 ? T{} : expected.values[i - 1]) + in[i]);
    return expected;
}

template <typename T>
void check_blocks(const std::vector<T>& in, std::size_t group, const Reference<T>& expected,
                  Tolerance tolerance = {})
{
    Exercise& exercise = Exercise::get();
    const std::size_t block = 4 * group;
    const std::size_t blocks = (in.size() + block - 1) / block;
    std::vector<T> expected_sums(blocks);
    for (std::size_t b = 0; b < blocks; ++b)
        expected_sums[b] = expected.values[std::min((b + 1) * block, in.size()) - 1];
    cl::Kernel kernel = scan_kernel<T>(group);
    const auto device_in = input("in", in);
    const auto out = output<T>("out", in.size());
    const auto sums = output<T>("sums", blocks);
    exercise.launch(kernel, {.global = cl::NDRange(blocks * group), .local = cl::NDRange(group)}, device_in,
                    out, sums, static_cast<cl_uint>(in.size()));
    INFO("n ", in.size(), ", ", name_of<T>(), "s, work-groups of ", group);
    expect_agreed("out", expected, out.read(), tolerance);
    exercise.expect_same("sums", expected_sums, sums.read(), tolerance);
    exercise.expect_same("in", in, device_in.read());
}

template <typename T>
void check_blocks(const std::vector<T>& in, std::size_t group)
{
    check_blocks(in, group, scanned_blocks(in, 4 * group));
}

/// Two levels; the second is one block.
void check_array(std::size_t n, std::size_t group)
{
    Exercise& exercise = Exercise::get();
    const std::size_t block = 4 * group;
    const std::vector<std::uint32_t> in = values<std::uint32_t>(n);
    const std::size_t blocks = (n + block - 1) / block;
    const auto device_in = input("in", in);
    const auto out = output<std::uint32_t>("out", n);
    const auto sums = output<std::uint32_t>("sums", blocks);
    const auto sum_of_sums = output<std::uint32_t>("sum of sums", 1);
    cl::Kernel scan = scan_kernel<std::uint32_t>(group);
    cl::Kernel add =
        kernel_of<std::uint32_t>("add_block_sums", {"global uint*", "global uint*", "uint"}, group);
    exercise.launch(scan, {.global = cl::NDRange(blocks * group), .local = cl::NDRange(group)}, device_in,
                    out, sums, static_cast<cl_uint>(n));
    exercise.launch(scan, {.global = cl::NDRange(group), .local = cl::NDRange(group)}, sums, sums,
                    sum_of_sums, static_cast<cl_uint>(blocks));
    exercise.launch(add, {.global = cl::NDRange((blocks - 1) * group), .local = cl::NDRange(group)}, out,
                    sums, static_cast<cl_uint>(n));
    INFO("n ", n, ", uints, work-groups of ", group);
    expect_agreed("out", scanned(in), out.read());
}

} // namespace

TEST_CASE("one block of uints is scanned")
{
    check_blocks(values<std::uint32_t>(1024), 256);
    if (!Exercise::get().clean_stage()) check_blocks(std::vector<std::uint32_t>(1024, 1), 256);
}

TEST_CASE("every block begins anew and leaves its sum")
{
    check_blocks(values<float>(2 * 1024), 256);
    if (!Exercise::get().clean_stage()) check_blocks(values<std::uint32_t>(4 * 1024), 256);
}

TEST_CASE("a block may be cut short anywhere")
{
    for (const std::size_t n : {1U, 2U, 3U, 4U, 5U, 125U, 126U, 127U, 129U, 250U})
        check_blocks(values<std::uint32_t>(n), 32);
    if (Exercise::get().clean_stage()) return;
    for (const std::size_t n : {1021U, 1022U, 1023U, 1025U, 2000U})
        check_blocks(values<std::uint32_t>(n), 256);
    check_blocks(values<float>(count_of_its_own("rung.cl")), 256);
    check_blocks(values<float>(100001), 256);
}

TEST_CASE("smaller work-groups have smaller blocks")
{
    check_blocks(values<float>(256), 64);
    check_blocks(values<std::uint32_t>(300), 32);
    if (!Exercise::get().clean_stage()) check_blocks(values<std::uint32_t>(1000), 64);
}

TEST_CASE("groups of any multiple of 32 do")
{
    if (Exercise::get().clean_stage()) return;
    const std::vector<std::uint32_t> uints = values<std::uint32_t>(3000);
    check_blocks(uints, 512, scanned_by_host(uints, 4 * 512));
    const std::vector<float> floats = values<float>(900);
    check_blocks(floats, 96, scanned_by_host(floats, 4 * 96));
}

TEST_CASE("what stands before a large float is not lost")
{
    // 2^60 takes in all that is added to it afterwards, in every order, up to its rounding. The sums before it are
    // as exact as ever, unless somebody had added it and takes it away again.
    std::vector<float> in = values<float>(2 * 1024);
    in[302] = 1152921504606846976.0F;
    check_blocks(in, 256, scanned_by_host(in, 4 * 256), {.relative = 1e-6});
    if (Exercise::get().clean_stage()) return;
    in.resize(2 * 1024 / 4);
    for (const std::size_t group : {64U, 96U, 128U, 512U})
        check_blocks(in, group, scanned_by_host(in, 4 * group), {.relative = 1e-6});
}

TEST_CASE("blocks, their sums, and the sums added: a whole array")
{
    check_array(Exercise::get().clean_stage() ? 601 : 50001, 64);
    if (!Exercise::get().clean_stage()) check_array(100001, 256); // more than 16 bits count
}

// The last case: Oclgrind 21.10 takes what is written to a freed buffer's place for uninitialised.
TEST_CASE("a work-group scans its own block and no other")
{
    // Two work-groups are launched, of the four that there are values for.
    const std::size_t group = 64, block = 4 * group, launched = 2, blocks = 4, n = 3 * block + 70;
    const std::vector<std::uint32_t> in = values<std::uint32_t>(n);
    std::vector<std::uint32_t> expected = scanned_by_host(in, block).values, expected_sums(blocks, 1000);
    for (std::size_t b = 0; b < launched; ++b) expected_sums[b] = expected[(b + 1) * block - 1];
    std::fill(expected.begin() + static_cast<std::ptrdiff_t>(launched * block), expected.end(), 1000U);
    Exercise& exercise = Exercise::get();
    scan_kernel<std::uint32_t>(group); // ends the test when the file does not build: its message is better
    cl::Kernel kernel{program_behind("#define ELEMENT uint\n#define GROUP 64\n#define BLOCK 256\n" +
                                         told_of({.global = cl::NDRange(256), .local = cl::NDRange(64)}),
                                     "rung.cl"),
                      "scan_blocks_in_registers"};
    const auto device_in = input("in", in);
    const auto out = input("out", std::vector<std::uint32_t>(n, 1000));
    const auto sums = input("sums", std::vector<std::uint32_t>(blocks, 1000));
    exercise.launch(kernel, {.global = cl::NDRange(launched * group), .local = cl::NDRange(group)}, device_in,
                    out, sums, static_cast<cl_uint>(n));
    INFO("n ", n, ", launched: work-groups 0 and 1 only, of ", group,
         "; what belongs to others held 1000 and must keep it");
    exercise.expect_same("out", expected, out.read());
    exercise.expect_same("sums", expected_sums, sums.read());
}

TEST_SUITE("lens")
{
    TEST_CASE("eight blocks of 1024 under the lens")
    {
        check_blocks(values<float>(8 * 1024), 256);
    }

    TEST_CASE("thirteen blocks of 512 and a part of one under the lens")
    {
        check_blocks(values<std::uint32_t>(13 * 512 + 301), 128);
    }
}
