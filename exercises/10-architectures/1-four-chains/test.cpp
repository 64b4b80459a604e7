// Tests of the polynomial: against doubles, and with coefficients that tell how many sums there are.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

using Floats = std::vector<float>;

Floats values_of(const Floats& coefficients, const Floats& x)
{
    Floats values;
    for (const float at : x) {
        double sum = 0;
        for (std::size_t k = coefficients.size(); k > 0; --k) sum = sum * at + coefficients[k - 1];
        values.push_back(static_cast<float>(sum));
    }
    return values;
}

/// Each operation rounds by half a unit in the last place of what is summed so far; the sum of all sizes bounds that.
double rounding_of(const Floats& coefficients, const Floats& x)
{
    double most = 0;
    for (const float at : x) {
        double size = 0;
        for (std::size_t k = coefficients.size(); k > 0; --k)
            size = size * std::abs(at) + std::abs(coefficients[k - 1]);
        most = std::max(most, size);
    }
    return 0x1p-24 * most * (2.0 * static_cast<double>(coefficients.size()) + 8);
}

void check_polynomial(const Floats& coefficients, const Floats& x, std::size_t group, Tolerance tolerance,
                      std::size_t first = 0, std::size_t launched = SIZE_MAX)
{
    const std::size_t n = x.size();
    const auto in = input("x", x);
    const auto of = input("coefficients", coefficients.empty() ? Floats{7, 7, 7, 7} : coefficients);
    const auto out = output<float>("y", n);
    Launch how = covering(std::min(n, launched), group);
    if (first > 0) how.offset = cl::NDRange(first);
    launch(Exercise::get().kernel("polynomial.cl", "polynomial",
                                  {"global float*", "constant float4*", "global float*", "uint", "uint"}),
           how, in, of, out, coefficients.size() / 4, n);
    INFO(coefficients.size(), " coefficients, ", n, " numbers, work-groups of ", group);
    expect_part(
        "y", values_of(coefficients, x), out.read(),
        [&](std::size_t i) { return i >= first && i - first < launched; }, tolerance);
    expect_same("x", x, in.read());
}

void check_drawn(std::size_t quads, std::size_t n, std::size_t group)
{
    const Floats coefficients = random_floats(4 * quads, 1001 + quads, -2, 3);
    const Floats x = random_floats(n, 1002 + n, -0.9F, 1.1F);
    check_polynomial(coefficients, x, group, {.absolute = rounding_of(coefficients, x)});
}

/// The coefficients of sum `large` are 2^25 and -2^25 in turn, those of `small` are 1, and all others 0: at x = 1 one sum of both
/// loses every second 1, and sums of their own lose nothing.
Floats apart(std::size_t large, std::size_t small)
{
    Floats coefficients(4 * 16);
    for (std::size_t j = 0; j < 16; ++j) {
        coefficients[4 * j + large] = j % 2 == 0 ? -0x1p25F : 0x1p25F;
        coefficients[4 * j + small] = 1;
    }
    return coefficients;
}

} // namespace

TEST_CASE("four coefficients are a cubic")
{
    check_polynomial({1, 2, 3, 4}, {0, 1, -1, 2, 0.5F}, 5, {});
}

TEST_CASE("more coefficients are as exact as floats allow")
{
    for (const std::size_t quads : {2U, 3U, 8U, 25U}) check_drawn(quads, 64, 32);
    const Floats coefficients = random_floats(1200, 1001, -2, 3), x{0.5F, -0.96F, 1, -1};
    check_polynomial(coefficients, x, 4, {.absolute = rounding_of(coefficients, x)});
}

TEST_CASE("no coefficients make zeros")
{
    check_polynomial({}, {1, 2, 3, 0}, 4, {});
}

TEST_CASE("powers need not be small")
{
    Floats one_power(32);
    one_power[31] = 3;
    check_polynomial(one_power, {2, -2, 4, 0.25F}, 4, {});
    one_power[12] = -1;
    check_polynomial(one_power, {-1, 1}, 2, {});
}

TEST_CASE("each of the four sums is kept apart from the others")
{
    for (std::size_t large = 0; large < 4; ++large)
        for (std::size_t small = 0; small < 4; ++small)
            if (large != small) {
                INFO("coefficients ", large, ", ", large + 4, " … are 2^25 and -2^25 in turn, coefficients ",
                     small, ", ", small + 4, " … are 1");
                check_polynomial(apart(large, small), {1, 1, 1}, 3, {});
            }
}

TEST_CASE("every number of elements is handled in every work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_drawn(4, size.count, size.group);
}

TEST_CASE("each work-item makes its own number, and no other")
{
    check_polynomial({1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8}, 2, {}, 3, 2);
}
