// rejected by: correct, rows of every length are multiplied
#include "plan.hpp"

#include <algorithm>

std::vector<Piece> plan(std::span<const std::uint32_t> row_start)
{
    constexpr std::uint32_t longest = 32;
    std::vector<Piece> pieces;
    std::uint32_t row = 0;
    for (std::uint32_t begin = 0; begin < row_start.back(); begin += longest) {
        while (row_start[row + 1] <= begin) ++row;
        pieces.push_back({row, begin, std::min(begin + longest, row_start.back())});
    }
    std::stable_sort(pieces.begin(), pieces.end(),
                     [](const Piece& a, const Piece& b) { return a.end - a.begin > b.end - b.begin; });
    return pieces;
}
