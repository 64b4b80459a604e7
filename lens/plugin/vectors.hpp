// Accesses to components of a vector that a GPU makes as one access to the vector.
#pragma once

#include "llvm_functions.hpp"

#include <unordered_map>
#include <vector>

namespace lockstep::lens
{

/// What a GPU accesses where an instruction accesses one component of a vector.
struct VectorAccess
{
    bool counted = true;   ///< false: the access of another instruction holds this one's
    unsigned elements = 1; ///< in the access
    unsigned before = 0;   ///< of those, before the instruction's own
    unsigned size = 1;     ///< of the vector, as its type or its alignment tells
};

/// Of the instructions that do not simply access what they name.
using VectorAccesses = std::unordered_map<LlvmHandle, VectorAccess>;

/// Finds the vectors that Oclgrind or its LLVM has taken apart, in instructions that are always executed
/// together:
/// - A vector made of components is stored as something undefined, and directly after it component by
///   component: only the first of these stores is counted, which has the vector's size.
/// - A vector of which components are used is loaded component by component. Of a vector of three or four
///   elements of 4 bytes, three or four components are one access of 16 bytes, the first or the last two
///   alone one of 8, and any others stay apart. Of other vectors, all components of 16 bytes (of the vector,
///   if it is shorter) are one access, and any others stay apart. A store ends what can be joined. Where no
///   type tells that a load is one of a component, the alignment that is known of the loads must.
/// Source: counters and machine code of an NVIDIA H200, lens/validation, kernels load_*_components and
/// store_made_quads.
/// @param memory the instructions that may access memory, in order
void join_vector_accesses(const std::vector<LlvmHandle>& memory, VectorAccesses& joined);

} // namespace lockstep::lens
