// The problems of the ladders on units for matrices: c = a · bᵀ with factors of bfloat16, of floats in two parts, and of bytes.
#pragma once

#include "../ladder.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::bench
{

/// What the factors are on the device.
enum class FactorKind
{
    bfloat16,
    floats, ///< each in two parts of 19 bits where a kernel wants them so
    bytes   ///< with a scale for each row
};

/// The parameters of a rung on slabs: a group's tile and slabs of each factor in local memory.
Parameters slab_tile(int rows, int columns, int stages);

// How their rungs are launched.

/// A work-item a result, without such units.
Planner units_for_each_result();
/// DOWN × ACROSS sub-groups a tile.
Planner units_for_fragments();
/// 128 work-items for each 64 rows of a tile.
Planner units_for_warpgroups();
/// As many groups as the device has units, each of which has the copy engine bring slabs; first, kernels split floats and describe matrices.
Planner units_with_engine(FactorKind kind);

/// What the ladders on units for matrices have in common: sizes as the ladder of products has them where its kernels run on such
/// units, and small ones where they run in plain OpenCL C; the limit, the factors, and cuBLAS.
class UnitsLadder : public Ladder
{
public:
    /// cuBLAS's name in tables, and what lockstep-peer-cublas calls the factors.
    struct Cublas
    {
        std::string name;
        std::string factors;
    };

    UnitsLadder(FactorKind kind, std::vector<Cublas> peers) : kind_(kind), peers_(std::move(peers)) {}

    std::string chapter() const override { return "28-matrix-units"; }
    LimitKind limit() const override { return LimitKind::matrix_fma; }
    std::vector<std::string> cases() const override { return {"square", "ragged"}; }
    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override;
    std::vector<Extent> verified_extents(const Workbench& workbench) const override;
    Extent counted_extent() const override { return {64, 64}; }
    /// The lens counts their plain bodies only.
    std::optional<Growth> growth(const Extent& /*extent*/) const override { return std::nullopt; }
    double elements(const Extent& extent) const override;
    std::vector<Extent> curve_extents(const Workbench& workbench, const std::string& input,
                                      bool quick) const override;
    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string& input,
                                     Extent extent) const override;
    std::vector<Peer> peers(Workbench& workbench, const std::string& input, Extent extent) const override;

private:
    FactorKind kind_;
    std::vector<Cublas> peers_;
};

} // namespace lockstep::bench
