// The two matrices of the chapter: a plate, whose rows are alike, and links between pages, whose rows have any lengths.
#pragma once

#include <lockstep/random.hpp>
#include <lockstep/sparse.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

inline void add_nonzero(lockstep::CsrMatrix& matrix, std::size_t column, float value)
{
    matrix.columns.push_back(static_cast<std::uint32_t>(column));
    matrix.values.push_back(value);
}

inline void end_row(lockstep::CsrMatrix& matrix)
{
    matrix.row_begins.push_back(static_cast<std::uint32_t>(matrix.columns.size()));
}

//! [plate]
// What flows between the points of a plate of side x side, each coupled with its neighbours; the edge is kept at 0 degrees.
inline lockstep::CsrMatrix plate_of(std::size_t side)
{
    lockstep::CsrMatrix plate;
    plate.width = static_cast<std::uint32_t>(side * side);
    for (std::size_t y = 0; y < side; ++y)
        for (std::size_t x = 0; x < side; ++x) {
            const std::size_t here = y * side + x;
            if (y > 0) add_nonzero(plate, here - side, -1);
            if (x > 0) add_nonzero(plate, here - 1, -1);
            add_nonzero(plate, here, 4);
            if (x + 1 < side) add_nonzero(plate, here + 1, -1);
            if (y + 1 < side) add_nonzero(plate, here + side, -1);
            end_row(plate);
        }
    return plate;
}
//! [plate]

// Which pages a page links to: the k-th longest list has a length that falls with the power 0.85 of k, the longest has half of
// all pages, and every eighth list is empty. Lists are dealt out over the pages. Links lead to popular pages, eight side by side.
inline lockstep::CsrMatrix links_between(std::size_t pages)
{
    lockstep::Random random{30};
    lockstep::CsrMatrix links;
    links.width = static_cast<std::uint32_t>(pages);
    for (std::size_t page = 0; page < pages; ++page) {
        const auto rank =
            static_cast<double>(page * 2654435761 % pages + 1); // pages is a power of two
        const auto length = static_cast<std::size_t>(static_cast<double>(pages) / 2 *
                                                     std::pow(rank, -0.85));
        std::size_t next = 0;
        if (random.below(8) > 0 || rank < 2)
            for (std::size_t j = 0; j < length; ++j) {
                if (j % 8 == 0) {
                    const double u =
                        (static_cast<double>(j) + 8.0 * double{random.uniform(0, 1)}) /
                        static_cast<double>(length);
                    next = std::max(
                        next, static_cast<std::size_t>(static_cast<double>(pages) *
                                                       std::pow(std::min(u, 1.0), 6)));
                }
                next = std::min(next, pages - (length - j));
                add_nonzero(links, next++, 1);
            }
        end_row(links);
    }
    return links;
}

inline std::size_t longest_row(const lockstep::CsrMatrix& matrix)
{
    std::size_t longest = 0;
    for (std::size_t r = 0; r < matrix.rows(); ++r)
        longest =
            std::max<std::size_t>(longest, matrix.row_begins[r + 1] - matrix.row_begins[r]);
    return longest;
}

// The length of b - A x relative to that of b, in double precision.
inline double left_of(const lockstep::CsrMatrix& matrix, const std::vector<float>& x,
                      const std::vector<float>& b)
{
    double left = 0, all = 0;
    for (std::size_t r = 0; r < matrix.rows(); ++r) {
        double rest = double{b[r]};
        for (std::size_t i = matrix.row_begins[r]; i < matrix.row_begins[r + 1]; ++i)
            rest -= double{matrix.values[i]} * double{x[matrix.columns[i]]};
        left += rest * rest;
        all += double{b[r]} * double{b[r]};
    }
    return std::sqrt(left / all);
}
