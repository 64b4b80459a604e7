// Inputs, launches and verification of the ladders on units for matrices.
#include "matrix_units_problem.hpp"

#include "../peers/process.hpp"
#include "bfloat16.hpp"
#include "product_job.hpp"

#include <lockstep/device.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lockstep::bench
{
namespace
{

constexpr std::size_t map_bytes = 128; // what the TMA must know of one matrix

/// A row's scale, a power of two so that a scaled byte is a float.
float scale_of(std::size_t row)
{
    return std::ldexp(1.0F, -7 - static_cast<int>(row % 3));
}

/// `element(row, k)` for `rows` rows of `depth`, each padded with zeros to `pitch`.
template <typename T, typename Element>
std::vector<T> padded_rows(std::size_t rows, std::size_t depth, std::size_t pitch, Element element)
{
    std::vector<T> padded(rows * pitch);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t k = 0; k < depth; ++k) padded[row * pitch + k] = element(row, k);
    return padded;
}

/// Numbers that the kind can hold exactly, in place of those of random_factors.
Factors factors_of(FactorKind kind, const Extent& extent)
{
    Factors factors = random_factors(extent);
    const auto as_byte = [](float value, float scale) { return std::round(value * 127) * scale; };
    for (std::size_t i = 0; i < factors.a.size(); ++i)
        if (kind == FactorKind::bfloat16)
            factors.a[i] = wide(bfloat16_of(factors.a[i]));
        else if (kind == FactorKind::bytes)
            factors.a[i] = as_byte(factors.a[i], scale_of(i / factors.depth));
    for (std::size_t i = 0; i < factors.b.size(); ++i)
        if (kind == FactorKind::bfloat16)
            factors.b[i] = wide(bfloat16_of(factors.b[i]));
        else if (kind == FactorKind::bytes)
            factors.b[i] = as_byte(factors.b[i], scale_of(i % extent.columns));
    return factors;
}

class UnitsProblem final : public Problem
{
public:
    UnitsProblem(Workbench& workbench, FactorKind kind, const Extent& extent)
        : workbench_(workbench), kind_(kind), factors_(std::make_shared<Factors>(factors_of(kind, extent))),
          known_(factors_), rows_(extent.rows), columns_(extent.columns),
          pitch_(rounded_up(factors_->depth, kind == FactorKind::floats  ? 4
                                             : kind == FactorKind::bytes ? 16
                                                                         : 8))
    {
        const auto a = [&](std::size_t row, std::size_t k) { return factors_->a[row * factors_->depth + k]; };
        const auto b = [&](std::size_t row, std::size_t k) { return factors_->b[k * columns_ + row]; };
        if (kind == FactorKind::bfloat16) {
            a_ = input<cl_ushort>(rows_, [&](auto row, auto k) { return bfloat16_of(a(row, k)); });
            b_ = input<cl_ushort>(columns_, [&](auto row, auto k) { return bfloat16_of(b(row, k)); });
        } else if (kind == FactorKind::floats) {
            a_ = input<float>(rows_, a);
            b_ = input<float>(columns_, b);
        } else {
            const auto byte = [](float scaled, std::size_t row) {
                return static_cast<cl_char>(scaled / scale_of(row));
            };
            a_ = input<cl_char>(rows_, [&](auto row, auto k) { return byte(a(row, k), row); });
            b_ = input<cl_char>(columns_, [&](auto row, auto k) { return byte(b(row, k), row); });
            std::vector<float> scales(std::max(rows_, columns_));
            for (std::size_t row = 0; row < scales.size(); ++row) scales[row] = scale_of(row);
            scales_ = workbench.input(scales);
        }
    }

    double work() const override { return factors_->work(); }

    std::unique_ptr<Job> job(const Rung& rung, const Parameters& parameters) override
    {
        auto job = std::make_unique<ProductJob>(workbench_.queue(), known_);
        job->c = workbench_.output(rows_ * columns_ * sizeof(float));
        const std::string& name = rung.kernels.back();
        const std::string options =
            fmt::format("{} -D MATRIX_UNITS={}", options_of(parameters), matrix_units(workbench_.device()));
        const auto kernel = [&](const std::string& of) { return workbench_.kernel(rung.file, of, options); };
        if (name == "plain") {
            launch(*job, kernel(name), {rounded_up(columns_, 32), rounded_up(rows_, 8)}, {32, 8}, a_, b_,
                   job->c);
            return job;
        }
        const auto parameter = [&](const char* key) { return static_cast<std::size_t>(parameters.at(key)); };
        const std::size_t rows = parameter("TILE_ROWS"),
                          tiles = divide_up(rows_, rows) * divide_up(columns_, parameter("TILE_COLUMNS"));
        if (parameters.contains("DOWN")) {
            const std::size_t group = 32 * parameter("DOWN") * parameter("ACROSS");
            launch(*job, kernel(name), {tiles * group, 1}, {group, 1}, a_, b_, job->c);
        } else if (name == "warpgroups") {
            launch(*job, kernel(name), {tiles * 2 * rows, 1}, {2 * rows, 1}, a_, b_, job->c);
        } else {
            launch_engine(*job, kernel, name, std::min(tiles, workbench_.spread_over(2)), 128 + 2 * rows);
        }
        return job;
    }

private:
    template <typename T, typename Element>
    Guarded input(std::size_t rows, Element element)
    {
        return workbench_.input(padded_rows<T>(rows, factors_->depth, pitch_, element));
    }

    /// The kernels that many groups, of so many work-items each, run with the TMA.
    template <typename FindKernel>
    void launch_engine(ProductJob& job, FindKernel kernel, const std::string& name, std::size_t groups,
                       std::size_t group)
    {
        const cl::NDRange all{groups * group, 1}, local{group, 1};
        const Guarded maps = workbench_.output((kind_ == FactorKind::floats ? 4 : 2) * map_bytes);
        job.kept = {maps};
        if (kind_ == FactorKind::bfloat16) {
            launch(job, kernel("describe"), {2, 1}, {2, 1}, maps, a_, b_);
            launch(job, kernel(name), all, local, a_, b_, maps, job.c);
        } else if (kind_ == FactorKind::bytes) {
            launch(job, kernel("describe"), {2, 1}, {2, 1}, maps, a_, b_);
            launch(job, kernel(name), all, local, a_, b_, maps, scales_, scales_, job.c);
        } else {
            std::array<Guarded, 4> parts;
            for (std::size_t i = 0; i < parts.size(); ++i) {
                parts[i] = workbench_.output((i < 2 ? a_ : b_).bytes());
                job.kept.push_back(parts[i]);
            }
            for (std::size_t i = 0; i < 2; ++i) {
                const Guarded& whole = i == 0 ? a_ : b_;
                const std::size_t count = whole.bytes() / sizeof(float);
                cl::Kernel split = kernel("split");
                set_arguments(split, whole, parts[2 * i], parts[2 * i + 1], static_cast<cl_ulong>(count));
                job.launches.push_back(
                    {std::move(split), cl::NDRange(rounded_up(count, 256)), cl::NDRange(256)});
            }
            launch(job, kernel("describe"), {4, 1}, {4, 1}, maps, parts[0], parts[1], parts[2], parts[3]);
            launch(job, kernel(name), all, local, parts[0], parts[1], parts[2], parts[3], maps, job.c);
        }
    }

    /// A launch whose last three arguments are the extents.
    template <typename... Arguments>
    void launch(ProductJob& job, cl::Kernel kernel, const cl::NDRange& global, const cl::NDRange& local,
                const Arguments&... arguments)
    {
        set_arguments(kernel, arguments..., static_cast<cl_uint>(rows_), static_cast<cl_uint>(columns_),
                      static_cast<cl_uint>(pitch_));
        job.launches.push_back({std::move(kernel), global, local});
    }

    Workbench& workbench_;
    FactorKind kind_;
    std::shared_ptr<const Factors> factors_;
    KnownProduct known_;
    std::size_t rows_, columns_, pitch_;
    Guarded a_, b_, scales_;
};

} // namespace

