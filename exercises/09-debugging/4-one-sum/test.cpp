// Tests of two kernels that add up, against loops on the host in double. Elements are whole numbers, or these times a power of
// two, and small enough that a float holds every sum exactly.
#include <lockstep/probes.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

constexpr const char* file = "sums.cl";
constexpr float untouched = 1.0e9F;
using Floats = std::vector<float>;

// Whole numbers from -largest to largest, never 0, times a factor.
Floats whole_numbers(std::size_t n, std::uint64_t seed, std::uint32_t largest, float factor = 1.0F)
{
    Random random{seed};
    Floats values(n);
    for (float& value : values) {
        const auto size = static_cast<float>(1 + random.below(largest));
        value = factor * (random.below(2) == 0 ? size : -size);
    }
    return values;
}

// A buffer cannot be empty.
Floats at_least_one(Floats values)
{
    if (values.empty()) values.push_back(untouched);
    return values;
}

struct Shape
{
    std::size_t rows;
    std::size_t depth;
    std::size_t columns;
};

cl::Kernel product_kernel()
{
    return Exercise::get().kernel(
        file, "product", {"global float*", "global float*", "global float*", "uint", "uint", "uint"});
}

Floats product_of(const Floats& a, const Floats& b, const Shape& shape)
{
    Floats c(shape.rows * shape.columns);
    for (std::size_t row = 0; row < shape.rows; ++row)
        for (std::size_t column = 0; column < shape.columns; ++column) {
            double sum = 0;
            for (std::size_t k = 0; k < shape.depth; ++k)
                sum += static_cast<double>(a[row * shape.depth + k]) *
                       static_cast<double>(b[k * shape.columns + column]);
            c[row * shape.columns + column] = static_cast<float>(sum);
        }
    return c;
}

// An output that is guarded and poisoned where every element is written, and else holds what must be left.
GuardedBuffer<float> output_of(const std::string& name, std::size_t n, bool all_written)
{
    return all_written ? output<float>(name, n) : input(name, Floats(n, untouched));
}

// @param rows work-items, if not all.
void check_product(const Floats& a, const Floats& b, const Shape& shape, std::size_t group = 4,
                   std::size_t rows = 0)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = product_kernel();
    const std::size_t work_items = rows > 0 ? rows : round_up(std::max<std::size_t>(shape.rows, 1), group);
    Floats expected = at_least_one(product_of(a, b, shape));
    const std::size_t written = std::min(shape.rows, work_items) * shape.columns;
    std::fill(expected.begin() + static_cast<std::ptrdiff_t>(written), expected.end(), untouched);
    const auto device_a = input("a", at_least_one(a));
    const auto device_b = input("b", at_least_one(b));
    const auto device_c = output_of("c", expected.size(), written == expected.size());
    exercise.launch(kernel, {.global = cl::NDRange(work_items), .local = cl::NDRange(group)}, device_a,
                    device_b, device_c, static_cast<cl_uint>(shape.rows), static_cast<cl_uint>(shape.depth),
                    static_cast<cl_uint>(shape.columns));
    INFO("a has ", shape.rows, " × ", shape.depth, " elements, b ", shape.depth, " × ", shape.columns);
    exercise.expect_same("c", expected, device_c.read(), {}, shape.columns);
    exercise.expect_same("a", at_least_one(a), device_a.read());
    exercise.expect_same("b", at_least_one(b), device_b.read());
}

void check_random_product(const Shape& shape, std::size_t group = 4, std::size_t rows = 0,
                          float factor = 1.0F)
{
    check_product(whole_numbers(shape.rows * shape.depth, 1000 + shape.rows, 15, factor),
                  whole_numbers(shape.depth * shape.columns, 1001 + shape.columns, 15), shape, group, rows);
}

cl::Kernel springs_kernel()
{
    return Exercise::get().kernel(file, "springs",
                                  {"global float*", "global float*", "uint", "global float*"});
}

// @param first, end the bodies on which the force is wanted; that on the others is `untouched`.
Floats forces_of(const Floats& position, const Floats& strength, std::size_t first, std::size_t end)
{
    Floats force(position.size(), untouched);
    for (std::size_t i = 3 * first; i < 3 * end; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < strength.size(); ++j)
            sum += static_cast<double>(strength[j]) *
                   (static_cast<double>(position[3 * j + i % 3]) - static_cast<double>(position[i]));
        force[i] = static_cast<float>(sum);
    }
    return force;
}

// @param launched work-items, if not all, from number `first` on.
void check_springs(const Floats& position, const Floats& strength, std::size_t group = 4,
                   std::size_t launched = 0, std::size_t first = 0)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = springs_kernel();
    const std::size_t bodies = strength.size();
    const std::size_t work_items =
        launched > 0 ? launched : round_up(std::max<std::size_t>(bodies, 1), group);
    const std::size_t end = std::min(bodies, first + work_items);
    const Floats expected = at_least_one(forces_of(position, strength, first, end));
    const auto device_position = input("position", at_least_one(position));
    const auto device_strength = input("strength", at_least_one(strength));
    const auto force = output_of("force", expected.size(), 3 * (end - first) == expected.size());
    exercise.launch(
        kernel,
        {.global = cl::NDRange(work_items), .local = cl::NDRange(group), .offset = cl::NDRange(first)},
        device_position, device_strength, static_cast<cl_uint>(bodies), force);
    INFO(bodies, " bodies, one in each row; the columns are x, y and z. Work-items ", first, " to ",
         first + work_items - 1, " were launched");
    exercise.expect_same("force", expected, force.read(), {}, 3);
    exercise.expect_same("position", at_least_one(position), device_position.read());
    exercise.expect_same("strength", at_least_one(strength), device_strength.read());
}

