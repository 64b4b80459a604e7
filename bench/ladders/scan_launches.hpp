// The launches of the scan ladder's rungs: which kernels, on which blocks, with what scratch memory between them.
#pragma once

#include "ladder.hpp"

#include <cstddef>
#include <string>

namespace lockstep::bench::scans
{

/// What is scanned: 32-bit elements of the OpenCL C type `element`.
class Data : public Problem
{
public:
    Data(Workbench& workbench, std::size_t elements, std::string type, Guarded contents)
        : Problem(workbench), count(elements), element(std::move(type)), in(std::move(contents))
    {
    }

    const std::size_t count;
    const std::string element;
    const Guarded in;
};

/// One launch for each distance 1, 2, 4 …, between two buffers in turn.
void in_steps(Plan& plan, const Data& data);
/// Blocks are scanned on their own; then their sums, which are blocks again; then the sums are added to the blocks.
void in_blocks(Plan& plan, const Data& data);
/// Sums of strips, their scan, and the scan of every strip. A strip is a whole number of tiles.
void sums_first(Plan& plan, const Data& data);
/// The same with one work-item a strip, on a CPU: so few strips that each adds up the sums before it.
void in_long_strips(Plan& plan, const Data& data);
/// One kernel for all tiles, that tell each other what they know; their states are cleared before it.
void in_one_pass(Plan& plan, const Data& data);
/// The same with GROUPS groups on each compute unit, which share the tiles.
void with_groups_on_units(Plan& plan, const Data& data);
/// The same with STRIP elements a work-item.
void in_cached_strips(Plan& plan, const Data& data);

} // namespace lockstep::bench::scans
