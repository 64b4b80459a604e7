// Inputs, launches and verification of the ladders on units for matrices.
#include "matrix_units_problem.hpp"

#include "../peers/process.hpp"
#include "bfloat16.hpp"
#include "matrix_multiply_check.hpp"

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
        : Problem(workbench), factors_(std::make_shared<Factors>(factors_of(kind, extent))), known_(factors_),
          rows(extent.rows), columns(extent.columns),
          pitch(rounded_up(factors_->depth, kind == FactorKind::floats  ? 4
                                            : kind == FactorKind::bytes ? 16
                                                                        : 8))
    {
        const auto a_at = [&](std::size_t row, std::size_t k) {
            return factors_->a[row * factors_->depth + k];
        };
        const auto b_at = [&](std::size_t row, std::size_t k) { return factors_->b[k * columns + row]; };
        if (kind == FactorKind::bfloat16) {
            a = input<cl_ushort>(rows, [&](auto row, auto k) { return bfloat16_of(a_at(row, k)); });
            b = input<cl_ushort>(columns, [&](auto row, auto k) { return bfloat16_of(b_at(row, k)); });
        } else if (kind == FactorKind::floats) {
            a = input<float>(rows, a_at);
            b = input<float>(columns, b_at);
        } else {
            const auto byte = [](float scaled, std::size_t row) {
                return static_cast<cl_char>(scaled / scale_of(row));
            };
            a = input<cl_char>(rows, [&](auto row, auto k) { return byte(a_at(row, k), row); });
            b = input<cl_char>(columns, [&](auto row, auto k) { return byte(b_at(row, k), row); });
            std::vector<float> of_rows(std::max(rows, columns));
            for (std::size_t row = 0; row < of_rows.size(); ++row) of_rows[row] = scale_of(row);
            scales = workbench.input(of_rows);
        }
    }

    double work() const override { return factors_->work(); }
    Verdict judge(const Plan& plan) const override { return known_.judged(plan.out[0].read<float>()); }

private:
    template <typename T, typename Element>
    Guarded input(std::size_t count, Element element)
    {
        return workbench().input(padded_rows<T>(count, factors_->depth, pitch, element));
    }

    std::shared_ptr<const Factors> factors_;
    KnownProduct known_;

public:
    const std::size_t rows, columns, pitch;
    Guarded a, b, scales;
};

void begin(Plan& plan, const UnitsProblem& of)
{
    plan.out = {plan.output(of.rows * of.columns * sizeof(float))};
    plan.defined["MATRIX_UNITS"] = matrix_units(plan.workbench().device());
}

/// A launch whose last three arguments are the extents.
template <typename... Arguments>
void launch(Plan& plan, const UnitsProblem& of, const cl::Kernel& kernel, const LaunchRange& range,
            const Arguments&... arguments)
{
    plan.launch(kernel, range, arguments..., static_cast<cl_uint>(of.rows), static_cast<cl_uint>(of.columns),
                static_cast<cl_uint>(of.pitch));
}

/// Groups in a row, in two dimensions.
LaunchRange in_row(std::size_t groups, std::size_t group)
{
    return {cl::NDRange(groups * group, 1), cl::NDRange(group, 1)};
}

std::size_t tiles_of(const Plan& plan, const UnitsProblem& of)
{
    return divide_up(of.rows, plan.parameter("TILE_ROWS")) *
           divide_up(of.columns, plan.parameter("TILE_COLUMNS"));
}

void multiply_tiles(Plan& plan, const UnitsProblem& of, std::size_t group)
{
    begin(plan, of);
    launch(plan, of, plan.kernel(), in_row(tiles_of(plan, of), group), of.a, of.b, plan.out[0]);
}

/// What the TMA must know of these matrices, found out by a launch.
template <typename... Matrices>
Guarded described(Plan& plan, const UnitsProblem& of, const cl::Kernel& kernel, const Matrices&... matrices)
{
    const Guarded maps = plan.output(sizeof...(matrices) * map_bytes);
    launch(plan, of, kernel, in_row(1, sizeof...(matrices)), maps, matrices...);
    return maps;
}

/// As many groups as the device has units, each of which has a sub-group for the copy engine.
LaunchRange with_engine(const Plan& plan, const UnitsProblem& of)
{
    return in_row(std::min(tiles_of(plan, of), plan.workbench().spread_over(2)),
                  128 + 2 * plan.parameter("TILE_ROWS"));
}

/// The two parts of each number, by a launch.
std::array<Guarded, 2> split(Plan& plan, const cl::Kernel& kernel, const Guarded& whole)
{
    const std::array<Guarded, 2> parts{plan.output(whole.bytes()), plan.output(whole.bytes())};
    const std::size_t count = whole.bytes() / sizeof(float);
    plan.launch_groups(kernel, divide_up(count, 256), 256, whole, parts[0], parts[1],
                       static_cast<cl_ulong>(count));
    return parts;
}

void by_engine(Plan& plan, const UnitsProblem& of)
{
    begin(plan, of);
    const Guarded maps = described(plan, of, plan.kernel(0), of.a, of.b);
    launch(plan, of, plan.kernel(1), with_engine(plan, of), of.a, of.b, maps, plan.out[0]);
}

void by_engine_scaled(Plan& plan, const UnitsProblem& of)
{
    begin(plan, of);
    const Guarded maps = described(plan, of, plan.kernel(0), of.a, of.b);
    launch(plan, of, plan.kernel(1), with_engine(plan, of), of.a, of.b, maps, of.scales, of.scales,
           plan.out[0]);
}

void by_engine_split(Plan& plan, const UnitsProblem& of)
{
    begin(plan, of);
    const auto [a_high, a_low] = split(plan, plan.kernel(0), of.a);
    const auto [b_high, b_low] = split(plan, plan.kernel(0), of.b);
    const Guarded maps = described(plan, of, plan.kernel(1), a_high, a_low, b_high, b_low);
    launch(plan, of, plan.kernel(2), with_engine(plan, of), a_high, a_low, b_high, b_low, maps, plan.out[0]);
}

} // namespace

Planner units_for_each_result()
{
    return [](Plan& plan, const UnitsProblem& of) {
        begin(plan, of);
        launch(plan, of, plan.kernel(), range_of({{32, 8}, {32, 8}}, {of.columns, of.rows}, {}), of.a, of.b,
               plan.out[0]);
    };
}

Planner units_for_fragments()
{
    return [](Plan& plan, const UnitsProblem& of) {
        multiply_tiles(plan, of, 32 * plan.parameter("DOWN") * plan.parameter("ACROSS"));
    };
}

Planner units_for_warpgroups()
{
    return
        [](Plan& plan, const UnitsProblem& of) { multiply_tiles(plan, of, 2 * plan.parameter("TILE_ROWS")); };
}

Planner units_with_engine(FactorKind kind)
{
    switch (kind) {
    case FactorKind::bfloat16:
        return by_engine;
    case FactorKind::floats:
        return by_engine_split;
    case FactorKind::bytes:
        return by_engine_scaled;
    }
    return by_engine;
}

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
