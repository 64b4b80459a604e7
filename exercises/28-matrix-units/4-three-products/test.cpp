// Tests of the float product by three products of parts: against double precision, against the parts, and sums that are exact.
#include <lockstep/probes.hpp>
#include <lockstep/product_checks.hpp>

#include <bit>
#include <cmath>

using namespace lockstep;

namespace
{

const ProductKernel in_parts{"products.cl", "product", cl::NDRange(16, 16), 16, 16, {}, 0, true};

std::vector<float> multiplied(const ProductSize& size, const auto& a, const auto& b)
{
    cl::Kernel kernel =
        Exercise::get().kernel("products.cl", "product",
                               {"global float*", "global float*", "global float*", "uint", "uint", "uint"});
    const auto c = output<float>("c", size.rows * size.columns);
    const Launch launch{.global = {round_up(size.columns, 16), round_up(size.rows, 16)}, .local = {16, 16}};
    Exercise::get().launch(kernel, launch, input("a", a), input("b", b), c, static_cast<cl_uint>(size.rows),
                           static_cast<cl_uint>(size.columns), static_cast<cl_uint>(size.depth));
    return c.read();
}

float nearest_part(float value)
{
    const auto bits = std::bit_cast<cl_uint>(value);
    return std::bit_cast<float>((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF'0000);
}

/// The product of two floats, or three products of their parts.
double term(float x, float y, bool of_parts)
{
    const double upper_x = nearest_part(x), upper_y = nearest_part(y);
    const double lower_x = nearest_part(x - nearest_part(x)), lower_y = nearest_part(y - nearest_part(y));
    return of_parts ? upper_x * lower_y + lower_x * upper_y + upper_x * upper_y : double{x} * y;
}

/// Numbers from 1 to 2, times `scale` in a: no term is small beside the others.
void check_error(const ProductSize& size, float scale, bool of_parts, double bound)
{
    std::vector<float> a = random_floats(size.rows * size.depth, 290, 1, 2), expected;
    const std::vector<float> b = random_floats(size.columns * size.depth, 291, 1, 2);
    for (float& number : a) number *= scale;
    for (std::size_t i = 0; i < size.rows * size.columns; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < size.depth; ++k)
            sum += term(a[i / size.columns * size.depth + k], b[i % size.columns * size.depth + k], of_parts);
        expected.push_back(static_cast<float>(sum));
    }
    INFO("sums of ", size.depth, " products; an error of 1/", std::lround(1 / bound), " is allowed");
    Exercise::get().expect_same("c", expected, multiplied(size, a, b), {.relative = bound}, size.columns);
}

} // namespace

TEST_CASE("the error is at most 1/32,768 of the sum")
{
    check_error({9, 18, 40}, 1, false, 0x1p-15);
    if (Exercise::get().clean_stage()) return;
    for (const float scale : {0x1p-40F, -1.0F, 0x1p40F}) check_error({70, 60, 1}, scale, false, 0x1p-15);
}

TEST_CASE("three products of the nearest parts are added up, and no fourth")
{
    if (Exercise::get().clean_stage()) return; // which sees no difference
    for (const std::size_t depth : {1U, 4U}) check_error({70, 60, depth}, -1, true, 0x1p-20);
}

TEST_CASE("small products are not lost beside a large one")
{
    if (Exercise::get().clean_stage()) return;
    std::vector<float> numbers(1025, 1 + 0x1p-9F);
    numbers[0] = 0x1p20F;
    const std::vector<float> ones(1025, 1.0F), expected{0x1p20F + 1024 + 2};
    Exercise::get().expect_same("c", expected, multiplied({1, 1, 1025}, numbers, ones));
    Exercise::get().expect_same("c", expected, multiplied({1, 1, 1025}, ones, numbers));
}

TEST_CASE("rows, columns and sums of every size")
{
    for (const ProductSize& size : {ProductSize{16, 32, 32}, {1, 1, 1}, {17, 3, 33}})
        expect_product(in_parts, size);
    if (Exercise::get().clean_stage()) return;
    for (const ProductSize& size : {ProductSize{70'001, 3, 5}, {3, 70'001, 5}, {2, 3, 70'001}})
        expect_product(in_parts, size);
    expect_product(in_parts, {41, 35, 40}, 0x1p-60F);
}

TEST_CASE("a work-group makes its own elements and no others")
{
    expect_own_tile(in_parts, {40, 50, 23});
}

TEST_SUITE("lens")
{
    TEST_CASE("64 rows, 48 columns, sums of 64")
    {
        expect_product(in_parts, {64, 48, 64});
    }

    TEST_CASE("50 rows, 37 columns, sums of 72")
    {
        expect_product(in_parts, {50, 37, 72});
    }
}
