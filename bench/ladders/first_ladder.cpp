// The first ladder: c[x] = sum over y of a[x] * b[y], every product multiplied and added.
#include "first_ladder_problem.hpp"

#include "../peers/native.hpp"

#include <lockstep/error.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lockstep::bench
{
namespace ladder_first_ladder
{

/// Values of b that constant memory is given at a time: a multiple of 4.
int piece_of(const Workbench& workbench)
{
    if (workbench.is_simulator()) return 128; // a small b must do, and still not fit
    const auto room = workbench.device().getInfo<CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE>() / sizeof(float);
    return static_cast<int>(std::min<cl_ulong>(room, 8192)) / 4 * 4;
}

class FirstLadder final : public Ladder
{
public:
    std::string name() const override { return "first_ladder"; }
    std::string chapter() const override { return "16-first-ladder"; }
    std::string title() const override { return "The first ladder: C[x] = Σ A[x] · B[y]"; }
    std::string chart(const std::string&) const override { return "products and sums"; }
    LimitKind limit() const override { return LimitKind::fma; }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/first_ladder.cl";
        // On the simulator a small b must do, and still not fit.
        const int room = workbench.is_simulator() ? 128 : 8192;
        const int tile = workbench.is_simulator() ? 32 : 1024;
        const auto groups = [](Parameters parameters, std::initializer_list<int> sizes) {
            std::vector<Parameters> candidates;
            for (const int size : sizes) {
                parameters["GROUP"] = size;
                candidates.push_back(parameters);
            }
            return candidates;
        };
        std::vector<Rung> rungs{{.name = "naive",
                                 .idea = "one result a work-item",
                                 .file = "chapters/16-first-ladder/first-ladder.cl",
                                 .kernels = {"products_naive"},
                                 .plan = products_in_one_launch(1),
                                 .candidates = groups({}, {256})},
                                {.name = "whole",
                                 .idea = "all of b in local memory",
                                 .file = file,
                                 .kernels = {"products_whole"},
                                 .plan = products_in_one_launch(1),
                                 .candidates = groups({{"ROOM", room}}, {256, 1024})},
                                {.name = "tiles",
                                 .idea = "b in tiles, so that any number fits",
                                 .file = file,
                                 .kernels = {"products_tiled"},
                                 .plan = products_in_one_launch(1),
                                 .candidates = groups({{"TILE", tile}}, {256, 1024})},
                                {.name = "float4",
                                 .idea = "one read of b for four products",
                                 .file = file,
                                 .kernels = {"products_by_four"},
                                 .plan = products_in_one_launch(4),
                                 .candidates = groups({}, {256})},
                                {.name = "float8",
                                 .idea = "one read of b for eight products",
                                 .file = file,
                                 .kernels = {"products_by_eight"},
                                 .plan = products_in_one_launch(8),
                                 .candidates = groups({}, {64, 128, 256, 1024})},
                                {.name = "b_vectors",
                                 .idea = "four values of b with one read",
                                 .file = file,
                                 .kernels = {"products_of_vectors"},
                                 .plan = products_in_one_launch(8),
                                 .candidates = groups({}, {64, 128, 256})},
                                {.name = "both",
                                 .idea = "vectors of b from a tile",
                                 .file = file,
                                 .kernels = {"products_of_tiled_vectors"},
                                 .plan = products_in_one_launch(8),
                                 .candidates = groups({{"TILE", tile}}, {64, 128, 256})},
                                {.name = "constant",
                                 .idea = "vectors of b from constant memory",
                                 .file = file,
                                 .kernels = {"products_of_constants"},
                                 .plan = products_in_pieces(8),
                                 .candidates = groups({{"PIECE", piece_of(workbench)}}, {64, 128, 256})},
                                {.name = "registers",
                                 .idea = "as many results as registers hold",
                                 .file = file,
                                 .kernels = {"products_in_registers"},
                                 .plan = products_in_one_launch("RESULTS"),
                                 .candidates = {}}};
        std::vector<Parameters>& sweep = rungs.back().candidates;
        const auto try_out = [&](int results, int group, int unroll) {
            sweep.push_back({{"GROUP", group}, {"RESULTS", results}, {"TILE", tile}, {"UNROLL", unroll}});
        };
        if (workbench.is_cpu()) {
            for (const int results : {64, 32, 16, 8}) try_out(results, 16, 1);
            rungs.push_back({.name = "chains",
                             .idea = "registers of 16 floats, many sums under way",
                             .file = file,
                             .kernels = {"products_in_chains"},
                             .plan = products_in_one_launch({"CHAINS", 16}),
                             .candidates = {}});
            for (const int chains : {12, 8, 10, 14})
                rungs.back().candidates.push_back({{"GROUP", 1}, {"CHAINS", chains}});
        } else if (workbench.is_simulator()) {
            for (const int results : {16, 4}) try_out(results, 64, 1);
        } else {
            for (const int group : {256, 128, 64})
                for (const int unroll : {4, 8}) try_out(32, group, unroll);
            for (const int group : {256, 128}) try_out(16, group, 16);
            try_out(8, 256, 4);
        }
        return rungs;
    }

    Extent timed_extent(const Workbench& workbench, const std::string& /*input*/, bool quick) const override
    {
        if (workbench.is_cpu()) return {.columns = quick ? 43008U : 86016U, .rows = quick ? 2048U : 8192U};
        // As many results for one compute unit as for the next, whatever the tuner chooses.
        return {.columns = workbench.compute_units() * (quick ? 32768U : 262144U), .rows = 8192};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        if (workbench.is_simulator()) return {{1, 1}, {1, 5}, {131, 1}, {300, 133}};
        return {{1, 1},    {1, 8193},    {3, 4},     {255, 1023},  {257, 1025},
                {1021, 7}, {4099, 9001}, {40000, 3}, {20011, 2053}};
    }

    Extent counted_extent() const override { return {.columns = 4096, .rows = 128}; }

    std::array<Extent, 2> counted_extents(const std::string&, const Parameters&) const override
    {
        return {{{4096, 64}, {4096, 256}}};
    }

    std::optional<Growth> growth(const Extent& extent) const override
    {
        const auto results = static_cast<double>(extent.columns);
        return Growth{.results = results, .work = elements(extent), .groups = results};
    }

    /// Results and terms grow in turn.
    std::optional<Extent> extent_of(double) const override { return std::nullopt; }

    std::optional<Extent> profiled_extent(const std::string&) const override { return Extent{65536, 64}; }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (workbench.is_cpu()) return {"naive", "float8", "chains"};
        return {"naive", "float8", "registers"};
    }

    /// Elements are products: as many results as terms, until the terms are those of the timed extent.
    std::vector<Extent> curve_extents(const Workbench& workbench, const std::string& input,
                                      bool quick) const override
    {
        const Extent full = timed_extent(workbench, input, quick);
        std::vector<Extent> extents;
        for (std::size_t side = 128; side <= full.rows; side *= 2) extents.push_back({side, side});
        for (std::size_t results = 4 * full.rows; results < full.columns; results *= 4)
            extents.push_back({results, full.rows});
        extents.push_back(full);
        return extents;
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string& /*input*/,
                                     Extent extent) const override
    {
        return products_problem(workbench, extent);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string& /*input*/, Extent extent) const override
    {
        if (!workbench.is_cpu()) return {};
        struct Data
        {
            ProductsInput input;
            std::vector<float> c;
        };
        auto data = std::make_shared<Data>(Data{products_input(extent), std::vector<float>(extent.columns)});
        const ProductsReference& reference = data->input.reference;
        const auto run_ms = [data] {
            const Stopwatch watch;
            native::outer_sums(data->input.reference.a, data->input.b, data->c);
            return watch.elapsed().count();
        };
        run_ms();
        for (std::size_t x = 0; x < extent.columns; ++x) {
            const double expected = reference.expected(x);
            if (!(std::abs(double{data->c[x]} - expected) <= reference.tolerance() * std::abs(expected)))
                throw Failure(
                    fmt::format("The C++ loop's c[{}] should be {}, and is {}.", x, expected, data->c[x]),
                    "./lockstep bench verify first_ladder");
        }
        return {{.name = "C++ loop",
                 .run_ms = run_ms,
                 .work = 2.0 * static_cast<double>(extent.columns) * static_cast<double>(extent.rows),
                 .threads = native::threads()}};
    }
};

const Registered registered{std::make_unique<FirstLadder>()};

} // namespace ladder_first_ladder
} // namespace lockstep::bench
