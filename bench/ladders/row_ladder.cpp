// Rows, their results in double precision, and the launches of ladders that go through them.
#include "row_ladder.hpp"

#include "../peers/native.hpp"
#include "../peers/process.hpp"

#include <lockstep/error.hpp>
#include <lockstep/failure.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep::bench
{
namespace
{

std::vector<float> rows_of(const RowJob& what, Extent extent)
{
    std::vector<float> values = random_floats(extent.columns * extent.rows, 32, what.low, what.high);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += what.offset * static_cast<float>(i / extent.columns % 5);
    return values;
}

/// Rows on the host, and what is made of them in double precision.
struct HostRows
{
    HostRows(RowJob job, Extent size) : what(std::move(job)), extent(size), values(rows_of(what, size))
    {
        for (const std::size_t seed : what.parameters)
            vectors.push_back(random_floats(extent.columns, seed, 0.5F, 1.5F));
    }

    /// What is wrong with results, in a sentence; empty when they are right. @param worst becomes the largest error.
    std::string mistake(std::span<const float> got, double& worst) const
    {
        const std::size_t columns = extent.columns;
        worst = 0;
        for (std::size_t r = 0; r < extent.rows; ++r) {
            const std::vector<double> expected =
                what.reference(std::span(values).subspan(r * columns, columns), vectors);
            for (std::size_t c = 0; c < columns; ++c) {
                const double is = got[r * columns + c], error = std::abs(is - expected[c]);
                if (!(error <= what.absolute + what.relative * std::abs(expected[c])))
                    return fmt::format("row {}, column {} is {}, {} expected", r, c, is, expected[c]);
                worst = std::max(worst, error / std::max(std::abs(expected[c]), what.absolute));
            }
        }
        return {};
    }

    double work() const { return 2.0 * sizeof(float) * static_cast<double>(values.size()); }

    RowJob what;
    Extent extent;
    std::vector<float> values;
    std::vector<std::vector<float>> vectors;
};

class RowsProblem final : public Problem
{
public:
    using SetExtra = std::function<cl_uint(cl::Kernel&, cl_uint)>;

    RowsProblem(Workbench& workbench, RowJob job, Extent extent, SetExtra set_extra)
        : Problem(workbench), rows_(std::move(job), extent), in_(workbench.input(rows_.values)),
          set_extra_(std::move(set_extra))
    {
        for (const std::vector<float>& vector : rows_.vectors) vectors_.push_back(workbench.input(vector));
    }

    double work() const override { return rows_.work(); }

    Verdict judge(const Plan& plan) const override
    {
        Verdict verdict;
        verdict.mistake = rows_.mistake(plan.out[0].read<float>(), verdict.error);
        return verdict;
    }

    /// One launch of this shape, of GROUP work-items a row or of ROWS rows a work-item.
    void launch(Plan& plan, const LaunchShape& shape) const
    {
        plan.out = {plan.output(in_.bytes())};
        const bool by_groups = plan.has("GROUP");
        const std::size_t columns = rows_.extent.columns;
        // What a row needs of registers or vectors is known now.
        plan.defined[by_groups ? "EACH" : "VECTORS"] =
            static_cast<int>(divide_up(columns, plan.parameter("GROUP", 16)));
        cl::Kernel kernel = plan.kernel();
        cl_uint at = 0;
        kernel.setArg(at++, in_.buffer());
        for (const Guarded& vector : vectors_) kernel.setArg(at++, vector.buffer());
        kernel.setArg(at++, plan.out[0].buffer());
        kernel.setArg(at++, static_cast<cl_uint>(columns));
        at += set_extra_(kernel, at);
        if (!by_groups) kernel.setArg(at, static_cast<cl_uint>(rows_.extent.rows));
        plan.launch(kernel, range_of(shape, rows_.extent, plan.parameters()));
    }

private:
    HostRows rows_;
    Guarded in_;
    std::vector<Guarded> vectors_;
    SetExtra set_extra_;
};

Rung rung_of(const std::string& name, std::string idea, std::string file, const LaunchShape& shape)
{
    return {name, std::move(idea), std::move(file), {name}, [shape](Plan& plan, const RowsProblem& rows) {
                rows.launch(plan, shape);
            }};
}

/// A group of GROUP work-items a row.
Rung by_groups(const std::string& name, std::string idea, std::string file, const std::vector<int>& groups)
{
    Rung rung = rung_of(name, std::move(idea), std::move(file),
                        LaunchShape{{"GROUP", 1}, {1, all_of_it}}.along_rows());
    rung.candidates.clear();
    for (const int group : groups) rung.candidates.push_back({{"GROUP", group}});
    return rung;
}

} // namespace

std::vector<Rung> RowLadder::rungs(const Workbench& workbench) const
{
    const std::string kernels = "kernels/" + name(), file = kernels + ".cl";
    std::vector<int> groups{256, 128}, large_groups{256, 1024};
    if (!workbench.is_cpu()) {
        groups.push_back(512);
        large_groups.insert(large_groups.end(), {128, 512});
    }
    std::vector<Rung> rungs;
    for (const Pass& pass : passes()) rungs.push_back(by_groups(pass.name, pass.idea, file, groups));
    rungs.push_back(by_groups("kept", "the row is read once and stays in registers", file, large_groups));
    if (!workbench.is_cpu()) return rungs;
    Rung strips = rung_of("strips", "a work-item has rows, 16 floats at a time", kernels + "_strips.cl",
                          LaunchShape{{1, 1}, {"ROWS", all_of_it}}.along_rows());
    strips.candidates = {{{"ROWS", 4}}, {{"ROWS", 32}}};
    rungs.push_back(std::move(strips));
    return rungs;
}

Extent RowLadder::timed_extent(const Workbench& workbench, const std::string& input, bool quick) const
{
    const std::size_t columns = std::stoul(input);
    if (workbench.is_simulator()) return {columns, 2};
    const std::size_t wanted = std::size_t{workbench.is_cpu() ? quick ? 8U : 64U
                                           : quick            ? 64U
                                                              : 1024U}
                               << 20U;
    const auto most = workbench.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    return {columns, std::max<std::size_t>(std::min<std::size_t>(wanted, most) / sizeof(float) / columns, 1)};
}

std::vector<Extent> RowLadder::verified_extents(const Workbench& workbench) const
{
    if (workbench.is_simulator()) return {{1, 2}, {300, 3}};
    return {{1, 1}, {1, 9}, {7, 3}, {255, 6}, {257, 5}, {1000, 33}, {1024, 7}, {4099, 6}, {12345, 3}};
}

std::vector<Extent> RowLadder::curve_extents(const Workbench& workbench, const std::string& input,
                                             bool quick) const
{
    const Extent full = timed_extent(workbench, input, quick);
    std::vector<Extent> extents;
    for (std::size_t rows = 16; rows < full.rows; rows *= 4) extents.push_back({full.columns, rows});
    extents.push_back(full);
    return extents;
}

std::unique_ptr<Problem> RowLadder::problem(Workbench& workbench, const std::string& /*input*/,
                                            Extent extent) const
{
    const std::size_t bytes = sizeof(float) * extent.columns * extent.rows;
    const auto most = workbench.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    if (bytes > most && !workbench.is_simulator())
        throw Failure(fmt::format("{} rows of {} floats take {} MiB, and {} gives {} MiB at a time.",
                                  extent.rows, extent.columns, bytes >> 20U,
                                  workbench.device().getInfo<CL_DEVICE_NAME>(), most >> 20U),
                      fmt::format("--extent {} {}, or fewer", extent.columns, extent.rows / 2));
    return std::make_unique<RowsProblem>(
        workbench, row_job(), extent,
        [this](cl::Kernel& kernel, cl_uint at) { return set_extra(kernel, at); });
}

std::vector<Peer> RowLadder::peers(Workbench& workbench, const std::string& /*input*/, Extent extent) const
{
    if (auto torch = torch_peer(workbench, "PyTorch",
                                {name(), std::to_string(extent.rows), std::to_string(extent.columns)},
                                2.0 * sizeof(float) * static_cast<double>(extent.columns * extent.rows)))
        return {std::move(*torch)};
    if (!workbench.is_cpu()) return {};
    const auto rows = std::make_shared<HostRows>(row_job(), extent);
    const auto out = std::make_shared<std::vector<float>>(rows->values.size());
    const auto run_ms = [this, rows, out] {
        const Stopwatch watch;
        run_natively(rows->values, rows->vectors, *out, rows->extent.columns);
        return watch.elapsed().count();
    };
    run_ms();
    double error = 0;
    if (const std::string why = rows->mistake(*out, error); !why.empty())
        throw Failure(fmt::format("The C++ loop is wrong: {}", why),
                      fmt::format("./lockstep bench verify {}", name()));
    return {{.name = "C++ loop", .run_ms = run_ms, .work = rows->work(), .threads = native::threads()}};
}

} // namespace lockstep::bench
