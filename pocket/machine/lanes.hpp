// Operations on all lanes of a sub-group at once.
#pragma once

#include "machine/code.hpp"

#include <cstddef>
#include <cstdint>

namespace lockstep::pocket
{

/// to = sign a, for `count` elements. @param all what is true: 1, or all bits where components are compared.
void apply(Operator sign, Scalar scalar, const void* a, void* to, std::size_t count, Scalar result, bool all);

/// to = a sign b. Integer division by zero gives 0, and shifts take their distance modulo the width; who asks looks for both before.
void apply(Operator sign, Scalar scalar, const void* a, const void* b, void* to, std::size_t count,
           Scalar result, bool all);

/// to = a as another type. @param how 0 as a cast, 1 to the nearest even, 2 to zero, 3 up, 4 down, and 8 saturates.
void convert(Scalar from, const void* a, Scalar to_scalar, void* to, std::size_t count, unsigned how);

} // namespace lockstep::pocket
