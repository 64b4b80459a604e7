// The proof that an exercise rejects what is wrong: its stub, and every wrong solution of its catalogue.
#pragma once

#include "check/engine.hpp"
#include "check/wrong_solutions.hpp"
#include "prove/proofs.hpp"

#include <string>

namespace lockstep::tool
{

/// How one wrong solution fared.
struct WrongVerdict
{
    enum class End
    {
        rejected, ///< where the catalogue says
        skipped,  ///< it cannot be judged here
        missed    ///< it got through, or was rejected elsewhere
    };
    End end = End::missed;
    std::string reason; ///< of what is skipped, or what should have happened and did not
    std::string stages; ///< what each stage said of it, a line each; empty where nobody needs it
};

/// Asks an exercise for its verdict on one wrong solution, in processes of its own.
WrongVerdict judge_wrong(const ExerciseInfo& exercise, const WrongSolutions& catalogue,
                         const WrongSolution& wrong, CheckOptions options);

/// The same of the stub as it is handed out: it must build, and fail in a named test or miss a target of the lens.
WrongVerdict judge_stub(const ExerciseInfo& exercise, CheckOptions options);

/// Judges the stub and every entry of the catalogue, and prints a line for each. What can be is tried together first, and what is not
/// rejected so, alone.
Proof prove_wrong(const ExerciseInfo& exercise, const CheckOptions& options);

} // namespace lockstep::tool
