// Operations on numbers that are known before a kernel runs.
#pragma once

#include "front/program.hpp"

#include <cstdint>
#include <optional>

namespace lockstep::pocket
{

/// What an operation on whole numbers of that type gives, in 64 bits; nothing where it is undefined.
std::optional<std::int64_t> worked_out(Operator sign, std::int64_t a, std::int64_t b, Scalar scalar);

} // namespace lockstep::pocket
