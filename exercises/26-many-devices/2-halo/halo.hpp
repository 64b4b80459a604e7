// What a rank must know of its rows and its neighbours. halo.cpp defines the function.
#pragma once

#include <cstddef>

constexpr int nobody = -1;

/// The part of one rank. Its memory holds `halo` rows of the rank above, its own rows, and `halo` rows of the rank below, each
/// row `columns` floats long, the halo rows also where there is no neighbour. Places are counted in floats from the memory's beginning.
struct Part
{
    std::size_t first_row;     ///< of the grid: the first that is this rank's own
    std::size_t rows;          ///< how many are its own
    int above;                 ///< the rank whose rows lie above, or nobody
    int below;                 ///< the rank whose rows lie below, or nobody
    std::size_t send_above;    ///< where the own rows begin that the rank above needs
    std::size_t send_below;    ///< where the own rows begin that the rank below needs
    std::size_t receive_above; ///< where the rows of the rank above are put
    std::size_t receive_below; ///< where the rows of the rank below are put
    std::size_t count;         ///< how many floats a message has
};

/// You write this. The part of `rank` of a grid of rows × columns. Every rank has equally many rows; where they do not divide, the
/// first ranks have one more.
/// @param halo how many rows on each side a cell depends on, at least 1.
/// @throws std::invalid_argument where a rank would have fewer than `halo` rows of its own, because its neighbour would then need rows
/// of a rank behind it; and where there are no ranks, or `rank` is none of them.
Part part_of(std::size_t rows, std::size_t columns, std::size_t halo, int rank, int ranks);
