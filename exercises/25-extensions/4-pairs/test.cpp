// Tests of the dot product against sums of exact products in long double, which has 64 bits.
#include <lockstep/exercise.hpp>
#include <lockstep/probes.hpp>

#include <cmath>

using namespace lockstep;

namespace
{

struct Shape
{
    std::size_t groups;
    std::size_t group;
};

bool has_doubles()
{
    return Exercise::get().device().getInfo<CL_DEVICE_DOUBLE_FP_CONFIG>() != 0;
}

cl::Kernel dot_kernel(const std::string& options)
{
    return Exercise::get().kernel(
        "pairs.cl", "dot_pairs",
        {"global float*", "global float*", "global float2*", "uint", "local float2*"}, options);
}

struct Exact
{
    long double sum = 0;
    long double magnitudes = 0;
};

Exact exact_dot(const std::vector<float>& x, const std::vector<float>& y)
{
    Exact exact;
    long double lost = 0; // Neumaier's sum, so that cancelling products cost the reference nothing
    for (std::size_t k = 0; k < x.size(); ++k) {
        const long double product = static_cast<long double>(x[k]) * y[k], next = exact.sum + product;
        lost += std::abs(exact.sum) >= std::abs(product) ? exact.sum - next + product
                                                         : product - next + exact.sum;
        exact.sum = next;
        exact.magnitudes += std::abs(product);
    }
    exact.sum += lost;
    return exact;
}

void check_way(const std::string& options, const std::vector<float>& x, const std::vector<float>& y,
               const Shape& shape)
{
    const auto device_x = input("x", x), device_y = input("y", y);
    const auto sums = output<float>("sums", 2 * shape.groups);
    launch(dot_kernel(options), covering(shape.groups * shape.group, shape.group), device_x, device_y, sums,
           x.size(), cl::Local(shape.group * 2 * sizeof(float)));
    const std::vector<float> got = sums.read();
    INFO(x.size(), " products, ", shape.groups, " groups of ", shape.group, ", ",
         std::string{options.empty() ? "floats alone" : options});
    double total = 0;
    for (std::size_t g = 0; g < shape.groups; ++g) {
        total += double{got[2 * g]} + double{got[2 * g + 1]};
        if (got[2 * g] + got[2 * g + 1] != got[2 * g])
            FAIL("sums[", g, "] is (", got[2 * g], ", ", got[2 * g + 1],
                 "), whose first is not the float next to the sum of both");
    }
    const Exact exact = exact_dot(x, y);
    const double error = std::abs(static_cast<double>(static_cast<long double>(total) - exact.sum));
    const double allowed = std::ldexp(static_cast<double>(exact.magnitudes), -36);
    if (!(error <= allowed))
        FAIL("the total is off by ", error, ", and 2^-36 of the sum of magnitudes is ", allowed);
    expect_same("x", x, device_x.read());
    expect_same("y", y, device_y.read());
}

void check(const std::vector<float>& x, const std::vector<float>& y, const Shape& shape)
{
    check_way("", x, y, shape);
    if (has_doubles()) check_way("-D DOUBLES", x, y, shape);
}

// Magnitudes from 2^-`spread` to 2^`spread`, of both signs.
std::vector<float> values(std::size_t count, std::uint64_t seed, int spread)
{
    Random random{seed};
    std::vector<float> list(count);
    for (float& value : list) {
        value = std::ldexp(random.uniform(1, 2), static_cast<int>(random.below(2 * spread)) - spread);
        if (random.below(2) == 0) value = -value;
    }
    return list;
}

} // namespace

TEST_CASE("small whole numbers are added up")
{
    for (const std::size_t count : {0, 1, 2, 31, 64, 65, 300}) {
        std::vector<float> x(count), y(count);
        for (std::size_t k = 0; k < count; ++k) {
            x[k] = static_cast<float>(k % 9 + 1);
            y[k] = static_cast<float>(k % 7) - 3;
        }
        for (const Shape& shape : {Shape{1, 1}, Shape{1, 16}, Shape{3, 8}, Shape{1, 128}}) check(x, y, shape);
    }
}

TEST_CASE("what the rounding of a product loses is not lost")
{
    const std::size_t count = 200; // each product needs 48 bits
    check(random_floats(count, 255, 1, 2), random_floats(count, 256, 1, 2), {1, 8});
    check(std::vector<float>(64, 1.0000001F), std::vector<float>(64, 0.9999999F), {1, 64});
    // Where there are no doubles, 1.0 is a float as 1.0f is.
    check_way("-cl-single-precision-constant", random_floats(count, 255, 1, 2),
              random_floats(count, 256, 1, 2), {1, 8});
}

TEST_CASE("small products beside large ones are not lost")
{
    for (const Shape& shape : {Shape{1, 1}, Shape{2, 32}}) {
        std::vector<float> x(500, 1.0F / 3), y(500, 0.7F);
        for (std::size_t k = 0; k < x.size(); k += 50) x[k] = 4e6F;
        check(x, y, shape);
    }
}

TEST_CASE("large products that cancel leave the small ones")
{
    for (const Shape& shape : {Shape{1, 1}, Shape{1, 32}, Shape{4, 4}}) {
        std::vector<float> x = values(400, 257, 3), y = values(400, 258, 3);
        for (std::size_t k = 0; k < 200; ++k) {
            x[399 - k] = -x[k];
            y[399 - k] = y[k];
        }
        x[17] = 0.3F;
        check(x, y, shape);
    }
}

TEST_CASE("products of every size are added up")
{
    for (const int spread : {2, 12, 38}) check(values(777, 259, spread), values(777, 260, spread), {2, 16});
    if (!clean_stage()) check(values(70001, 261, 12), values(70001, 262, 12), {3, 64});
}

TEST_CASE("without DOUBLES there are floats alone")
{
    dot_kernel("");
    // Whoever uses a double finds another type in its place.
    try {
        program_behind("#define double double_that_this_device_does_not_have\n", "pairs.cl");
    } catch (const cl::Error&) {
        FAIL("without -D DOUBLES pairs.cl does not compile on a device that has no double");
    }
}

TEST_SUITE("lens")
{
    // Each way in a case of its own, because a target holds for all launches of a case together.
    TEST_CASE("4096 products in floats alone, in 4 groups of 64")
    {
        check_way("", random_floats(4096, 273, 1, 2), random_floats(4096, 274, 1, 2), {4, 64});
    }

    TEST_CASE("4001 products in floats alone, in 3 groups of 32")
    {
        check_way("", random_floats(4001, 275, 1, 2), random_floats(4001, 276, 1, 2), {3, 32});
    }

    TEST_CASE("4096 products with DOUBLES, in 4 groups of 64")
    {
        if (!has_doubles()) return skip_case("this device has no doubles");
        check_way("-D DOUBLES", random_floats(4096, 277, 1, 2), random_floats(4096, 278, 1, 2), {4, 64});
    }

    TEST_CASE("4001 products with DOUBLES, in 3 groups of 32")
    {
        if (!has_doubles()) return skip_case("this device has no doubles");
        check_way("-D DOUBLES", random_floats(4001, 279, 1, 2), random_floats(4001, 280, 1, 2), {3, 32});
    }
}
