// Which instructions of a loop a GPU's compiler shares among several rounds, because it writes the rounds out one after another.
#pragma once

#include "llvm_functions.hpp"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace lockstep::lens
{

/// The loops of a function that would be unrolled: innermost ones with a counter. Of unrolled rounds the counter is moved and
/// compared once, and addresses that follow it are one address at several distances.
///
/// How many rounds are written out is what LLVM chooses for NVIDIA's GPUs: all of them where their number is known and they
/// have at most 300 instructions together, else 8, 4 or 2, as long as these have at most 75; but no part of a loop with a
/// barrier (NVPTXTargetTransformInfo.cpp, getUnrollingPreferences, and the defaults of LoopUnrollPass.cpp).
class Unrolling
{
public:
    /// @param blocks of the function, and to which of them each leads
    Unrolling(const std::vector<LlvmHandle>& blocks, const std::vector<std::vector<std::size_t>>& successors);

    /// For how many rounds the instruction is executed once; 1 for those that are executed in each.
    unsigned rounds_for(LlvmHandle instruction) const;

private:
    std::unordered_map<LlvmHandle, unsigned> rounds_;
};

} // namespace lockstep::lens
