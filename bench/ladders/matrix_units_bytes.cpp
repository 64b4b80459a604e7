// Products of bytes with scales, on units for matrices.
#include "matrix_units_problem.hpp"

#include <lockstep/device.hpp>

namespace lockstep::bench
{
namespace ladder_matrix_units_bytes
{

class ByteProduct final : public UnitsLadder
{
public:
    ByteProduct() : UnitsLadder(FactorKind::bytes, {{"cuBLAS", "bytes"}}) {}

    std::string name() const override { return "matrix_units_bytes"; }
    std::string title() const override { return "Product of two matrices of bytes"; }
    std::string unit() const override { return "GOP/s"; }

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
                 units_with_engine(FactorKind::bytes),
                 candidates,
                 "",
                 false,
                 0.5}};
    }
};

const Registered registered_bytes{std::make_unique<ByteProduct>()};

} // namespace ladder_matrix_units_bytes
} // namespace lockstep::bench
