// Ladders whose job is the same for every row of a matrix, and needs all of the row: softmax and layer norm.
#pragma once

#include "ladder.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::bench
{

/// What the rows of a ladder are, and what becomes of them.
struct RowJob
{
    float low, high, offset; ///< elements are in [low, high), and in row r offset · (r mod 5) higher
    std::vector<std::size_t>
        parameters;  ///< of kernels, vectors of a row's length that come after the input: their seeds
    double absolute; ///< and relative: how far a result may be from the reference, either way
    double relative;
    /// A row's results in double precision. @param vectors those of `parameters`.
    std::vector<double> (*reference)(std::span<const float> row,
                                     const std::vector<std::vector<float>>& vectors);
};

/// Two rungs that read a row several times, one that keeps it, and on CPUs one that has 16 floats at a time: a ladder of kernels with the arguments (in, vectors …, out, columns, then `extra`), and `rows` at the end where a
/// work-item has ROWS of them. The length of a row is the case's name.
class RowLadder : public Ladder
{
public:
    std::string chapter() const override { return "32-attention"; }
    LimitKind limit() const override { return LimitKind::copy; }
    std::vector<Rung> rungs(const Workbench& workbench) const override;
    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override;
    std::vector<Extent> verified_extents(const Workbench& workbench) const override;
    Extent counted_extent() const override { return {1024, 8}; }
    /// Rungs are for one length of rows, of which counts of shorter ones tell nothing.
    std::optional<Growth> growth(const Extent& /*extent*/) const override { return std::nullopt; }
    std::vector<Extent> curve_extents(const Workbench& workbench, const std::string& input,
                                      bool quick) const override;
    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string& input,
                                     Extent extent) const override;
    std::vector<Peer> peers(Workbench& workbench, const std::string& input, Extent extent) const override;

protected:
    /// A rung that reads its rows several times.
    struct Pass
    {
        const char* name;
        const char* idea;
    };
    virtual std::array<Pass, 2> passes() const = 0;
    virtual RowJob row_job() const = 0;
    /// The job in plain C++, of rows of so many columns. @param vectors those of `parameters`.
    virtual void run_natively(std::span<const float> in, const std::vector<std::vector<float>>& vectors,
                              std::span<float> out, std::size_t columns) const = 0;
    /// Sets the arguments behind `columns`; how many they are.
    virtual cl_uint set_extra(cl::Kernel& kernel, cl_uint at) const = 0;
};

} // namespace lockstep::bench
