// What an instruction costs a GPU's scheduler, and how long a sub-group waits for it.
#pragma once

#include "counting/segment_work.hpp"
#include "counts/symbols.hpp"

#include <cstdint>
#include <vector>

namespace lockstep::pocket
{

/// The accesses of an instruction that were made.
struct Made
{
    std::uint64_t accesses = 0;
    bool is_local = false;
};

struct Cost
{
    unsigned instructions = 0; ///< of a compiler's intermediate code
    unsigned slots = 0;        ///< instructions that a GPU issues
    unsigned waits = 0;        ///< for global memory
    unsigned local_waits = 0;  ///< for local memory
};

/// Slots as lens::SegmentChain takes them of LLVM's instructions: one for each element that is computed with, one for each access that is
/// made, none for what only names or moves values; a division of integers is made of several.
Cost cost_of(const Instruction& instruction, const Made& made, const Symbols& symbols);

/// The longest way through a stretch of instructions without a branch, of which each begins when what it needs is there.
class Chain
{
public:
    /// @param work to which a stretch is added where it ends
    void add(const Code& code, const Instruction& instruction, const Cost& cost, lens::SegmentWork& work);
    void end(lens::SegmentWork& work);

private:
    struct Ready
    {
        std::uint64_t stretch = 0;
        lens::SegmentWork at;
    };

    std::vector<Ready> ready_; ///< of each mask
    lens::SegmentWork longest_;
    std::uint64_t stretch_ = 1;
};

} // namespace lockstep::pocket
