// Products of bytes with scales, on units for matrices.
#include "matrix_units_problem.hpp"

#include <lockstep/device.hpp>

namespace lockstep::bench
{
namespace
{

class ByteProduct final : public Ladder
{
public:
    std::string name() const override { return "matrix_units_bytes"; }
    std::string chapter() const override { return "28-matrix-units"; }
    std::string title() const override { return "Product of two matrices of bytes"; }
    LimitKind limit() const override { return LimitKind::matrix_fma; }
    std::string unit() const override { return "GOP/s"; }
    std::vector<std::string> cases() const override { return {"square", "ragged"}; }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        std::vector<Parameters> candidates{slab_tile(64, 16, 2)};
        if (matrix_units(workbench.device()) >= 90)
            candidates = {slab_tile(128, 256, 4), slab_tile(128, 256, 3)};
        // The units are twice as fast with bytes as with 16 bits.
        return {{"engine_bytes",
                 "the sums are whole numbers",
                 "kernels/matrix_units_bytes.cl",
                 {"describe", "engine_bytes"},
                 candidates,
                 "",
                 false,
                 0.5}};
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
        return units_problem(workbench, FactorKind::bytes, extent);
    }
    std::vector<Peer> peers(Workbench& workbench, const std::string&, Extent extent) const override
    {
        std::vector<Peer> peers;
        add_cublas(peers, workbench, "cuBLAS", "bytes", extent);
        return peers;
    }
};

const Registered registered_bytes{std::make_unique<ByteProduct>()};

} // namespace
} // namespace lockstep::bench
