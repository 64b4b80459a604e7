// Products of floats, by three products of parts of 19 bits, on units for matrices.
#include "matrix_units_problem.hpp"

#include <lockstep/device.hpp>

namespace lockstep::bench
{
namespace ladder_matrix_units_split
{

class SplitProduct final : public UnitsLadder
{
public:
    SplitProduct() : UnitsLadder(FactorKind::floats, {{"cuBLAS", "floats"}, {"cuBLAS, TF32", "tf32"}}) {}

    std::string name() const override { return "matrix_units_split"; }
    std::string title() const override { return "Product of two matrices of floats on units for matrices"; }

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
                 units_with_engine(FactorKind::floats),
                 candidates,
                 "",
                 false,
                 6}};
    }
};

const Registered registered_split{std::make_unique<SplitProduct>()};

} // namespace ladder_matrix_units_split
} // namespace lockstep::bench
