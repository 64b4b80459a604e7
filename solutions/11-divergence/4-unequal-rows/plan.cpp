// Which work-item sums up which elements of a sparse matrix.
#include "plan.hpp"

#include <algorithm>

std::vector<Piece> plan(std::span<const std::uint32_t> row_start)
{
    // Long enough that few rows have several pieces, short enough that a sub-group's work-items differ little.
    constexpr std::uint32_t longest = 32;
    std::vector<Piece> pieces;
    for (std::uint32_t row = 0; row + 1 < row_start.size(); ++row)
        for (std::uint32_t begin = row_start[row]; begin < row_start[row + 1]; begin += longest)
            pieces.push_back({row, begin, std::min(begin + longest, row_start[row + 1])});

    // Neighbours become equal, or nearly. The longest come first, so that none of them is left over at the end.
    std::stable_sort(pieces.begin(), pieces.end(),
                     [](const Piece& a, const Piece& b) { return a.end - a.begin > b.end - b.begin; });
    return pieces;
}
