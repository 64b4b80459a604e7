// The matrices and vectors that sparse products are tried on.
#include "sparse_inputs.hpp"

#include <lockstep/random.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace lockstep::bench::sparse
{
namespace
{

/// An odd multiple of 1/32 between -1 and 1.
float exact_value(Random& random)
{
    return static_cast<float>(static_cast<int>(random.next() >> 59U) * 2 - 31) / 32.0F;
}

/// Rows are added from the first to the last one.
class Builder
{
public:
    explicit Builder(std::size_t width) { matrix_.width = static_cast<std::uint32_t>(width); }

    void add(std::size_t column)
    {
        matrix_.columns.push_back(static_cast<std::uint32_t>(column));
        matrix_.values.push_back(exact_value(random_));
    }
    void end_row() { matrix_.row_begins.push_back(static_cast<std::uint32_t>(matrix_.columns.size())); }
    CsrMatrix matrix() { return std::move(matrix_); }

private:
    CsrMatrix matrix_;
    Random random_{30};
};

CsrMatrix grid(std::size_t rows)
{
    auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(rows)));
    side = std::max<std::size_t>(side, 1);
    Builder builder{side * side};
    for (std::size_t y = 0; y < side; ++y)
        for (std::size_t x = 0; x < side; ++x) {
            const std::size_t here = y * side + x;
            if (y > 0) builder.add(here - side);
            if (x > 0) builder.add(here - 1);
            builder.add(here);
            if (x + 1 < side) builder.add(here + 1);
            if (y + 1 < side) builder.add(here + side);
            builder.end_row();
        }
    return builder.matrix();
}

CsrMatrix band(std::size_t rows)
{
    constexpr std::size_t aside = 16; // diagonals on each side of the main one
    Builder builder{rows};
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = r - std::min(r, aside); c < std::min(rows, r + aside + 1); ++c) builder.add(c);
        builder.end_row();
    }
    return builder.matrix();
}

/// So many columns, ascending, in runs of neighbours; column c occurs about as often as 1 / c^(5/6).
void add_popular(Builder& builder, std::size_t length, std::size_t run, std::size_t width, Random& random)
{
    std::size_t next = 0;
    for (std::size_t j = 0; j < length; ++j) {
        if (j % run == 0) {
            const double u = (static_cast<double>(j) + static_cast<double>(run) * random.uniform(0, 1)) /
                             static_cast<double>(length);
            next = std::max(
                next, static_cast<std::size_t>(static_cast<double>(width) * std::pow(std::min(u, 1.0), 6)));
        }
        const std::size_t column = std::min(next, width - (length - j));
        builder.add(column);
        next = column + 1;
    }
}

CsrMatrix power(std::size_t rows, std::size_t run)
{
    std::size_t step = 2654435761 % rows; // ranks are dealt out over the rows
    while (std::gcd(step, rows) != 1) ++step;
    const double longest = static_cast<double>(rows) / 2;
    Random random{31};
    Builder builder{rows};
    for (std::size_t r = 0; r < rows; ++r) {
        const std::size_t rank = r * step % rows;
        const auto length =
            static_cast<std::size_t>(longest * std::pow(static_cast<double>(rank + 1), -0.85));
        const bool empty = random.below(8) == 0 && rank > 0;
        if (!empty) add_popular(builder, length, run, rows, random);
        builder.end_row();
    }
    return builder.matrix();
}

/// Rows of these lengths, each from its first column on.
template <typename Length>
CsrMatrix with_lengths(std::size_t rows, std::size_t width, Length length_of)
{
    Builder builder{width};
    for (std::size_t r = 0; r < rows; ++r) {
        const std::size_t length = length_of(r);
        for (std::size_t j = 0; j < length; ++j) builder.add(j);
        builder.end_row();
    }
    return builder.matrix();
}

} // namespace

CsrMatrix matrix_named(const std::string& name, std::size_t rows)
{
    if (name == "grid") return grid(rows);
    if (name == "band") return band(rows);
    if (name == "power") return power(rows, 8);
    if (name == "scattered") return power(rows, 1);
    return with_lengths(rows, rows, [](std::size_t) { return 0; });
}

std::vector<NamedMatrix> awkward_matrices(std::size_t rows)
{
    const std::size_t last = rows - 1, wide = 5000;
    std::vector<NamedMatrix> all;
    const auto add = [&](const char* name, std::size_t width, auto length_of) {
        all.push_back({name, with_lengths(rows, width, length_of)});
    };
    add("no nonzeros", 1, [](std::size_t) { return 0; });
    add("all in the first row", wide, [=](std::size_t r) { return r == 0 ? wide : 0; });
    add("all in the last row", wide, [=](std::size_t r) { return r == last ? wide : 0; });
    add("one column", 1, [](std::size_t) { return 1; });
    add("every third row", 40, [](std::size_t r) { return r % 3 == 1 ? r % 40 : 0; });
    add("a few long rows", wide, [=](std::size_t r) { return r % 1000 == 17 ? wide : r % 3; });
    return all;
}

std::vector<float> vector_for(const CsrMatrix& matrix)
{
    Random random{32};
    std::vector<float> x(matrix.width);
    for (float& value : x) value = exact_value(random);
    return x;
}

} // namespace lockstep::bench::sparse
