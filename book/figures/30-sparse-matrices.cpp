/// Chapter 30: a matrix in CSR, rows in chunks, and the path of row ends and nonzeros.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_30_sparse_matrices
{

constexpr double label_size = 16; // 10 CSS pixels on a phone, in figures of this width
constexpr double figure_width = 600;
constexpr Type quiet{.size = label_size, .colour = Colour::muted};
constexpr Type quiet_start{.size = label_size, .colour = Colour::muted, .align = Align::start};
constexpr Shape of_nonzero{.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 3};
constexpr Shape of_end{.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 3};

/// The columns of each row's nonzeros, of a matrix that has as many columns as this.
constexpr std::size_t width = 8;
const std::vector<std::vector<std::size_t>> rows{{0, 2, 5}, {1}, {}, {0, 1, 3, 4, 6, 7}, {2, 4}, {7}};

/// Where each row begins among the nonzeros, and where the last one ends.
std::vector<std::size_t> row_begins()
{
    std::vector<std::size_t> begins{0};
    for (const auto& row : rows) begins.push_back(begins.back() + row.size());
    return begins;
}

std::string letter(std::size_t nonzero)
{
    return {static_cast<char>('a' + nonzero)};
}

void draw_csr(Canvas& canvas)
{
    constexpr double cell = 34, left = 150, top = 36;
    canvas.grid({left, top}, width, static_cast<int>(rows.size()), cell, cell,
                {.stroke = Colour::line, .width = 1});
    for (std::size_t c = 0; c < width; ++c)
        canvas.text({left + (static_cast<double>(c) + 0.5) * cell, top - 14}, fmt::format("{}", c), quiet);
    std::size_t nonzero = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const double y = top + static_cast<double>(r) * cell;
        canvas.text({left - 12, y + cell / 2}, fmt::format("row {}", r),
                    {.size = label_size, .colour = Colour::muted, .align = Align::end});
        for (const std::size_t c : rows[r])
            canvas.card({left + static_cast<double>(c) * cell + 3, y + 3, cell - 6, cell - 6},
                        letter(nonzero++), of_nonzero, {.size = label_size});
    }
    constexpr double arrays_left = 128, word = 35;
    double y = top + static_cast<double>(rows.size()) * cell + 34;
    const auto name = [&](const char* words) {
        canvas.text({arrays_left - 12, y + 14}, words,
                    {.size = label_size, .align = Align::end, .mono = true});
    };
    const auto place = [&](std::size_t i) {
        return Rect{arrays_left + static_cast<double>(i) * word, y, word - 4, 28};
    };
    name("row_begins");
    const std::vector<std::size_t> begins = row_begins();
    for (std::size_t r = 0; r < begins.size(); ++r)
        canvas.card(place(r), fmt::format("{}", begins[r]), of_end, {.size = label_size});
    const Point from{place(3).centre().x, place(3).bottom()};
    y += 64;
    canvas.arrow({from, {place(begins[3]).centre().x, place(0).y - 4}}, {.colour = Colour::accent2});
    name("columns");
    nonzero = 0;
    for (const auto& row : rows)
        for (const std::size_t c : row)
            canvas.card(place(nonzero++), fmt::format("{}", c), of_nonzero, {.size = label_size});
    y += 36;
    name("values");
    for (std::size_t i = 0; i < nonzero; ++i)
        canvas.card(place(i), letter(i), of_nonzero, {.size = label_size});
}

/// Rows of these lengths in chunks of four, each as wide as its longest row.
void draw_rows_in_chunks(Canvas& canvas, double left, const std::string& title,
                         const std::vector<std::pair<std::size_t, std::size_t>>& named_lengths)
{
    constexpr std::size_t chunk = 4;
    constexpr double cell = 28, top = 52;
    canvas.text({left, 18}, title, {.size = label_size, .align = Align::start, .bold = true});
    std::size_t entries = 0, nonzeros = 0;
    for (std::size_t p = 0; p < named_lengths.size(); ++p) {
        const auto [row, length] = named_lengths[p];
        const auto first = named_lengths.begin() + static_cast<std::ptrdiff_t>(p / chunk * chunk);
        const std::size_t widest = std::max_element(first, first + chunk, [](auto a, auto b) {
                                       return a.second < b.second;
                                   })->second;
        const double y = top + static_cast<double>(p) * cell + (p >= chunk ? 18 : 0);
        canvas.text({left + 44, y + cell / 2}, fmt::format("row {}", row),
                    {.size = label_size, .colour = Colour::muted, .align = Align::end});
        for (std::size_t j = 0; j < widest; ++j) {
            const Rect at{left + 54 + static_cast<double>(j) * cell, y, cell - 3, cell - 3};
            canvas.box(at, j < length ? of_nonzero : Shape{.stroke = Colour::line, .radius = 3});
            if (j >= length) canvas.hatch(at, Colour::line, 7, 1);
        }
        entries += widest;
        nonzeros += length;
    }
    canvas.text({left, top + 8 * cell + 46}, fmt::format("{} entries for {} nonzeros", entries, nonzeros),
                quiet_start);
}

