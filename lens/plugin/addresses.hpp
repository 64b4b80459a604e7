// Where an instruction's address lies: in bytes from a value, and in a vector.
#pragma once

#include "llvm_functions.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep::lens
{

/// A value, variable indices times their strides, and constant bytes. LLVM writes the same address in several
/// ways: LLVM 14 by the vector's indices and the component's, LLVM 19 also in bytes from the vector.
struct Address
{
    LlvmHandle base = nullptr;
    std::vector<std::pair<LlvmHandle, std::int64_t>> indices; ///< index, bytes of one step; in order
    std::int64_t bytes = 0;

    /// The same but for the constant bytes.
    bool is_near(const Address& other) const { return base == other.base && indices == other.indices; }
    auto operator<=>(const Address&) const = default;
};

/// One component of a vector.
struct Component
{
    Address vector; ///< of the first component
    LlvmHandle type = nullptr;
    unsigned number = 0;
};

/// How the types lie in memory for the code that an instruction belongs to.
LlvmHandle data_layout_of(LlvmHandle instruction);

/// The bytes of a vector's element; 0 for one without whole bytes.
unsigned element_bytes(LlvmHandle vector_type);

/// The pointer that casts to other types begin with.
LlvmHandle without_casts(LlvmHandle pointer);

Address address_of(LlvmHandle pointer, LlvmHandle data_layout);

/// The component of a vector that lies at a pointer, if the types that the pointer is computed with tell.
std::optional<Component> component_at(LlvmHandle pointer, LlvmHandle data_layout);

} // namespace lockstep::lens