Parameters slab_tile(int rows, int columns, int stages)
{
    return {{"TILE_ROWS", rows}, {"TILE_COLUMNS", columns}, {"STAGES", stages}};
}

Extent UnitsLadder::timed_extent(const Workbench& workbench, const std::string& input, bool quick) const
{
    const bool ragged = input == "ragged";
    if (workbench.is_simulator()) return ragged ? Extent{63, 37} : Extent{64, 64};
    if (matrix_units(workbench.device()) == 0) {
        if (quick) return ragged ? Extent{127, 135} : Extent{128, 128};
        return ragged ? Extent{511, 519} : Extent{512, 512};
    }
    if (quick) return ragged ? Extent{2047, 2063} : Extent{2048, 2048};
    return ragged ? Extent{8191, 8207} : Extent{8192, 8192};
}

std::vector<Extent> UnitsLadder::verified_extents(const Workbench& workbench) const
{
    if (workbench.is_simulator()) return {{1, 1}, {17, 31}};
    return {{1, 1}, {1, 30}, {30, 1}, {17, 31}, {50, 66}, {127, 257}, {129, 128}, {521, 40}, {48, 601}};
}

double UnitsLadder::elements(const Extent& extent) const
{
    return static_cast<double>(extent.columns) * static_cast<double>(extent.rows) *
           static_cast<double>(depth_of(extent));
}

std::vector<Extent> UnitsLadder::curve_extents(const Workbench& workbench, const std::string& input,
                                               bool quick) const
{
    const Extent full = timed_extent(workbench, input, quick);
    std::vector<Extent> extents;
    for (std::size_t side = 64; side < full.columns; side *= 2) extents.push_back({side, side});
    extents.push_back(full);
    return extents;
}

std::unique_ptr<Problem> UnitsLadder::problem(Workbench& workbench, const std::string&, Extent extent) const
{
    return std::make_unique<UnitsProblem>(workbench, kind_, extent);
}

std::vector<Peer> UnitsLadder::peers(Workbench& workbench, const std::string&, Extent extent) const
{
    std::vector<Peer> peers;
    if (workbench.is_cpu()) return peers;
    for (const Cublas& cublas : peers_)
        if (auto peer = cuda_peer(workbench, "cuBLAS",
                                  {cublas.factors, std::to_string(extent.columns),
                                   std::to_string(extent.rows), std::to_string(depth_of(extent))},
                                  2 * elements(extent))) {
            peer->name = cublas.name;
            peers.push_back(std::move(*peer));
        }
    return peers;
}

} // namespace lockstep::bench