void draw_chunks(Canvas& canvas)
{
    std::vector<std::pair<std::size_t, std::size_t>> lengths{{0, 2}, {1, 6}, {2, 1}, {3, 3},
                                                             {4, 2}, {5, 7}, {6, 1}, {7, 2}};
    draw_rows_in_chunks(canvas, 16, "rows as they are", lengths);
    std::ranges::stable_sort(lengths, [](auto a, auto b) { return a.second > b.second; });
    draw_rows_in_chunks(canvas, 318, "sorted by length", lengths);
}

/// The path: to the right for a nonzero, down for the end of a row.
void draw_path(Canvas& canvas)
{
    constexpr std::size_t part = 5;
    constexpr double left = 66, top = 62, wide = 39, high = 36;
    const std::vector<std::size_t> begins = row_begins();
    const std::size_t nonzeros = begins.back(), steps = nonzeros + rows.size();
    const auto at = [&](std::size_t i, std::size_t r) {
        return Point{left + static_cast<double>(i) * wide, top + static_cast<double>(r) * high};
    };
    canvas.grid(at(0, 0), static_cast<int>(nonzeros), static_cast<int>(rows.size()), wide, high,
                {.stroke = Colour::line, .width = 1});
    for (std::size_t i = 0; i < nonzeros; ++i)
        canvas.card({at(i, 0).x + 4, top - 34, wide - 8, 28}, letter(i), of_nonzero, {.size = label_size});
    for (std::size_t r = 0; r < rows.size(); ++r)
        canvas.card({left - 58, at(0, r).y + 4, 50, 28}, fmt::format("end {}", r), of_end,
                    {.size = label_size});
    std::size_t i = 0, r = 0;
    const auto mark = [&](std::size_t step) {
        const std::size_t most = std::min(step, nonzeros), rest = std::min(step, rows.size());
        canvas.line(at(most, step - most), at(step - rest, rest),
                    {.colour = Colour::muted, .width = 2, .dash = "6 5"});
    };
    for (std::size_t step = part; step < steps; step += part) mark(step);
    std::vector<Point> crossings;
    for (std::size_t step = 0; step < steps; ++step) {
        if (step % part == 0 && step > 0) crossings.push_back(at(i, r));
        const bool is_end = begins[r + 1] <= i;
        const Point begin = at(i, r);
        is_end ? ++r : ++i;
        canvas.line(begin, at(i, r), {.colour = is_end ? Colour::accent2 : Colour::accent, .width = 5});
    }
    for (const Point crossing : crossings)
        canvas.circle(crossing, 7, {.fill = Colour::paper, .stroke = Colour::ink, .width = 3});
    const double below = at(0, rows.size()).y + 28;
    canvas.line({left, below}, {left + 30, below}, {.colour = Colour::accent, .width = 5});
    canvas.text({left + 40, below}, "a nonzero", quiet_start);
    canvas.line({left + 160, below - 12}, {left + 160, below + 12}, {.colour = Colour::accent2, .width = 5});
    canvas.text({left + 172, below}, "the end of a row", quiet_start);
    canvas.circle({left + 346, below}, 7, {.fill = Colour::paper, .stroke = Colour::ink, .width = 3});
    canvas.text({left + 362, below}, fmt::format("every {} steps", part), quiet_start);
}

const Register
    csr({"30-csr", figure_width, 404, "A sparse matrix in CSR",
         "Above, a matrix of six rows and eight columns with thirteen nonzeros, a to m. Row 2 is empty, row "
         "3 has six "
         "nonzeros. Below, its three arrays: row_begins is 0, 3, 4, 4, 10, 12, 13; columns and values have "
         "an element for "
         "each nonzero. An arrow leads from row_begins of row 3, which is 4, to the fifth nonzero.",
         draw_csr});
const Register
    chunks({"30-chunks", figure_width, 342, "Rows in chunks of four, as they are and sorted by length",
            "Eight rows with 1 to 7 nonzeros, in two chunks of four rows. Each row of a chunk is filled up "
            "to the longest of "
            "them. As they are, the rows take 52 entries for 24 nonzeros. Sorted by length, they take 36.",
            draw_chunks});
const Register path({"30-path", figure_width, 330, "Row ends and nonzeros, merged into one path",
                     "The nonzeros a to m are along the top, the ends of the six rows down the side. The "
                     "path goes to the right for a "
                     "nonzero and down for the end of a row. Circles mark every fifth step: they cut the "
                     "path into four parts of five "
                     "steps at most, wherever rows begin and end.",
                     draw_path});

} // namespace of_30_sparse_matrices
} // namespace figures
