// The ladder of sparse products: y = A x for matrices of even and of uneven rows.
#include "peers/sparse.hpp"
#include "ladder.hpp"
#include "ladders/sparse_inputs.hpp"
#include "ladders/sparse_launches.hpp"
#include "peers/process.hpp"

#include <lockstep/failure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep::bench
{
namespace ladder_sparse
{

using namespace sparse;

/// Each nonzero's value and column, each row's begin and result, and x are read or written once.
double bytes_of(const CsrMatrix& matrix)
{
    return 8.0 * static_cast<double>(matrix.nonzeros()) + 8.0 * static_cast<double>(matrix.rows()) +
           4.0 * static_cast<double>(matrix.width);
}

/// Nonzeros a row, at most, of the matrix with this name; of "power" and 2^18 rows or more.
std::size_t nonzeros_a_row(const std::string& input)
{
    return input == "grid" ? 5 : input == "band" ? 33 : 32;
}

/// The matrix as it is, and in chunks, which may be half as much again, with vectors.
std::size_t bytes_needed(const std::string& input, std::size_t rows)
{
    return rows * (20 * nonzeros_a_row(input) + 24);
}

bool has_room(const Workbench& workbench, const std::string& input, std::size_t rows)
{
    return 8 * nonzeros_a_row(input) * rows <= workbench.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() &&
           bytes_needed(input, rows) <= workbench.device().getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
}

void require_room(const Workbench& workbench, const std::string& input, std::size_t rows)
{
    if (has_room(workbench, input, rows)) return;
    throw Failure(
        fmt::format(
            "A matrix '{}' of {} rows takes {} MiB of device memory. {} has {} MiB, and gives {} at a time.",
            input, rows, bytes_needed(input, rows) >> 20U, workbench.device().getInfo<CL_DEVICE_NAME>(),
            workbench.device().getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() >> 20U,
            workbench.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() >> 20U),
        fmt::format("--extent {} 1, or fewer", rows / 2));
}

/// A matrix on the device, and its product with the vector.
class SparseProblem : public Data
{
public:
    SparseProblem(Workbench& workbench, std::string name, const CsrMatrix& of)
        : Data(workbench, faultless(name, of), vector_for(of)), name_(std::move(name)), expected_(of.rows())
    {
        const std::vector<float> vector = vector_for(matrix);
        for (std::size_t r = 0; r < matrix.rows(); ++r) {
            double sum = 0;
            for (std::size_t i = matrix.row_begins[r]; i < matrix.row_begins[r + 1]; ++i)
                sum += double{matrix.values[i]} * double{vector[matrix.columns[i]]};
            expected_[r] = static_cast<float>(sum);
        }
    }

    SparseProblem(Workbench& workbench, const std::string& input, std::size_t rows)
        : SparseProblem(workbench, input, matrix_named(input, rows))
    {
        if (input != "power" || rows > 1U << 17U || (workbench.is_simulator() && rows > 1)) return;
        for (const NamedMatrix& awkward : awkward_matrices(rows))
            awkward_.push_back(std::make_unique<SparseProblem>(workbench, awkward.name, awkward.matrix));
    }

    double work() const override { return bytes_of(matrix); }

    Verdict judge(const Plan& plan) const override
    {
        const std::vector<float> got = plan.out[0].read<float>(expected_.size());
        const auto [want, is] = std::ranges::mismatch(expected_, got);
        if (want == expected_.end()) return {};
        const auto row = static_cast<std::size_t>(want - expected_.begin());
        return {fmt::format("row {} of {} ({}), of {} nonzeros, is {} instead of {}", row, expected_.size(),
                            name_, matrix.row_begins[row + 1] - matrix.row_begins[row], *is, *want)};
    }

private:
    static const CsrMatrix& faultless(const std::string& name, const CsrMatrix& matrix)
    {
        if (const std::string fault = fault_of(matrix); !fault.empty())
            throw Failure(fmt::format("The matrix '{}' is none: {}", name, fault),
                          "mend it in bench/ladders/sparse_inputs.cpp, then: cmake --build build --target "
                          "lockstep-bench");
        return matrix;
    }

    std::string name_;
    std::vector<float> expected_; ///< exactly: see matrix_named
};

class SparseProducts : public Ladder
{
public:
    std::string name() const override { return "sparse"; }
    std::string chapter() const override { return "30-sparse-matrices"; }
    std::string title() const override { return "Sparse matrices: a matrix of few nonzeros times a vector"; }
    LimitKind limit() const override { return LimitKind::copy; }
    std::vector<std::string> cases() const override { return {"power", "grid", "band", "scattered"}; }
    std::string chart(const std::string& input) const override
    {
        return input == "power" ? "sparse products" : "";
    }

    std::vector<Rung> rungs(const Workbench& workbench) const override;

    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override
    {
        std::size_t rows = std::size_t{1} << (workbench.is_cpu() ? (quick ? 18U : 20U) : (quick ? 18U : 21U));
        if (input == "grid") rows *= workbench.is_cpu() ? 4 : 8;
        while (!has_room(workbench, input, rows)) rows /= 2;
        return {rows};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        if (workbench.is_simulator()) return {{1}, {500}};
        return {{1}, {2}, {31}, {257}, {1023}, {4096}, {40009}};
    }

    Extent counted_extent() const override { return {1024}; }

    /// A product takes as long as its longest row, which counts do not tell.
    std::optional<Growth> growth(const Extent&) const override { return std::nullopt; }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (workbench.is_cpu()) return {"rows", "chunks", "strips"};
        return {"rows", "chunks", "one_launch"};
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string& input,
                                     Extent extent) const override
    {
        require_room(workbench, input, extent.columns);
        return std::make_unique<SparseProblem>(workbench, input, extent.columns);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string& input, Extent extent) const override
    {
        const CsrMatrix matrix = matrix_named(input, extent.columns);
        const double work = bytes_of(matrix);
        if (workbench.is_cpu()) return host_sparse::peers(matrix, vector_for(matrix), work);
        std::vector<Peer> peers;
        for (const auto& [name, format] : {std::pair{"cuSPARSE", "csr"}, {"cuSPARSE SELL", "sell"}})
            if (auto peer =
                    cuda_peer(workbench, "cuSPARSE", {format, input, std::to_string(extent.columns)}, work)) {
                peer->name = name;
                peers.push_back(std::move(*peer));
            }
        return peers;
    }
};

/// Every value of one parameter with all of the others.
std::vector<Parameters> with(const std::vector<Parameters>& all, const char* name,
                             const std::vector<int>& values)
{
    std::vector<Parameters> more;
    for (const Parameters& parameters : all)
        for (const int value : values) {
            more.push_back(parameters);
            more.back()[name] = value;
        }
    return more;
}

std::vector<Rung> SparseProducts::rungs(const Workbench& workbench) const
{
    const bool cpu =
        workbench.is_cpu() && !workbench.is_simulator(); // where the lens counts, a GPU's sizes are first
    const std::string by_rows = "kernels/sparse.cl", by_merging = "kernels/sparse_merged.cl";
    const std::vector<Parameters> tiles =
        with(with({{}}, "GROUP", cpu ? std::vector{64} : std::vector{128, 64, 160, 256}), "STEPS",
             cpu ? std::vector{15} : std::vector{9, 7, 10, 15});
    std::vector<Rung> rungs{
        {"rows",
         "a work-item a row",
         by_rows,
         {"multiply_rows"},
         sparse::by_rows,
         with({{}}, "GROUP", {cpu ? 64 : 128})},
        {"teams",
         "a team of neighbours a row",
         by_rows,
         {"multiply_by_teams"},
         sparse::by_rows,
         with(with({{}}, "GROUP", {256}), "TEAM", cpu ? std::vector{8} : std::vector{8, 2, 4, 16, 32})},
        {"chunks",
         "rows of about equal length side by side",
         "kernels/sparse_chunks.cl",
         {"multiply_chunks"},
         by_chunks,
         cpu ? with(with(with({{}}, "GROUP", {64}), "CHUNK", {16, 8, 32}), "SIGMA", {4096, 1})
             : with(with(with({{}}, "GROUP", {128, 64}), "CHUNK", {32}), "SIGMA", {16384, 1})},
        {"merged",
         "row ends and nonzeros merged: equal work whatever the rows",
         by_merging,
         {"multiply_merged", "add_carries"},
         by_tiles,
         tiles},
        {"read_once",
         "nonzeros are read once, and leave the cache to x",
         by_merging,
         {"multiply_merged", "add_carries"},
         by_tiles,
         with(tiles, "ONCE", {1})},
        {"one_launch",
         "the last tile that has a part of a row adds up its parts",
         by_merging,
         {"multiply_merged"},
         in_one_launch,
         with(with(tiles, "ONCE", {1}), "ONE_LAUNCH", {1})},
    };
    if (!workbench.is_cpu()) return rungs;
    rungs.push_back({"strips",
                     "a work-item a strip of equal work",
                     "kernels/sparse_strips.cl",
                     {"multiply_strips", "add_carries"},
                     by_strips,
                     with(with({{}}, "GROUP", {64}), "STRIP",
                          workbench.is_simulator() ? std::vector{256} : std::vector{16384, 65536})});
    return rungs;
}

const Registered registered{std::make_unique<SparseProducts>()};

} // namespace ladder_sparse
} // namespace lockstep::bench
