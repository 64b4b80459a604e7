// Tests of the careful sum against a sum in double precision, which holds nearly all digits of these sums.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <cmath>
#include <regex>

using namespace lockstep;

namespace
{

constexpr std::size_t group = 256;

void check_sum(const std::vector<float>& in)
{
    const auto total = output<float>("total", 1);
    launch(Exercise::get().kernel("careful.cl", "careful_sum", {"global float*", "global float*", "uint"}),
           covering(group, group), input("in", in), total, in.size());
    INFO("count ", in.size());
    // Pairwise: 18 roundings of half a unit of at most the last place, and room.
    expect_agreed("total", sum(in), total.read(), {.ulps = 16});
}

std::size_t large_count()
{
    return std::size_t{1} << (clean_stage() ? 14U : 18U);
}

/// Ones, and 2^24 wherever `is_large`: at 2^24 a float's last place is 2, and a one more or less is lost.
std::vector<float> ones_and_large(std::size_t count, auto is_large)
{
    std::vector<float> values(count, 1.0F);
    for (std::size_t i = 0; i < count; ++i)
        if (is_large(i)) values[i] = 16777216.0F;
    return values;
}

} // namespace

TEST_CASE("every element is added once")
{
    for (const std::size_t count : {0U, 1U, 2U, 255U, 256U, 257U, 511U, 1000U, 4099U}) {
        const std::vector<std::uint32_t> in = random_uints(count, count, 1000);
        check_sum({in.begin(), in.end()}); // small and whole: exact in any order
    }
}

TEST_CASE("floats are all that is used")
{
    std::smatch found;
    const std::string code = code_of("careful.cl");
    if (std::regex_search(code, found, std::regex{R"(\b(convert_)?double\d*\b)"}))
        FAIL("careful.cl uses '", found.str(),
             "'. Many devices have no double: a second float keeps what is lost.");
}

TEST_CASE("a walk that begins with a large number loses none of the small ones")
{
    const std::size_t count = large_count(), each = count / group;
    check_sum(ones_and_large(count, [](std::size_t i) { return i < group; }));      // in steps of the group
    check_sum(ones_and_large(count, [](std::size_t i) { return i < 4 * group; }));  // four at a time
    check_sum(ones_and_large(count, [=](std::size_t i) { return i % each == 0; })); // through neighbours
    check_sum(ones_and_large(count, [=](std::size_t i) { return i % each < 4; }));  // four at a time
    check_sum(ones_and_large(count, [](std::size_t i) { return i % group == 0; })); // one work-item has them
}

TEST_CASE("numbers of every size are added up")
{
    std::vector<float> in = random_floats(large_count() - 77, 5, 0.0F, 1.0F);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = std::ldexp(in[i], static_cast<int>(i * 7 % 41));
    check_sum(in);
    in = ones_and_large(large_count(), [](std::size_t i) { return i < group; });
    for (float& value : in) value *= 0x1p-20F; // large and small are nothing absolute
    check_sum(in);
}

TEST_CASE("a few elements in a row are added with care, too")
{
    // Each row of so many elements begins with a large one, and whoever adds them as they come loses all others of it.
    if (clean_stage()) return;
    for (std::size_t row = 20; row <= 64; row += 4) {
        INFO("large numbers ", row, " elements apart, in the walks that take every 256th or in neighbours");
        const std::size_t count = 15 * row * group;
        check_sum(ones_and_large(count, [=](std::size_t i) { return i / group % row == 0; }));
        check_sum(ones_and_large(count, [=](std::size_t i) { return i % row == 0; }));
    }
}

TEST_CASE("many equal numbers are added up")
{
    if (clean_stage()) return;
    std::vector<float> in((1U << 25U) + 37, 0.1F); // more than a float can number
    for (std::size_t i = 0; i < in.size(); i += 2) in[i] = 0.9F;
    check_sum(in);
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
