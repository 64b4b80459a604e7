// Tests of the rounding from float to bfloat16, bit by bit: all upper halves with the lower halves that decide.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>
#include <cstdio>

using namespace lockstep;

namespace
{

bool is_nan(cl_uint bits)
{
    return (bits & 0x7FFF'FFFF) > 0x7F80'0000;
}

/// The nearest upper half, for what is not a NaN.
cl_uint nearest(cl_uint bits)
{
    const cl_uint lower = bits & 0xFFFF, upper = bits >> 16;
    return lower > 0x8000 || (lower == 0x8000 && upper % 2 == 1) ? upper + 1 : upper;
}

cl::Kernel narrow_kernel()
{
    return Exercise::get().kernel("narrow.cl", "narrow", {"global float*", "global ushort*", "uint"});
}

std::string hexadecimal(cl_uint bits, int digits)
{
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "0x%0*X", digits, bits);
    return text.data();
}

void check(const std::vector<cl_uint>& numbers, std::size_t group = 64)
{
    cl::Kernel kernel = narrow_kernel();
    const auto in = input("in", numbers);
    const auto out = output<cl_ushort>("out", numbers.size());
    Exercise::get().launch(kernel, {.global = {round_up(numbers.size(), group)}, .local = {group}}, in, out,
                           static_cast<cl_uint>(numbers.size()));
    for (std::size_t i = 0; const cl_uint made : out.read()) {
        const cl_uint bits = numbers[i++];
        if (is_nan(bits) ? is_nan(made << 16) : made == nearest(bits)) continue;
        FAIL("in[", i - 1, "] is ", hexadecimal(bits, 8), ": out[", i - 1, "] must be ",
             is_nan(bits) ? "a NaN" : hexadecimal(nearest(bits), 4), ", and is ", hexadecimal(made, 4));
    }
    Exercise::get().expect_same("in", numbers, in.read());
}

/// All upper halves, or some in the stage clean, with this lower half; NaNs or all else.
std::vector<cl_uint> all_with(cl_uint lower, bool nans = false)
{
    std::vector<cl_uint> numbers;
    for (cl_uint upper = 0; upper < 0x10000; upper += Exercise::get().clean_stage() ? 255 : 1)
        if (const cl_uint bits = upper << 16 | lower; is_nan(bits) == nans) numbers.push_back(bits);
    return numbers;
}

} // namespace

TEST_CASE("numbers that fit stay as they are, zeros and infinities too")
{
    check({0, 0x8000'0000, 0x7F80'0000, 0xFF80'0000, 0x3F80'0000});
    check(all_with(0));
}

TEST_CASE("what is nearer to zero than the tie is cut")
{
    for (const cl_uint lower : {1U, 0x4000U, 0x7FFFU}) check(all_with(lower));
}

TEST_CASE("what is beyond the tie goes to the next number")
{
    for (const cl_uint lower : {0x8001U, 0xC000U, 0xFFFFU}) check(all_with(lower));
}

TEST_CASE("a tie goes to the even number")
{
    check(all_with(0x8000));
}

TEST_CASE("a NaN stays a NaN")
{
    for (const cl_uint lower : {0U, 1U, 0x7FFFU, 0x8000U, 0xFFFFU}) check(all_with(lower, true));
}

TEST_CASE("every size and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        check(random_uints(size.count, 282, 0xFFFF'FFFF), size.group);
    if (!Exercise::get().clean_stage()) check(random_uints((1U << 24) + 37, 284, 0xFFFF'FFFF));
}

TEST_CASE("each work-item makes its own element")
{
    cl::Kernel kernel = narrow_kernel();
    const auto in = input("in", std::vector<float>(61, 1.0F));
    const auto out = input("out", std::vector<cl_ushort>(61, 7));
    Exercise::get().launch(kernel, {.global = {16}, .local = {16}, .offset = {16}}, in, out, cl_uint{61});
    INFO("work-items 16 to 31 are launched, for 61 numbers");
    std::vector<cl_uint> expected(61, 7);
    std::fill_n(expected.begin() + 16, 16, 0x3F80);
    const std::vector<cl_ushort> made = out.read();
    Exercise::get().expect_same("out", expected, std::vector<cl_uint>(made.begin(), made.end()));
}
