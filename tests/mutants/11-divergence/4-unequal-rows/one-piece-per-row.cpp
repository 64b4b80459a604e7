// rejected by: lens, multiply_pieces simd_efficiency
#include "plan.hpp"

std::vector<Piece> plan(std::span<const std::uint32_t> row_start)
{
    std::vector<Piece> pieces;
    for (std::uint32_t row = 0; row + 1 < row_start.size(); ++row)
        pieces.push_back({row, row_start[row], row_start[row + 1]});
    return pieces;
}
