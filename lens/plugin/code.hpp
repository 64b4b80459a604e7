// A kernel's code as the lens sees it: stretches of instructions that are always executed from end to end.
#pragma once

#include "llvm_functions.hpp"
#include "unrolling.hpp"
#include "vectors.hpp"
#include "work.hpp"

#include <cstdint>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep::lens
{

/// How a segment ends.
enum class SegmentEnd : std::uint8_t
{
    plain,  ///< by going on: a jump, a barrier, an asynchronous copy
    branch, ///< with a choice of successors
    call,   ///< by entering another function of the program
    back    ///< by leaving the function
};

/// A basic block, or a part of one: it also ends after a barrier and after the call of a function of the
/// program.
struct Segment
{
    LlvmHandle first = nullptr;
    LlvmHandle last = nullptr;
    SegmentEnd end = SegmentEnd::plain;
    bool leaves_loop = false;                         ///< it ends with a branch that may leave a loop
    bool skips = false;                               ///< ... with another one, that of an if without an else
    bool starts_copy = false;                         ///< its last instruction is an async_work_group_copy
    unsigned order = 0;                               ///< position in its function, see reconvergence_order()
    unsigned instructions = 0;                        ///< without those that only exist in the compiler
    unsigned line = 0;                                ///< of its last instruction
    std::vector<std::pair<unsigned, unsigned>> lines; ///< source line, instructions of it
    std::vector<LlvmHandle> memory;                   ///< those that may access memory, in order
    SegmentWork work;                                 ///< of one execution
};

/// What an instruction that accesses memory is.
struct MemoryInstruction
{
    unsigned line = 0;
    unsigned column = 0;       ///< 0: not known
    unsigned elements = 1;     ///< of a vector that it accesses one by one: vload, vstore
    bool loads_counted = true; ///< false: constant memory
};

/// The functions that were met while a kernel ran. Safe to use from several threads.
class Code
{
public:
    /// @return the segment that begins with `instruction`; null when none does
    const Segment* find(LlvmHandle instruction);
    /// What a GPU accesses where `instruction`, of a segment that was found, accesses memory.
    VectorAccess vector_access(LlvmHandle instruction);

private:
    void add_function(LlvmHandle function);
    void add_block(LlvmHandle block, const Unrolling& unrolling, bool leaves_loop, bool skips,
                   unsigned& order);

    std::mutex mutex;
    std::deque<Segment> segments;
    std::unordered_map<LlvmHandle, const Segment*> by_first;
    std::unordered_map<LlvmHandle, bool> functions;
    VectorAccesses vectors;
};

/// The line that an instruction's debug information names, with its file; see place_at(). 0 for an instruction without a line.
unsigned place_of(LlvmHandle instruction);

/// The source line of an instruction. For one that the compiler made without a line, that of the nearest one before it
/// in its block, else behind it; else of the nearest block of its function that has one, rather an earlier than a later.
/// 0 where the whole function has none.
unsigned line_of(LlvmHandle instruction);

/// Whether a call reads or writes a texel: the simulator then reads or writes global memory, at places of its own.
bool accesses_image(LlvmHandle call);

/// The elements of the vector that a call loads or stores one by one, since it need not be aligned to the vector
/// (vload and vstore); 1 for every other call.
unsigned unaligned_elements(LlvmHandle call);

MemoryInstruction describe_memory_instruction(LlvmHandle instruction);

} // namespace lockstep::lens
