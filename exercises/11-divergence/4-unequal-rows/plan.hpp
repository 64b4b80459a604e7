// Which work-item sums up which elements of a sparse matrix. plan.cpp defines the function.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// A run of elements of one row: begin, begin + 1, ... end - 1.
struct Piece
{
    std::uint32_t row;
    std::uint32_t begin; ///< not before row_start[row]
    std::uint32_t end;   ///< not after row_start[row + 1]
};

/// The pieces of a matrix, in the order of the work-items that get them; each element is in exactly one piece.
/// @param row_start one entry more than there are rows: where each row begins, and where the last one ends; a
/// row may be empty. At least one entry.
std::vector<Piece> plan(std::span<const std::uint32_t> row_start);
