// The launches of the sort ladder's rungs: which kernels, with what scratch memory between them.
#pragma once

#include "ladder.hpp"

#include <cstddef>

namespace lockstep::bench::sorts
{

/// Keys and values in the device's memory. Of keys alone the values are the keys once more, which no kernel looks at.
struct Elements
{
    Guarded keys;
    Guarded values;
};

/// What is sorted: keys of 32 bits, and a value for each of them where there are pairs.
class Data : public Problem
{
public:
    Data(Workbench& workbench, std::size_t keys, bool with_values, Elements contents)
        : Problem(workbench), count(keys), pairs(with_values), in(std::move(contents))
    {
    }

    const std::size_t count;
    const bool pairs;
    const Elements in;
};

/// A network's steps: those within a block in one launch, each of the others in one of its own.
void by_network(Plan& plan, const Data& data);
/// Sorted blocks, and rounds of merges.
void by_merges(Plan& plan, const Data& data);
/// For each digit of 8 bits: how often it occurs in each strip, where those keys begin, and all to their places. A strip is a whole number of tiles.
void in_strips_of_tiles(Plan& plan, const Data& data);
/// The same with one work-item a strip, and digits of BITS bits.
void in_strips(Plan& plan, const Data& data);
/// All digits counted first; then for each of them one kernel for all tiles, which tell each other what they know.
void in_one_pass(Plan& plan, const Data& data);

} // namespace lockstep::bench::sorts
