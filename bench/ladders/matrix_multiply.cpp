// The ladder of matrix products: from two reads for each multiplication to the speed of the multipliers.
#include "matrix_multiply_problem.hpp"

#include "../peers/clblast.hpp"
#include "../peers/native.hpp"
#include "../peers/process.hpp"

#include <fmt/format.h>

#include <array>

namespace lockstep::bench
{
namespace ladder_matrix_multiply
{

/// The shape of a tile and of a work-item's part of it.
Parameters tile(int rows, int columns, int depth, int rows_each, int columns_each, int lanes_down)
{
    return {{"TILE_ROWS", rows},      {"TILE_COLUMNS", columns},      {"DEPTH", depth},
            {"ROWS_EACH", rows_each}, {"COLUMNS_EACH", columns_each}, {"LANES_DOWN", lanes_down}};
}

Parameters with_band(Parameters parameters, int band)
{
    parameters["BAND"] = band;
    return parameters;
}

Parameters with_turns(Parameters parameters)
{
    parameters["TURNS"] = 1;
    return parameters;
}

Parameters strip(int strip, int vectors, int block_rows, int block_depth)
{
    return {{"STRIP", strip}, {"VECTORS", vectors}, {"BLOCK_ROWS", block_rows}, {"BLOCK_DEPTH", block_depth}};
}

class MatrixMultiply final : public Ladder
{
public:
    std::string name() const override { return "matrix_multiply"; }
    std::string chapter() const override { return "21-matrix-multiply"; }
    std::string title() const override { return "Product of two matrices of floats"; }
    LimitKind limit() const override { return LimitKind::fma; }
    std::vector<std::string> cases() const override { return {"square", "ragged"}; }
    std::string chart(const std::string& input) const override
    {
        return input == "square" ? "products of matrices" : "";
    }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string first = "chapters/21-matrix-multiply/matrix-multiply.cl",
                          file = "kernels/matrix_multiply.cl",
                          with_vectors = "kernels/matrix_multiply_vectors.cl",
                          for_cpus = "kernels/matrix_multiply_registers.cl";
        const bool small = workbench.is_simulator();
        const LaunchShape pixels{{32, 8}, {32, 8}};
        const Planner tiled = product_of_tiles();
        std::vector<Rung> rungs{
            {"by_rows",
             "dimension 0 runs along rows of a",
             first,
             {"by_rows"},
             product_by_shape(pixels.along_rows())},
            {"by_columns",
             "dimension 0 runs along columns of b",
             first,
             {"by_columns"},
             product_by_shape(pixels)},
            {"tile",
             "squares of both in local memory",
             file,
             {"tile"},
             product_by_shape({{"SIDE", "SIDE"}, {"SIDE", "SIDE"}}),
             {{{"SIDE", 16}}, {{"SIDE", 8}}, {{"SIDE", 32}}}},
            {"strip",
             "eight results of a work-item, in a column",
             file,
             {"strip"},
             product_by_shape({{64, 8}, {64, 64}})},
            {"block",
             "8 × 8 results of a work-item",
             file,
             {"block"},
             product_by_shape({{16, 16}, {{"BLOCK", 16}, {"BLOCK", 16}}}),
             {{{"BLOCK", 8}}, {{"BLOCK", 4}}}},
        };
        if (!workbench.is_cpu()) {
            const std::vector<Parameters> plain{
                small ? tile(64, 64, 8, 8, 8, 4) : tile(128, 128, 16, 8, 8, 2), tile(128, 128, 8, 8, 8, 2)};
            std::vector<Parameters> shapes{small ? tile(64, 64, 8, 8, 8, 4) : tile(128, 128, 16, 8, 8, 4)};
            for (const Parameters& shape : {tile(128, 128, 16, 8, 8, 2), tile(64, 256, 16, 8, 8, 1),
                                            tile(64, 128, 8, 16, 8, 4), tile(128, 128, 8, 16, 8, 4)})
                shapes.push_back(shape);
            std::vector<Parameters> in_bands, turning;
            for (const Parameters& shape : shapes)
                for (const int band : {8, 32}) in_bands.push_back(with_band(shape, band));
            for (const Parameters& shape : shapes) turning.push_back(with_turns(with_band(shape, 8)));
            rungs.push_back({"vectors",
                             "four floats with each access, a transposed",
                             with_vectors,
                             {"vectors"},
                             tiled,
                             plain});
            rungs.push_back({"buffered",
                             "the next tile is read while this one is multiplied",
                             with_vectors,
                             {"buffered"},
                             tiled,
                             plain});
            rungs.push_back({"ahead",
                             "local reads ahead, neighbours in blocks of 4 × 8",
                             with_vectors,
                             {"ahead"},
                             tiled,
                             shapes});
            rungs.push_back({"bands",
                             "groups at work share rows and columns of tiles",
                             with_vectors,
                             {"bands"},
                             tiled,
                             in_bands});
            rungs.push_back({"turns",
                             "every second row of results backwards, so that operands stay",
                             with_vectors,
                             {"bands"},
                             tiled,
                             turning});
        }
        if (workbench.is_cpu() || small) {
            rungs.push_back({"registers",
                             "8 × 3 registers of 16 floats",
                             for_cpus,
                             {"registers"},
                             product_in_registers(),
                             {strip(8, 3, 48, 2048), strip(12, 2, 48, 2048), strip(4, 2, 48, 2048)}});
            rungs.push_back({"packed",
                             "both operands packed in the order of reading",
                             for_cpus,
                             {"pack_a", "pack_b", "packed"},
                             product_of_packed(),
                             {strip(8, 3, 48, 2048), strip(8, 3, 192, 2048), strip(8, 3, 384, 2048),
                              strip(8, 3, 768, 2048)}});
            rungs.push_back({"panels",
                             "b packed, a as it is, in blocks for the caches",
                             for_cpus,
                             {"pack_b", "panels"},
                             product_of_panels(),
                             {strip(8, 3, 48, 2048), strip(8, 3, 192, 2048), strip(8, 3, 384, 2048),
                              strip(8, 3, 768, 2048), strip(8, 3, 768, 512), strip(12, 2, 768, 2048)}});
        }
        return rungs;
    }

    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override
    {
        const bool ragged = input == "ragged";
        if (workbench.is_simulator()) return ragged ? Extent{63, 37} : Extent{64, 64};
        if (workbench.is_cpu()) {
            if (quick) return ragged ? Extent{383, 391} : Extent{384, 384};
            return ragged ? Extent{1531, 1543} : Extent{1536, 1536};
        }
        if (quick) return ragged ? Extent{2047, 2063} : Extent{2048, 2048};
        return ragged ? Extent{8191, 8207} : Extent{8192, 8192};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        std::vector<Extent> extents{{1, 1}, {1, 30}, {30, 1}, {5, 7}, {17, 31}, {50, 66}};
        if (!workbench.is_simulator())
            for (const Extent extent :
                 std::vector<Extent>{{127, 257}, {129, 128}, {256, 128}, {521, 40}, {48, 601}, {293, 307}})
                extents.push_back(extent);
        return extents;
    }

