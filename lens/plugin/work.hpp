// What a segment of code costs a GPU's scheduler, and how long its work-items wait in it; read from the code alone.
#pragma once

#include "counting/segment_work.hpp"
#include "llvm_functions.hpp"

#include <unordered_map>

namespace lockstep::lens
{

/// Whether no device executes it.
bool is_for_the_compiler(LlvmHandle instruction);

/// The longest way through a segment whose instructions come one after another, each as soon as what it needs is there.
class SegmentChain
{
public:
    /// @param rounds for how many of a loop it is executed once, see Unrolling
    void add(LlvmHandle instruction, unsigned rounds = 1);
    const SegmentWork& work() const { return longest_; }

    /// What a GPU issues for an instruction: one for each element of a vector that is computed with, one for an access to
    /// memory, none for what only names or moves values (casts between integers and pointers, elements of vectors,
    /// addresses at fixed distances, jumps without a condition), for private memory, which a GPU's compiler keeps in
    /// registers, and for calls of the program's own functions, which it writes out where they are called. Divisions of
    /// integers are made of several.
    static unsigned slots_of(LlvmHandle instruction);

private:
    /// Which memory an instruction brings a value from.
    enum class Waits
    {
        no,
        local,
        global
    };
    static Waits waits_of(LlvmHandle instruction);

    std::unordered_map<LlvmHandle, SegmentWork> done_; // when the value of each is there; slots are not used
    SegmentWork longest_;
};

} // namespace lockstep::lens
