// What the test suite asks of an exercise's own solution, and of what else might pass for one.
#pragma once

#include "check/engine.hpp"
#include "prove/proofs.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// The solution passes. Of the stages behind builds the one alone: each has a test of its own.
Proof prove_solution(const ExerciseInfo& exercise, CheckOptions options, Stage wanted);

/// With the set's kernel broken as tests/mutants/kernel-set.md says, even the solution must not be judged.
Proof prove_set(const ExerciseInfo& exercise, CheckOptions options);

/// The catalogue that breaks the set's kernels.
std::filesystem::path broken_kernels();

/// No file of a laboratory with this exercise passes it, handed in under the names that are asked for.
Proof prove_copies(const ExerciseInfo& exercise, const CheckOptions& options);

/// The files that prove_copies() hands in: all kernels of the book but the exercise's own.
std::vector<std::filesystem::path> files_to_copy(const ExerciseInfo& exercise);

/// Says why something cannot be proven here, in the line that `lockstep test` looks for.
Proof skip(const std::string& reason);

} // namespace lockstep::tool
