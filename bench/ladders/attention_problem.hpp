// Queries, keys and values, what attention makes of them in double precision, and the launches of its rungs.
#pragma once

#include "ladder.hpp"

#include <memory>
#include <string>

namespace lockstep::bench::attention
{

/// What a case's name says: "causal-64".
struct Kind
{
    std::size_t head = 64; ///< numbers of a query, key or value
    bool causal = false;   ///< whether a token sees only those that are not behind it
    bool ragged = false;   ///< whether the number of tokens is none that tiles divide
};

Kind kind_of(const std::string& input);

/// Multiplications and additions of the two products, of what may be seen alone. @param extent tokens, and heads.
double operations_of(const Kind& kind, Extent extent);

/// Whether the device has room for all scores of all heads.
bool has_room(const Workbench& workbench, Extent extent);

/// @throws Failure where the scores do not fit.
std::unique_ptr<Problem> problem_of(Workbench& workbench, const Kind& kind, Extent extent);

} // namespace lockstep::bench::attention
