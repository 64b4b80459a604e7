// One work-group size and tile for several GPUs: all plans are tried.
#include "plan.hpp"

#include <cstdint>
#include <limits>
#include <optional>

namespace
{

struct Fraction
{
    std::uint64_t over;
    std::uint64_t under;
};

bool less(const Fraction& a, const Fraction& b)
{
    return a.over * b.under < b.over * a.under;
}

/// What a plan is judged by.
struct Value
{
    Fraction occupancy; ///< the lowest of all units
    Fraction load;
};

std::optional<Value> value_of(const Plan& plan, std::span<const Unit> units, const Filter& filter)
{
    const unsigned group_size = plan.columns * plan.rows;
    if (group_size > filter.max_group_size) return std::nullopt;

    const unsigned height = plan.rows * plan.per_item;
    const std::uint64_t loaded = (plan.columns + 2ULL * filter.radius) * (height + 2ULL * filter.radius);
    const Fraction load{loaded, plan.columns * height};
    if (static_cast<double>(load.over) > filter.max_load * static_cast<double>(load.under))
        return std::nullopt;

    const std::uint64_t local_bytes = 4 * loaded;
    if (local_bytes > std::numeric_limits<unsigned>::max()) return std::nullopt; // no unit has as much

    const unsigned registers = filter.base_registers + filter.registers_per_element * plan.per_item;
    Fraction lowest{1, 1};
    for (const Unit& unit : units) {
        const Fit resident = fit(unit, {group_size, registers, static_cast<unsigned>(local_bytes)});
        if (resident.groups == 0) return std::nullopt;
        const Fraction occupancy{resident.sub_groups, unit.sub_groups};
        if (less(occupancy, lowest)) lowest = occupancy;
    }
    return Value{lowest, load};
}

bool better(const Value& a, const Value& b)
{
    if (less(b.occupancy, a.occupancy)) return true;
    if (less(a.occupancy, b.occupancy)) return false;
    return less(a.load, b.load);
}

} // namespace

Plan choose(std::span<const Unit> units, const Filter& filter)
{
    Plan best{0, 0, 0};
    std::optional<Value> highest;
    for (unsigned columns = 8; columns <= 128; columns *= 2)
        for (unsigned rows = 1; rows <= 32; rows *= 2)
            for (unsigned per_item = 1; per_item <= 8; ++per_item) {
                const Plan plan{columns, rows, per_item};
                const auto value = value_of(plan, units, filter);
                if (!value || (highest && !better(*value, *highest))) continue;
                best = plan;
                highest = value;
            }
    return best;
}
