// Proofs that this machine remembers.
#pragma once

#include "base/status.hpp"
#include "prove/grounds.hpp"

#include <cstddef>
#include <functional>

namespace lockstep::tool
{

/// How proving ended.
struct Proof
{
    Status status = check_failed;
    std::size_t count = 1; ///< of the proofs that it consists of, each of a wrong solution, say
};

/// Proves something, unless it was proven before on exactly these grounds: then what was printed is printed again. Either way its last
/// line says how many proofs that were, which `lockstep test` adds up. Only what passes is remembered, and nothing is believed that was
/// remembered where LOCKSTEP_PROVE_AFRESH is set to something but 0.
/// @param grounds is asked once more at the end: what has changed meanwhile is not remembered.
/// @return the proof's status.
Status proven(const std::function<Grounds()>& grounds, const std::function<Proof()>& prove);

} // namespace lockstep::tool
