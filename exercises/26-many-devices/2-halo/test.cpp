// Tests of the parts: all ranks are played in one process, and each halo is compared with the grid.
#include "halo.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

struct Shape
{
    std::size_t rows, columns, halo;
    int ranks;
};

const std::vector<Shape> shapes{{1, 1, 1, 1},   {4, 3, 1, 4},  {10, 3, 1, 3},     {11, 5, 2, 4},
                                {12, 4, 3, 4},  {17, 1, 4, 4}, {100, 7, 1, 7},    {101, 2, 5, 13},
                                {23, 37, 7, 3}, {6, 2, 2, 3},  {1000, 3, 1, 999}, {64, 16, 16, 4}};

std::string words(const Shape& shape)
{
    return std::to_string(shape.rows) + " × " + std::to_string(shape.columns) + " cells, halo " +
           std::to_string(shape.halo) + ", " + std::to_string(shape.ranks) +
           (shape.ranks == 1 ? " rank" : " ranks");
}

std::vector<Part> parts_of(const Shape& shape)
{
    std::vector<Part> parts;
    for (int rank = 0; rank < shape.ranks; ++rank)
        parts.push_back(part_of(shape.rows, shape.columns, shape.halo, rank, shape.ranks));
    return parts;
}

constexpr float untouched = -1;

float cell(std::size_t row, std::size_t column)
{
    return static_cast<float>(row * 1000 + column);
}

/// The memory of a rank before the exchange: its own rows, and nothing in the halos.
std::vector<float> memory_of(const Part& part, const Shape& shape)
{
    if (part.rows > shape.rows) FAIL("A rank has ", part.rows, " rows of a grid of ", shape.rows, ".");
    std::vector<float> memory((part.rows + 2 * shape.halo) * shape.columns, untouched);
    for (std::size_t y = 0; y < part.rows; ++y)
        for (std::size_t x = 0; x < shape.columns; ++x)
            memory[(shape.halo + y) * shape.columns + x] = cell(part.first_row + y, x);
    return memory;
}

/// What a message of this rank holds. Fails where it would reach beyond the memory.
std::vector<float> message(const std::vector<float>& memory, std::size_t place, std::size_t count)
{
    if (count > memory.size() || place > memory.size() - count)
        FAIL("A message of ", count, " floats from place ", place, " reaches beyond the rank's ",
             memory.size(), " floats.");
    return {memory.begin() + static_cast<std::ptrdiff_t>(place),
            memory.begin() + static_cast<std::ptrdiff_t>(place + count)};
}

void put(std::vector<float>& memory, std::size_t place, const std::vector<float>& received)
{
    if (received.size() > memory.size() || place > memory.size() - received.size())
        FAIL("What is received at place ", place, " reaches beyond the rank's ", memory.size(), " floats.");
    std::copy(received.begin(), received.end(), memory.begin() + static_cast<std::ptrdiff_t>(place));
}

void check_division(const Shape& shape)
{
    INFO(words(shape));
    std::size_t next = 0, before = shape.rows;
    for (const Part& part : parts_of(shape)) {
        if (part.first_row != next)
            FAIL("A rank begins at row ", part.first_row, "; the one before ends at ", next, ".");
        if (part.rows > before) FAIL("A later rank has more rows than an earlier one.");
        const auto ranks = static_cast<std::size_t>(shape.ranks);
        const std::size_t fewest = shape.rows / ranks, most = (shape.rows + ranks - 1) / ranks;
        if (part.rows < fewest || part.rows > most)
            FAIL("A rank has ", part.rows, " of ", shape.rows, " rows; of ", ranks, " ranks each has ",
                 fewest, fewest == most ? std::string{} : " or " + std::to_string(most), ".");
        before = part.rows;
        next += part.rows;
    }
    if (next != shape.rows) FAIL("All ranks together have ", next, " rows.");
}

} // namespace

