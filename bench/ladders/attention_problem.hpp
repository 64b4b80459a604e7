// Queries, keys and values, what attention makes of them in double precision, and the launches of its rungs.
#pragma once

#include "ladder.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

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

/// A row of results in double precision, and how far a float's may be from it.
struct ExpectedRow
{
    std::size_t row;
    std::vector<double> values;
    double tolerance;
};

/// Queries, keys and values on the host, and results in double precision: of all rows where they are few, else of some.
struct Inputs
{
    Inputs(const Kind& of, Extent size);

    /// What is wrong with results, in a sentence; empty when they are right. @param worst becomes the largest error.
    std::string mistake(std::span<const float> got, double& worst) const;

    Kind kind;
    std::size_t tokens, heads;
    std::vector<float> q, k, v;
    std::vector<ExpectedRow> expected;

private:
    std::vector<float> drawn(std::size_t seed) const;
    ExpectedRow expected_row(std::size_t row) const;
};

/// Multiplications and additions of the two products, of what may be seen alone. @param extent tokens, and heads.
double operations_of(const Kind& kind, Extent extent);

/// Whether the device has room for all scores of all heads.
bool has_room(const Workbench& workbench, Extent extent);

/// @throws Failure where the scores do not fit.
std::unique_ptr<Problem> problem_of(Workbench& workbench, const Kind& kind, Extent extent);

} // namespace lockstep::bench::attention
