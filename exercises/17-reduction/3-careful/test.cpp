// Tests of the careful sum against a sum in double precision, which holds every one of these sums exactly or
// nearly so.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

using namespace lockstep;

namespace
{

constexpr std::size_t group = 256;
constexpr std::uint64_t allowed_ulps =
    16; // pairwise: 18 roundings of half a unit of at most the last place, and room

void check_sum(const std::vector<float>& in)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("careful.cl", "careful_sum", {"global float*", "global float*", "uint"});
    const auto device_in = input("in", in.empty() ? std::vector<float>{NAN} : in);
    const auto total = output<float>("total", 1);
    exercise.launch(kernel, {.global = cl::NDRange(group), .local = cl::NDRange(group)}, device_in, total,
                    static_cast<cl_uint>(in.size()));
    INFO("count ", in.size());
    expect_agreed("total", sum(in), total.read(), {.ulps = allowed_ulps});
    if (!in.empty()) exercise.expect_same("in", in, device_in.read());
}

std::size_t large_count()
{
    return std::size_t{1} << (Exercise::get().clean_stage() ? 14U : 18U);
}

/// Ones, and 2^24 wherever `is_large`: at 2^24 a float's last place is 2, and a one more or less is lost.
template <typename Predicate>
std::vector<float> ones_and_large(std::size_t count, Predicate is_large)
{
    std::vector<float> values(count, 1.0F);
    for (std::size_t i = 0; i < count; ++i)
        if (is_large(i)) values[i] = 16777216.0F;
    return values;
}

/// The kernel's text without its comments.
std::string code_of(const std::filesystem::path& file)
{
    std::ifstream stream{file};
    const std::string text{std::istreambuf_iterator<char>{stream}, {}};
    return std::regex_replace(text, std::regex{R"(//[^\n]*|/\*[^*]*\*+([^/*][^*]*\*+)*/)"}, " ");
}

} // namespace

TEST_CASE("every element is added once")
{
    for (const std::size_t count : {1U, 2U, 255U, 256U, 257U, 511U, 1000U, 4099U}) {
        std::vector<float> in;
        for (const std::uint32_t k : random_uints(count, count, 1000))
            in.push_back(static_cast<float>(k + 1));
        check_sum(in); // small and whole: exact in any order, and one element is many units
    }
}

TEST_CASE("the sum of nothing is zero")
{
    check_sum({});
}

TEST_CASE("a work-item's walk that begins with a large number loses none of the small ones")
{
    check_sum(ones_and_large(large_count(), [](std::size_t i) { return i < group; }));
}

TEST_CASE("so does a walk through neighbours")
{
    const std::size_t each = large_count() / group;
    check_sum(ones_and_large(large_count(), [=](std::size_t i) { return i % each == 0; }));
}

TEST_CASE("and one that takes four at a time")
{
    check_sum(ones_and_large(large_count(), [](std::size_t i) { return i < 4 * group; }));
    const std::size_t each = large_count() / group;
    check_sum(ones_and_large(large_count(), [=](std::size_t i) { return i % each < 4; }));
}

TEST_CASE("large numbers may come late and in between")
{
    const std::size_t count = large_count() - 3;
    check_sum(ones_and_large(count, [=](std::size_t i) { return i + 300 > count; }));
    check_sum(ones_and_large(count, [](std::size_t i) { return i / group % 97 == 3; }));
}

TEST_CASE("numbers of every size are added up")
{
    std::vector<float> in = random_floats(large_count() - 77, 5, 0.0F, 1.0F);
    check_sum(in);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = std::ldexp(in[i], static_cast<int>(i * 7 % 41));
    check_sum(in);
}

TEST_CASE("the sums of the work-items are added in a tree, or with care")
{
    const std::size_t each =
        large_count() / group; // one work-item has the large numbers, whichever walk you choose
    check_sum(ones_and_large(large_count(), [](std::size_t i) { return i % group == 0; }));
    if (Exercise::get().clean_stage()) return;
    check_sum(ones_and_large(large_count(), [](std::size_t i) { return i % (4 * group) < 4; }));
    check_sum(ones_and_large(large_count(), [=](std::size_t i) { return i < each; }));
}