TEST_CASE("every row has one owner, and nobody has two rows more than another")
{
    for (const Shape& shape : shapes) check_division(shape);
    check_division({5'000'000'000, 1, 1, 3});
    // More ranks than 16 bits count: 2 rows each, and the first 9,999 have 3.
    for (const int rank : {0, 9'999, 65'537, 70'000}) {
        const std::size_t row = static_cast<std::size_t>(2 * rank + std::min(rank, 9'999));
        const Part part = part_of(150'001, 1, 2, rank, 70'001);
        if (part.first_row != row || part.rows != (rank < 9'999 ? 3 : 2))
            FAIL("Of 70001 ranks, which have 2 or 3 of 150001 rows, rank ", rank, " has ", part.rows,
                 " from row ", part.first_row, " on; expected is row ", row, ".");
    }
}

TEST_CASE("neighbours are the ranks next to each other, and nobody at the ends")
{
    for (const Shape& shape : shapes) {
        INFO(words(shape));
        int rank = 0;
        for (const Part& part : parts_of(shape)) {
            const int above = rank == 0 ? nobody : rank - 1;
            const int below = rank == shape.ranks - 1 ? nobody : rank + 1;
            if (part.above != above) FAIL("Above rank ", rank, " is ", above, ", and not ", part.above, ".");
            if (part.below != below) FAIL("Below rank ", rank, " is ", below, ", and not ", part.below, ".");
            ++rank;
        }
    }
}

TEST_CASE("after the exchange each halo holds the rows beside the own ones")
{
    for (const Shape& shape : shapes) {
        INFO(words(shape));
        const std::vector<Part> parts = parts_of(shape);
        std::vector<std::vector<float>> memories;
        for (const Part& part : parts) memories.push_back(memory_of(part, shape));
        const auto before = memories;
        for (std::size_t rank = 0; rank < parts.size(); ++rank) {
            const Part& part = parts[rank];
            if (rank > 0)
                put(memories[rank], part.receive_above,
                    message(before[rank - 1], parts[rank - 1].send_below, parts[rank - 1].count));
            if (rank + 1 < parts.size())
                put(memories[rank], part.receive_below,
                    message(before[rank + 1], parts[rank + 1].send_above, parts[rank + 1].count));
        }
        for (std::size_t rank = 0; rank < parts.size(); ++rank)
            for (std::size_t y = 0; y < parts[rank].rows + 2 * shape.halo; ++y)
                for (std::size_t x = 0; x < shape.columns; ++x) {
                    const std::size_t row = parts[rank].first_row + y; // of the grid, and halo rows more
                    const bool is_grid = row >= shape.halo && row - shape.halo < shape.rows;
                    const float expected = is_grid ? cell(row - shape.halo, x) : untouched;
                    const float got = memories[rank][y * shape.columns + x];
                    if (got != expected)
                        FAIL("Rank ", rank, ", row ", y, " of its memory, column ", x, ": expected ",
                             expected, ", got ", got, ".");
                }
    }
}

TEST_CASE("places beyond 2^32 floats are right")
{
    const auto same = [](const std::string& what, std::size_t expected, std::size_t got) {
        if (got != expected) FAIL(what, " is ", got, "; expected ", expected, ".");
    };
    // In the second shape a message alone is beyond 2^32 floats. The middle one of three ranks has two neighbours.
    for (const Shape& shape : {Shape{300'004, 70'001, 3, 3}, Shape{300'004, 70'001, 70'003, 3}}) {
        INFO(words(shape));
        const Part part = part_of(shape.rows, shape.columns, shape.halo, 1, 3);
        constexpr std::size_t own = 100'001;
        same("first_row", 100'002, part.first_row);
        same("rows", own, part.rows);
        same("count", shape.halo * shape.columns, part.count);
        same("send_above", shape.halo * shape.columns, part.send_above);
        same("send_below", own * shape.columns, part.send_below);
        same("receive_above", 0, part.receive_above);
        same("receive_below", (own + shape.halo) * shape.columns, part.receive_below);
    }
}

TEST_CASE("what does not divide is refused with a sentence")
{
    const auto refused = [](const Shape& shape, int rank) -> std::string {
        INFO(words(shape), ", rank ", rank);
        try {
            part_of(shape.rows, shape.columns, shape.halo, rank, shape.ranks);
        } catch (const std::invalid_argument& error) {
            const std::string text = error.what();
            std::istringstream stream{text};
            if (std::distance(std::istream_iterator<std::string>{stream}, {}) < 3)
                FAIL("The exception says '", text, "', which is no sentence.");
            return text;
        } catch (const std::exception&) {
            FAIL("It was refused by an exception that is no std::invalid_argument.");
        }
        FAIL("It was not refused.");
        return {};
    };
    refused({3, 5, 1, 4}, 0);
    refused({3, 5, 1, 4}, 3);
    refused({7, 5, 2, 4}, 0); // the last rank would have one row
    refused({7, 5, 2, 4}, 3);
    refused({0, 5, 1, 1}, 0);
    refused({10, 5, (std::size_t{1} << 31U) + 1, 2}, 0); // twice this is 2 in 32 bits
    refused({10, 5, 1, 0}, 0);
    refused({10, 5, 1, -2}, 0);
    refused({10, 5, 1, 3}, 3);
    refused({10, 5, 1, 3}, -1);
    if (refused({7, 5, 2, 4}, 0) == refused({10, 5, 1, 3}, 3))
        FAIL("Too few rows and a rank that does not exist are refused with the same text, so it does not say "
             "what does not fit.");
}

TEST_CASE("what just divides is not refused")
{
    for (const Shape& shape : {Shape{8, 5, 2, 4}, Shape{4, 5, 4, 1}, Shape{9, 1, 3, 3}})
        for (int rank = 0; rank < shape.ranks; ++rank)
            CHECK_NOTHROW(part_of(shape.rows, shape.columns, shape.halo, rank, shape.ranks));
}