void check_random_springs(std::size_t bodies, std::size_t group = 4, std::size_t launched = 0,
                          float factor = 1.0F, std::size_t first = 0)
{
    check_springs(whole_numbers(3 * bodies, 1010 + bodies, 30, factor),
                  whole_numbers(bodies, 1011 + bodies, 9), group, launched, first);
}

constexpr float huge = 0x1p100F; // beside it every other number is lost

} // namespace

TEST_CASE("3 times 5 is 15")
{
    check_product({3}, {5}, {1, 1, 1});
    check_product({3, 7}, {5, 2}, {1, 2, 1});
}

TEST_CASE("a column's sum does not depend on the columns before it")
{
    check_product({3}, {5, 5, 0, -1}, {1, 1, 4});
    check_product({1, 1}, {huge, 2, 3, huge, 4, 5}, {1, 2, 3});
    check_product({1, 0, 0, 1}, {1, 2, 3, 4}, {2, 2, 2});
}

TEST_CASE("products of every shape are right")
{
    for (const Shape& shape : {Shape{1, 1, 1}, Shape{5, 3, 7}, Shape{7, 5, 3}, Shape{3, 7, 5}, Shape{9, 1, 9},
                               Shape{1, 40, 1}, Shape{8, 8, 8}})
        check_random_product(shape);
    check_random_product({count_of_its_own(file), 3, 2}, 48);
    check_random_product({13, 2, 3}, 4, 0, 0x1p-100F);
    check_random_product({13, 2, 3}, 4, 0, 0x1p100F);
    if (Exercise::get().clean_stage()) return;
    check_random_product({2, 70'001, 2});
    check_random_product({3, 2, 70'001});
    check_random_product({70'001, 2, 3}, large_group(product_kernel()));
}

TEST_CASE("a product without depth is 0, and one without rows or columns is nothing")
{
    for (const Shape& shape : {Shape{3, 0, 5}, Shape{0, 3, 5}, Shape{3, 5, 0}}) check_random_product(shape);
}

TEST_CASE("two bodies pull each other along x")
{
    check_springs({1, 0, 0, 5, 0, 0}, {2, 2});
    check_springs({1, 0, 0, 5, 0, 0}, {2, 3});
}

TEST_CASE("two bodies pull each other along y")
{
    check_springs({0, 1, 0, 0, 5, 0}, {2, 2});
    check_springs({0, 1, 0, 0, 5, 0}, {2, 3});
}

TEST_CASE("two bodies pull each other along z")
{
    check_springs({0, 0, 1, 0, 0, 5}, {2, 2});
    check_springs({0, 0, 1, 0, 0, 5}, {2, 3});
}

TEST_CASE("a body alone, and none at all")
{
    check_springs({3, 4, 5}, {7});
    check_springs({}, {});
}

TEST_CASE("any number of bodies pull each other")
{
    for (const std::size_t bodies : {3U, 4U, 37U, 64U}) check_random_springs(bodies);
    check_random_springs(Exercise::get().clean_stage() ? 40 : count_of_its_own(file), 48);
    check_random_springs(13, 4, 0, 0x1p-100F);
    check_random_springs(13, 4, 0, 0x1p100F);
    if (Exercise::get().clean_stage()) return;
    check_random_springs(3000, large_group(springs_kernel()));
    check_random_springs(70'001, 4, 8);               // the forces on eight of them
    check_random_springs(70'001, 4, 8, 1.0F, 69'996); // and on the last, which 16 bits do not count
}

TEST_CASE("a launch of a part makes that part")
{
    check_random_product({13, 5, 7}, 4, 8);
    check_random_springs(13, 4, 8);
    product_kernel();
    cl::Kernel product = lonely_kernel(file, "product");
    cl::Kernel springs = lonely_kernel(file, "springs");
    const Shape shape{17, 3, 1};
    const Floats a = whole_numbers(51, 1020, 15), b = whole_numbers(3, 1021, 15);
    const Floats c = product_of(a, b, shape), forces = forces_of(a, Floats(17, 3.0F), 0, 17);
    const auto device_a = input("a", a), device_b = input("b", b),
               strength = input("strength", Floats(17, 3));
    for (const std::size_t number : {0U, 5U, 16U, 17U, 23U}) {
        Floats row(17, untouched), force(51, untouched);
        const auto device_c = input("c", row), device_force = input("force", force);
        launch_alone(product, number, device_a, device_b, device_c, cl_uint{17}, cl_uint{3}, cl_uint{1});
        launch_alone(springs, number, device_a, strength, cl_uint{17}, device_force);
        if (number < 17) row[number] = c[number];
        for (std::size_t i = 3 * number; i < std::min<std::size_t>(51, 3 * number + 3); ++i)
            force[i] = forces[i];
        INFO("of 24 work-items for 17 rows or bodies number ", number, " was run alone");
        Exercise::get().expect_same("c", row, device_c.read());
        Exercise::get().expect_same("force", force, device_force.read());
    }
    // Of so many rows, which no int counts, there are the first.
    Floats row(17, untouched);
    const auto device_c = input("c", row);
    launch_alone(product, 5, device_a, device_b, device_c, cl_uint{3'000'000'000}, cl_uint{3}, cl_uint{1});
    row[5] = c[5];
    INFO("rows is 3,000,000,000, and work-item 5 was run alone");
    Exercise::get().expect_same("c", row, device_c.read());
}
