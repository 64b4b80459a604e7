// Products of floats, by three products of parts of 19 bits, on units for matrices.
#include "matrix_units_problem.hpp"

#include <lockstep/device.hpp>

namespace lockstep::bench
{
namespace
{

class SplitProduct final : public Ladder
{
public:
    std::string name() const override { return "matrix_units_split"; }
    std::string chapter() const override { return "28-matrix-units"; }
    std::string title() const override { return "Product of two matrices of floats on units for matrices"; }
    LimitKind limit() const override { return LimitKind::matrix_fma; }
    std::vector<std::string> cases() const override { return {"square", "ragged"}; }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        std::vector<Parameters> candidates{slab_tile(64, 16, 2)};
        if (matrix_units(workbench.device()) >= 90)
            candidates = {slab_tile(128, 128, 3), slab_tile(128, 128, 2)};
        // Three products on units that are half as fast with floats as with 16 bits.
        return {{"engine_split",
                 "three products of parts of 19 bits",
                 "kernels/matrix_units_split.cl",
                 {"split", "describe", "engine_split"},
                 candidates,
                 "",
                 false,
                 6}};
    }

    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override
    {
        return units_extent(workbench, input, quick);
    }
    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        return units_verified_extents(workbench);
    }
    Extent counted_extent() const override { return {64, 64}; }
    double elements(const Extent& extent) const override { return units_work(extent) / 2; }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string&, Extent extent) const override
    {
        return units_problem(workbench, FactorKind::floats, extent);
    }
    std::vector<Peer> peers(Workbench& workbench, const std::string&, Extent extent) const override
    {
        std::vector<Peer> peers;
        add_cublas(peers, workbench, "cuBLAS", "floats", extent);
        add_cublas(peers, workbench, "cuBLAS, TF32", "tf32", extent);
        return peers;
    }
};

const Registered registered_split{std::make_unique<SplitProduct>()};

} // namespace
} // namespace lockstep::bench
