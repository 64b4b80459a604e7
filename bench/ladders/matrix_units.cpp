// The ladder of products with factors of 16 bits: from a work-item for each result to units that multiply matrices.
#include "matrix_units_problem.hpp"

#include <lockstep/device.hpp>

namespace lockstep::bench
{
namespace ladder_matrix_units
{

/// A tile and the sub-groups that share it.
Parameters fragment_tile(int rows, int columns, int down, int across)
{
    return {{"TILE_ROWS", rows}, {"TILE_COLUMNS", columns}, {"DOWN", down}, {"ACROSS", across}};
}

Parameters with(Parameters parameters, const std::string& name, int value)
{
    parameters[name] = value;
    return parameters;
}

class MatrixUnits final : public UnitsLadder
{
public:
    MatrixUnits() : UnitsLadder(FactorKind::bfloat16, {{"cuBLAS", "bfloat16"}}) {}

    std::string name() const override { return "matrix_units"; }
    std::string title() const override { return "Product of two matrices of bfloat16"; }
    std::string chart(const std::string& input) const override
    {
        return input == "square" ? "products of matrices of bfloat16" : "";
    }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string first = "chapters/28-matrix-units/matrix-units.cl",
                          by_fragments = "kernels/matrix_units.cl",
                          by_groups = "kernels/matrix_units_groups.cl";
        const int generation = matrix_units(workbench.device());
        const Planner fragments = units_for_fragments();
        const Parameters small = fragment_tile(32, 32, 1, 2);
        std::vector<Rung> rungs{
            {"plain", "a result of a work-item", first, {"plain"}, units_for_each_result()}};
        if (generation == 0) {
            rungs.push_back({"fragments",
                             "a sub-group multiplies 16 × 16 × 16",
                             by_fragments,
                             {"fragments"},
                             fragments,
                             {small}});
            rungs.push_back(
                {"slabs", "fragments from local memory", by_fragments, {"slabs"}, fragments, {small}});
            rungs.push_back({"stages",
                             "slabs come while others are multiplied",
                             by_fragments,
                             {"stages"},
                             fragments,
                             {with(small, "STAGES", 2)}});
            rungs.push_back({"warpgroups",
                             "128 work-items multiply what lies in local memory",
                             by_groups,
                             {"warpgroups"},
                             units_for_warpgroups(),
                             {slab_tile(64, 16, 3)}});
            rungs.push_back({"engine",
                             "the copy engine brings slabs",
                             by_groups,
                             {"describe", "engine"},
                             units_with_engine(FactorKind::bfloat16),
                             {slab_tile(64, 16, 2)}});
            return rungs;
        }
        const std::vector<Parameters> tiles{fragment_tile(128, 256, 2, 4), fragment_tile(128, 128, 2, 2)};
        rungs.push_back({"fragments",
                         "a sub-group multiplies 16 × 16 × 16",
                         by_fragments,
                         {"fragments"},
                         fragments,
                         {fragment_tile(128, 128, 2, 2), fragment_tile(64, 64, 2, 2)}});
        rungs.push_back({"slabs", "fragments from local memory", by_fragments, {"slabs"}, fragments, tiles});
        std::vector<Parameters> staged, banded;
        for (const Parameters& tile : tiles)
            for (const int stages : {3, 2})
                for (const int band : {16, 8})
                    staged.push_back(with(with(tile, "STAGES", stages), "BAND", band));
        rungs.push_back({"stages",
                         "slabs come while others are multiplied",
                         by_fragments,
                         {"stages"},
                         fragments,
                         staged});
        if (generation < 90) return rungs;
        for (const int stages : {4, 3})
            for (const int band : {16, 8}) banded.push_back(with(slab_tile(128, 256, stages), "BAND", band));
        rungs.push_back({"warpgroups",
                         "128 work-items multiply what lies in local memory",
                         by_groups,
                         {"warpgroups"},
                         units_for_warpgroups(),
                         banded});
        rungs.push_back({"engine",
                         "the copy engine brings slabs",
                         by_groups,
                         {"describe", "engine"},
                         units_with_engine(FactorKind::bfloat16),
                         banded});
        return rungs;
    }
};

const Registered registered{std::make_unique<MatrixUnits>()};

} // namespace ladder_matrix_units
} // namespace lockstep::bench