    Extent counted_extent() const override { return {128, 64}; }

    /// Of one size and of two depths, 64 and 128 or about that.
    std::array<Extent, 2> counted_extents(const std::string& input, const Parameters&) const override
    {
        if (input == "ragged") return {{{127, 113}, {127, 127}}};
        return {{{128, 124}, {128, 128}}};
    }

    std::optional<Growth> growth(const Extent& extent) const override
    {
        const double results = static_cast<double>(extent.columns) * static_cast<double>(extent.rows);
        return Growth{.results = results, .work = elements(extent), .groups = results};
    }

    std::optional<Extent> profiled_extent(const std::string& input) const override
    {
        return input == "ragged" ? Extent{255, 271} : Extent{256, 256};
    }

    double elements(const Extent& extent) const override
    {
        return static_cast<double>(extent.columns) * static_cast<double>(extent.rows) *
               static_cast<double>(depth_of(extent));
    }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (workbench.is_cpu()) return {"by_columns", "registers", "panels"};
        return {"by_columns", "block", "bands"};
    }

    std::vector<Extent> curve_extents(const Workbench& workbench, const std::string& input,
                                      bool quick) const override
    {
        const Extent full = timed_extent(workbench, input, quick);
        std::vector<Extent> extents;
        for (std::size_t side = 64; side < full.columns; side *= 2) extents.push_back({side, side});
        extents.push_back(full);
        return extents;
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string&, Extent extent) const override
    {
        return product_problem(workbench, extent);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string&, Extent extent) const override
    {
        std::vector<Peer> peers;
        const double work = 2 * elements(extent);
        const std::string columns = std::to_string(extent.columns), rows = std::to_string(extent.rows),
                          depth = std::to_string(depth_of(extent));
        if (workbench.is_cpu()) {
            if (auto blas = openblas_peer({columns, rows, depth}, work)) peers.push_back(std::move(*blas));
            return peers;
        }
        if (auto cublas = cuda_peer(workbench, "cuBLAS", {"gemm", columns, rows, depth}, work))
            peers.push_back(std::move(*cublas));
        if (auto cublas = cuda_peer(workbench, "cuBLAS", {"gemm-tf32", columns, rows, depth}, work)) {
            cublas->name = "cuBLAS, TF32";
            peers.push_back(std::move(*cublas));
        }
        if (clblast::is_here()) {
            const auto product =
                std::make_shared<clblast::Product>(workbench, extent.columns, extent.rows, depth_of(extent));
            peers.push_back({.name = "CLBlast",
                             .run_ms = [product] { return product->run_ms(); },
                             .work = work,
                             .version = clblast::version()});
        }
        return peers;
    }
};

const Registered registered{std::make_unique<MatrixMultiply>()};

} // namespace ladder_matrix_multiply
} // namespace lockstep::bench
