// Queries, keys and values, what attention makes of them in double precision, and the launches of its rungs.
#pragma once

#include "ladder.hpp"

#include <cstddef>
#include <memory>
#include <optional>
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
    bool bfloat16 = false; ///< whether they are numbers of 16 bits, and weights are rounded to them, too
};

/// By the name of a case and of its ladder: that of "attention_units" is bfloat16.
Kind kind_of(const std::string& input, bool bfloat16 = false);

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

// How their rungs are launched.

/// All weights of all heads, by the three kernels of the chapter.
Planner with_all_weights();
Planner query_by_query();
/// Blocks of QUERIES queries, ACROSS work-items side by side.
Planner in_blocks();
/// Keys packed, then QUERIES queries a work-item.
Planner in_strips();
/// TEAMS sub-groups, with DOWN fragments each.
Planner in_fragments();
/// The same on Hopper's units with tiles from the copy engine, which 128 work-items more ask for.
Planner by_engine();

/// What the ladders of attention have in common. An extent's columns are tokens, its rows heads.
class AttentionLadder : public Ladder
{
public:
    std::string chapter() const override { return "32-attention"; }
    std::vector<Extent> verified_extents(const Workbench& workbench) const override;
    /// Tiles that a mask hides are skipped, which depends on how long rows are.
    std::optional<Growth> growth(const Extent& /*extent*/) const override { return std::nullopt; }
    double elements(const Extent& extent) const override;
    std::vector<Extent> curve_extents(const Workbench& workbench, const std::string& input,
                                      bool quick) const override;
    /// @throws Failure where floats' scores do not fit the device.
    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string& input,
                                     Extent extent) const override;

protected:
    virtual bool is_bfloat16() const = 0;
    /// PyTorch's attention of the same kind. @param backend of its SDPBackend; its own choice when empty.
    std::optional<Peer> torch(const Workbench& workbench, const std::string& input, Extent extent,
                              const std::string& name, const std::string& backend) const;
};

} // namespace lockstep::bench::attention