TEST_CASE("every count is summed with care")
{
    if (Exercise::get().clean_stage()) return;
    for (const std::size_t count : {9000U, 12000U, 16600U, 33000U, 65536U, 100003U, 300001U, 2000003U}) {
        const std::size_t each = count / group;
        check_sum(ones_and_large(count, [](std::size_t i) { return i < group; }));
        check_sum(ones_and_large(count, [=](std::size_t i) { return i % each == 0; }));
        check_sum(ones_and_large(count, [](std::size_t i) { return i < 4 * group; }));
        check_sum(ones_and_large(count, [=](std::size_t i) { return i % each < 4; }));
    }
}

TEST_CASE("a few elements in a row are added with care, too")
{
    // Each row of so many elements begins with a large one. Whoever adds them as they come loses all others of the
    // row, more than 16 units of the sum from 19 elements on: 15/16 of a power of two is where a unit is smallest.
    if (Exercise::get().clean_stage()) return;
    for (std::size_t row = 20; row <= 64; ++row) {
        INFO("large numbers ", row, " elements apart, in the walks that take every 256th or in neighbours");
        const std::size_t count = 15 * row * group;
        check_sum(ones_and_large(count, [=](std::size_t i) { return i / group % row == 0; }));
        check_sum(ones_and_large(count, [=](std::size_t i) { return i % row == 0; }));
    }
    for (const std::size_t row : {24U, 32U, 64U})
        check_sum(
            ones_and_large(15 * row * 4 * group, [=](std::size_t i) { return i / (4 * group) % row == 0; }));
}

TEST_CASE("many equal numbers are added up")
{
    if (Exercise::get().clean_stage()) return;
    check_sum(std::vector<float>(2000003, 0.1F));
    std::vector<float> in((1U << 25U) + 37, 0.1F); // more than a float can number
    for (std::size_t i = 0; i < in.size(); i += 2) in[i] = 0.9F;
    check_sum(in);
}

TEST_CASE("large and small are nothing absolute")
{
    if (Exercise::get().clean_stage()) return;
    for (const int exponent : {-80, 60}) {
        std::vector<float> in = ones_and_large(large_count(), [](std::size_t i) { return i < group; });
        for (float& value : in) value = std::ldexp(value, exponent);
        check_sum(in);
        in = random_floats(large_count() - 5, 6, 0.0F, 1.0F);
        for (float& value : in) value = std::ldexp(value, exponent);
        check_sum(in);
    }
}

TEST_CASE("all work-items share the walk")
{
    if (Exercise::get().clean_stage()) return; // what nobody brings is added
    if (skipped_for_local_memory()) return;
    constexpr std::size_t part = 32, count = 5000;
    check_sum({1}); // ends the test when the file does not build: its message is better
    cl::Kernel incomplete{program_behind(without_a_part(0, part, group), "careful.cl"), "careful_sum"};
    for (std::size_t absent = 0; absent < group / part; ++absent) {
        // No launch before has left these sums in local memory.
        const float value = 3.0F + static_cast<float>(absent);
        const auto in = input("in", std::vector<float>(count, value)),
                   total = input("total", std::vector<float>{-1});
        Exercise::get().launch(
            incomplete,
            {.global = cl::NDRange(group), .local = cl::NDRange(group), .offset = cl::NDRange(absent)}, in,
            total, static_cast<cl_uint>(count));
        if (total.read().front() == value * static_cast<float>(count))
            FAIL("The kernel was run over ", count, " elements without work-items ", absent * part, " to ",
                 absent * part + part - 1,
                 ", and its sum is that of all elements: somebody else does their work.");
    }
}

TEST_CASE("floats are all that is used")
{
    std::smatch found;
    const std::string code = code_of(Exercise::get().files() / "careful.cl");
    if (std::regex_search(code, found, std::regex{R"(\b((convert_|as_)?double(2|3|4|8|16)?|(__)?typeof)\b)"}))
        FAIL("careful.cl uses '", found.str(),
             "'. Many devices have no double, and most are slow with it: keep what is lost in a second "
             "float.");
}

TEST_SUITE("lens")
{
    TEST_CASE("65536 elements under the lens")
    {
        check_sum(random_floats(65536, 7, 0.0F, 1.0F));
    }

    TEST_CASE("60001 elements under the lens")
    {
        check_sum(random_floats(60001, 8, 0.0F, 1.0F));
    }
}
