// The first ladder: c[x] = sum over y of a[x] * b[y], every product multiplied and added.
#include "ladder.hpp"
#include "peers/native.hpp"

#include <lockstep/error.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace lockstep::bench
{
namespace
{

int value_of(const Parameters& parameters, const std::string& name, int otherwise)
{
    const auto found = parameters.find(name);
    return found == parameters.end() ? otherwise : found->second;
}

/// Results that one work-item makes; by the kernel, since a reader's file may take a rung's place.
std::size_t results_of(const std::string& kernel, const Parameters& parameters)
{
    if (kernel == "products_by_four") return 4;
    if (kernel == "products_by_eight" || kernel == "products_of_vectors" ||
        kernel == "products_of_tiled_vectors")
        return 8;
    if (kernel == "products_in_registers")
        return static_cast<std::size_t>(value_of(parameters, "RESULTS", 8));
    if (kernel == "products_in_chains")
        return 16 * static_cast<std::size_t>(value_of(parameters, "CHAINS", 8));
    return 1;
}

/// What the results should be. The values of b lie between 0.5 and 2.5: one of them left out or added twice changes
/// every result by more than the tolerance as long as there are fewer than some 20,000.
struct Reference
{
    std::vector<float> a;
    double sum_of_b = 0; ///< in double a[x] * (b[0] + b[1] + ...) is as good as the sum of the products
    std::size_t terms = 0;

    double expected(std::size_t x) const { return double{a[x]} * sum_of_b; }

    /// Relative. Each of `terms` additions rounds by up to 2^-24; they go either way, so that their sum grows like the
    /// square root of their number (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 2.8).
    double tolerance() const { return 4 * std::sqrt(static_cast<double>(terms)) * 0x1p-24; }
};

class Products final : public Job
{
public:
    Products(const cl::CommandQueue& queue, cl::Kernel kernel, std::size_t items, std::size_t group,
             std::shared_ptr<const Reference> reference, Guarded a, Guarded b, Guarded c)
        : queue_(queue), kernel_(std::move(kernel)), items_(items), group_(group),
          reference_(std::move(reference)), a_(std::move(a)), b_(std::move(b)), c_(std::move(c))
    {
        set_arguments(kernel_, a_, b_, c_, static_cast<cl_uint>(reference_->a.size()),
                      static_cast<cl_uint>(reference_->terms));
    }

    Span enqueue() override
    {
        cl::Event event;
        queue_.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(items_), cl::NDRange(group_), nullptr,
                                    &event);
        return {event, event};
    }

    std::string verify() override
    {
        const std::vector<float> got = c_.read<float>();
        error_ = 0;
        for (std::size_t x = 0; x < got.size(); ++x) {
            const double expected = reference_->expected(x);
            const double error = std::abs(double{got[x]} - expected);
            if (!(error <= reference_->tolerance() * std::abs(expected)))
                return fmt::format("c[{}] should be {}, and is {}.", x, expected, got[x]);
            if (expected != 0) error_ = std::max(error_, error / std::abs(expected));
        }
        return {};
    }

    double error() override { return error_; }

private:
    cl::CommandQueue queue_;
    cl::Kernel kernel_;
    std::size_t items_;
    std::size_t group_;
    std::shared_ptr<const Reference> reference_;
    Guarded a_, b_, c_;
    double error_ = 0;
};

class ProductsProblem final : public Problem
{
public:
    ProductsProblem(Workbench& workbench, Extent extent) : workbench_(workbench)
    {
        auto reference = std::make_shared<Reference>();
        reference->a = random_floats(extent.columns, 16);
        const std::vector<float> b = random_floats(extent.rows, 17, 0.5F, 2.5F);
        reference->sum_of_b = std::accumulate(b.begin(), b.end(), 0.0);
        reference->terms = extent.rows;
        a_ = workbench.input(reference->a);
        b_ = workbench.input(b);
        c_ = workbench.output(extent.columns * sizeof(float));
        reference_ = std::move(reference);
    }

    std::unique_ptr<Job> job(const Rung& rung, const Parameters& parameters) override
    {
        const std::size_t results = results_of(rung.kernels.front(), parameters);
        const auto group = static_cast<std::size_t>(value_of(parameters, "GROUP", 256));
        const std::size_t items = (reference_->a.size() + results - 1) / results;
        return std::make_unique<Products>(
            workbench_.queue(), workbench_.kernel(rung.file, rung.kernels.front(), options_of(parameters)),
            (items + group - 1) / group * group, group, reference_, a_, b_, c_);
    }

    double work() const override
    {
        return 2.0 * static_cast<double>(reference_->a.size()) * static_cast<double>(reference_->terms);
    }

private:
    Workbench& workbench_;
    std::shared_ptr<const Reference> reference_;
    Guarded a_, b_, c_;
};

class FirstLadder final : public Ladder
{
public:
    std::string name() const override { return "first_ladder"; }
    std::string chapter() const override { return "16-first-ladder"; }
    std::string title() const override { return "The first ladder: C[x] = Σ A[x] · B[y]"; }
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
                                 .candidates = groups({}, {256})},
                                {.name = "whole",
                                 .idea = "all of b in local memory",
                                 .file = file,
                                 .kernels = {"products_whole"},
                                 .candidates = groups({{"ROOM", room}}, {256, 1024})},
                                {.name = "tiles",
                                 .idea = "b in tiles, so that any number fits",
                                 .file = file,
                                 .kernels = {"products_tiled"},
                                 .candidates = groups({{"TILE", tile}}, {256, 1024})},
                                {.name = "float4",
                                 .idea = "one read of b for four products",
                                 .file = file,
                                 .kernels = {"products_by_four"},
                                 .candidates = groups({}, {256})},
                                {.name = "float8",
                                 .idea = "one for eight, and smaller groups",
                                 .file = file,
                                 .kernels = {"products_by_eight"},
                                 .candidates = groups({}, {64, 128, 256, 1024})},
                                {.name = "b_vectors",
                                 .idea = "four values of b with one read",
                                 .file = file,
                                 .kernels = {"products_of_vectors"},
                                 .candidates = groups({}, {64, 128, 256})},
                                {.name = "both",
                                 .idea = "vectors of b from a tile",
                                 .file = file,
                                 .kernels = {"products_of_tiled_vectors"},
                                 .candidates = groups({{"TILE", tile}}, {64, 128, 256})},
                                {.name = "registers",
                                 .idea = "as many results as registers hold",
                                 .file = file,
                                 .kernels = {"products_in_registers"},
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
        return std::make_unique<ProductsProblem>(workbench, extent);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string& /*input*/, Extent extent) const override
    {
        if (!workbench.is_cpu()) return {};
        struct Data
        {
            Reference reference;
            std::vector<float> b, c;
        };
        auto data = std::make_shared<Data>();
        data->reference.a = random_floats(extent.columns, 16);
        data->b = random_floats(extent.rows, 17, 0.5F, 2.5F);
        data->reference.sum_of_b = std::accumulate(data->b.begin(), data->b.end(), 0.0);
        data->reference.terms = extent.rows;
        data->c.resize(extent.columns);
        const auto run_ms = [data] {
            const Stopwatch watch;
            native::outer_sums(data->reference.a, data->b, data->c);
            return watch.elapsed().count();
        };
        run_ms();
        for (std::size_t x = 0; x < extent.columns; ++x) {
            const double expected = data->reference.expected(x);
            if (!(std::abs(double{data->c[x]} - expected) <=
                  data->reference.tolerance() * std::abs(expected)))
                throw Failure(
                    fmt::format("The C++ loop's c[{}] should be {}, and is {}.", x, expected, data->c[x]),
                    "./lockstep test");
        }
        return {{.name = "C++ loop",
                 .run_ms = run_ms,
                 .work = 2.0 * static_cast<double>(extent.columns) * static_cast<double>(extent.rows),
                 .threads = native::threads()}};
    }
};

const Registered registered{std::make_unique<FirstLadder>()};

} // namespace
} // namespace lockstep::bench
