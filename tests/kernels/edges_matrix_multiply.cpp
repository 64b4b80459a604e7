// The products' kernels at the last corner of a product of 2^32 elements, and of a factor of as many.
#include "edge.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

using namespace lockstep::bench;

namespace
{

/// In which order a kernel wants its factors.
enum class Order
{
    as_they_are,
    padded, ///< with zeros, to whole tiles
    b_packed,
    both_packed
};

/// A rung's kernel and the shape of its groups and of what a group makes.
struct Multiplying
{
    std::string file;
    std::string kernel;
    std::array<std::uint64_t, 2> local;
    std::uint64_t across; ///< columns of a group's tile
    std::uint64_t down;   ///< rows of it
    Order order = Order::as_they_are;
    bool rows_first = false; ///< the groups' first dimension counts rows
};

constexpr auto lesson = "chapters/21-matrix-multiply/matrix-multiply.cl",
               plain = "kernels/matrix_multiply.cl", with_vectors = "kernels/matrix_multiply_vectors.cl",
               for_cpus = "kernels/matrix_multiply_registers.cl";
constexpr std::uint64_t strip = 8, panel = 48; // what the kernels for CPUs pack by
const std::vector<Multiplying> multiplyings{{lesson, "by_rows", {32, 8}, 8, 32, Order::as_they_are, true},
                                            {lesson, "by_columns", {32, 8}, 32, 8},
                                            {plain, "tile", {16, 16}, 16, 16},
                                            {plain, "strip", {64, 8}, 64, 64},
                                            {plain, "block", {16, 16}, 128, 128},
                                            {with_vectors, "vectors", {256, 1}, 128, 128, Order::padded},
                                            {with_vectors, "buffered", {256, 1}, 128, 128, Order::padded},
                                            {with_vectors, "ahead", {256, 1}, 128, 128, Order::padded},
                                            {with_vectors, "bands", {256, 1}, 128, 128, Order::padded},
                                            {for_cpus, "registers", {1, 1}, panel, 48},
                                            {for_cpus, "packed", {1, 1}, panel, 48, Order::both_packed},
                                            {for_cpus, "panels", {1, 1}, panel, 48, Order::b_packed}};

std::uint64_t rounded_up(std::uint64_t count, std::uint64_t to)
{
    return (count + to - 1) / to * to;
}

struct Shape
{
    std::uint64_t rows, columns, depth;
};

/// `from` with zeros around it.
std::vector<float> padded(const std::vector<float>& from, std::uint64_t columns, std::uint64_t rows_of_it,
                          std::uint64_t columns_of_it)
{
    std::vector<float> to(rows_of_it * columns_of_it);
    for (std::uint64_t i = 0; i < from.size(); ++i) to[i / columns * columns_of_it + i % columns] = from[i];
    return to;
}

/// What stands in b, or in a turned on its side, in panels of so many columns, one behind the other.
std::vector<float> packed(const std::vector<float>& from, std::uint64_t columns, std::uint64_t width,
                          bool turned)
{
    const std::uint64_t depth = from.size() / columns;
    std::vector<float> to(rounded_up(columns, width) * depth);
    for (std::uint64_t k = 0; k < depth; ++k)
        for (std::uint64_t x = 0; x < columns; ++x)
            to[(x / width * depth + k) * width + x % width] = from[turned ? x * depth + k : k * columns + x];
    return to;
}

/// What is wrong with the last tile of a product after its group has run alone.
std::string mistake(const Multiplying& with, const Shape& shape)
{
    const auto [rows, columns, depth] = shape;
    const std::uint64_t left = (columns - 1) / with.across, top = (rows - 1) / with.down;
    const std::uint64_t first_row = top * with.down, own_rows = rows - first_row;
    const auto a = small_numbers<float>(own_rows * depth), b = small_numbers<float>(depth * columns);
    auto given_a = a, given_b = b;
    std::uint64_t pitch = depth;
    if (with.order == Order::padded) {
        pitch = rounded_up(depth, 16);
        given_a = padded(a, depth, with.down, pitch);
        given_b = padded(b, columns, pitch, rounded_up(columns, with.across));
    }
    if (with.order == Order::both_packed) given_a = packed(a, own_rows, strip, true);
    if (with.order == Order::both_packed || with.order == Order::b_packed)
        given_b = packed(b, columns, panel, false);
    Workbench& workbench = far().workbench();
    const Guarded in_a = workbench.input(given_a), in_b = workbench.input(given_b);
    const Guarded out = workbench.output(own_rows * columns * sizeof(float));
    std::array<std::uint64_t, 2> group{left, top}, groups{left + 1, top + 1};
    if (with.rows_first) {
        std::swap(group[0], group[1]);
        std::swap(groups[0], groups[1]);
    }
    if (with.order == Order::padded) {
        group = {(left + 1) * (top + 1) - 1, 0};
        groups = {(left + 1) * (top + 1), 1};
    }
    const std::string damage = far().run({.file = with.file,
                                          .kernel = with.kernel,
                                          .options = "",
                                          .local = with.local,
                                          .first_group = group,
                                          .of_groups = groups,
                                          .moved = {{"a", first_row * pitch}, {"c", first_row * columns}}},
                                         in_a, in_b, out, static_cast<cl_uint>(rows),
                                         static_cast<cl_uint>(columns), static_cast<cl_uint>(depth));
    if (!damage.empty()) return damage;
    const std::vector<float> got = out.read<float>();
    for (std::uint64_t y = 0; y < own_rows; ++y)
        for (std::uint64_t x = left * with.across; x < columns; ++x) {
            double sum = 0;
            for (std::uint64_t k = 0; k < depth; ++k) sum += double{a[y * depth + k]} * b[k * columns + x];
            if (got[y * columns + x] != static_cast<float>(sum))
                return fmt::format("row {}, column {} of the product is {}, {} expected", first_row + y, x,
                                   got[y * columns + x], sum);
        }
    return {};
}

void check_all(const Shape& shape)
{
    for (const Multiplying& with : multiplyings) {
        INFO(with.kernel);
        CHECK(mistake(with, shape) == "");
    }
}

} // namespace

TEST_SUITE_BEGIN("edges");

TEST_CASE("every product makes the last tile of 2^32 elements")
{
    check_all({65536, 65536, 24});
}

TEST_CASE("every product makes the last tile of almost 2^32 elements in ragged rows")
{
    check_all({65549, 65521, 23});
}

TEST_CASE("every product reads the last rows of a factor of more than 2^32 elements")
{
    check_all({65573, 77, 65536});
}

TEST_SUITE_END();
