// What a rank must know of its rows and its neighbours, as a first attempt.
#include "halo.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

Part part_of(std::size_t rows, std::size_t columns, std::size_t halo, int rank, int ranks)
{
    if (ranks < 1 || rank < 0 || rank >= ranks)
        throw std::invalid_argument("There is no rank " + std::to_string(rank) + " of " +
                                    std::to_string(ranks) + ".");
    const auto count = static_cast<std::size_t>(ranks);
    const auto number = static_cast<std::size_t>(rank);
    const std::size_t fewest = rows / count;
    const std::size_t longer = rows % count; // ranks with one row more
    if (fewest < halo)
        throw std::invalid_argument(
            std::to_string(rows) + " rows are too few for " + std::to_string(ranks) +
            " ranks, because each needs at least " + std::to_string(halo) + ".");
    Part part{};
    part.first_row = number * fewest + std::min(number, longer);
    part.rows = fewest + (number < longer ? 1 : 0);
    part.above = rank > 0 ? rank - 1 : nobody;
    part.below = rank + 1 < ranks ? rank + 1 : nobody;
    //! [first-rows]
    part.send_above = 0; // the first rows that this rank has
    part.send_below = part.rows * columns;
    part.receive_above = 0;
    part.receive_below = (halo + part.rows) * columns;
    //! [first-rows]
    part.count = halo * columns;
    return part;
}
