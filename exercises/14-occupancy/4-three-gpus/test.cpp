// Tests of the plans: each is judged by its lowest occupancy and its load, against a search of all plans.
#include "plan.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/text.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

using namespace lockstep;

namespace
{

/// The figures of a GPU, from its profile.
Unit unit_of(const std::string& device)
{
    std::ifstream stream(lockstep::source_folder() / "lens/devices" / (std::string{device} + ".json"));
    const auto profile = nlohmann::json::parse(stream);
    const auto figure = [&](const char* name) {
        return profile.at("unit").at(name).at("value").get<unsigned>();
    };
    return {.sub_group_size = profile.at("execution").at("sub_group_size").at("value"),
            .sub_groups = figure("max_sub_groups"),
            .groups = figure("max_groups"),
            .registers = figure("registers"),
            .register_portion = figure("register_granularity"),
            .simds = figure("simds"),
            .local_bytes = figure("local_bytes"),
            .local_portion = figure("local_granularity_bytes"),
            .local_reserved = figure("local_reserved_bytes")};
}

std::vector<Unit> three_gpus()
{
    return {unit_of("h200"), unit_of("mi300x"), unit_of("rx7900xtx")};
}

/// What a plan is worth, in whole numbers, so that equal fractions are equal.
struct Worth
{
    bool allowed = false;
    std::uint64_t occupancy = 0; ///< the lowest, of common_places
    std::uint64_t loaded = 0;
    std::uint64_t made = 1;

    bool better_than(const Worth& other) const
    {
        if (occupancy != other.occupancy) return occupancy > other.occupancy;
        return loaded * other.made < other.loaded * made;
    }
};

/// A number that every unit's count of places divides: what occupancies are counted in.
std::uint64_t common_places(std::span<const Unit> units)
{
    std::uint64_t common = 1;
    for (const Unit& unit : units) common = std::lcm(common, std::uint64_t{unit.sub_groups});
    return common;
}

Worth worth_of(const Plan& plan, std::span<const Unit> units, const Filter& filter)
{
    Worth worth;
    const std::uint64_t height = std::uint64_t{plan.rows} * plan.per_item;
    worth.loaded = (plan.columns + 2ULL * filter.radius) * (height + 2ULL * filter.radius);
    worth.made = std::max<std::uint64_t>(1, plan.columns * height);
    if (plan.columns * plan.rows > filter.max_group_size) return worth;
    if (4 * worth.loaded > std::numeric_limits<unsigned>::max()) return worth; // more than any unit has
    if (static_cast<double>(worth.loaded) > filter.max_load * static_cast<double>(worth.made)) return worth;
    const std::uint64_t common = common_places(units);
    worth.occupancy = common;
    for (const Unit& unit : units) {
        const Fit resident = fit(unit, {plan.columns * plan.rows,
                                        filter.base_registers + filter.registers_per_element * plan.per_item,
                                        static_cast<unsigned>(4 * worth.loaded)});
        if (resident.groups == 0) return worth;
        worth.occupancy = std::min(worth.occupancy, resident.sub_groups * (common / unit.sub_groups));
    }
    worth.allowed = true;
    return worth;
}

/// Every plan there is, those with the most work-items first.
std::vector<Plan> all_plans()
{
    std::vector<Plan> plans;
    for (unsigned per_item = 8; per_item >= 1; --per_item)
        for (const unsigned rows : {32U, 16U, 8U, 4U, 2U, 1U})
            for (const unsigned columns : {128U, 64U, 32U, 16U, 8U})
                plans.push_back({columns, rows, per_item});
    return plans;
}

/// What the best plan is worth; not allowed when there is none.
Worth best_worth(std::span<const Unit> units, const Filter& filter)
{
    Worth best;
    for (const Plan& plan : all_plans()) {
        const Worth worth = worth_of(plan, units, filter);
        if (worth.allowed && (!best.allowed || worth.better_than(best))) best = worth;
    }
    return best;
}

void check_plan(std::span<const Unit> units, const Filter& filter)
{
    const double places = static_cast<double>(common_places(units));
    const Worth best = best_worth(units, filter);
    const Plan plan = choose(units, filter);
    INFO("radius ", filter.radius, ", registers ", filter.base_registers, " and ",
         filter.registers_per_element, " an element, work-groups up to ", filter.max_group_size,
         ", load up to ", filter.max_load, ": you say ", plan.columns, " columns, ", plan.rows, " rows, ",
         plan.per_item, " elements a work-item");
    if (!best.allowed) {
        if (plan.columns != 0) FAIL("There is no plan for this, which 0 columns say.");
        return;
    }
    const auto plans = all_plans();
    const bool listed = std::any_of(plans.begin(), plans.end(), [&](const Plan& one) {
        return one.columns == plan.columns && one.rows == plan.rows && one.per_item == plan.per_item;
    });
    if (!listed) FAIL("That is none of the 240 plans, and there is one that does.");
    const Worth worth = worth_of(plan, units, filter);
    if (!worth.allowed)
        FAIL("That plan is not allowed: too many work-items, too much load, or a unit on which no group "
             "fits.");
    if (worth.occupancy != best.occupancy) {
        const double yours = 100 * static_cast<double>(worth.occupancy) / places;
        const double highest = 100 * static_cast<double>(best.occupancy) / places;
        FAIL("Its lowest occupancy is ", told_apart(yours, highest), " %, and ", told_apart(highest, yours),
             " % can be had.");
    }
    if (best.better_than(worth))
        FAIL("Its occupancy is the best, but its load is ",
             static_cast<double>(worth.loaded) / static_cast<double>(worth.made), ", and ",
             static_cast<double>(best.loaded) / static_cast<double>(best.made), " can be had with it.");
}

constexpr Filter small_filter{
    .radius = 1, .base_registers = 20, .registers_per_element = 4, .max_group_size = 1024, .max_load = 1.5};

} // namespace

TEST_CASE("one GPU: a filter with a small radius")
{
    for (const char* device : {"h200", "mi300x", "rx7900xtx"}) {
        const std::array units{unit_of(device)};
        check_plan(units, small_filter);
    }
}

TEST_CASE("three GPUs: the one that has the least counts")
{
    const std::vector<Unit> units = three_gpus();
    for (const unsigned radius : {0U, 1U, 2U, 3U, 4U, 8U, 12U}) {
        Filter filter = small_filter;
        filter.radius = radius;
        filter.max_load = 3;
        check_plan(units, filter);
    }
}

TEST_CASE("the limit on the load is kept")
{
    const std::vector<Unit> units = three_gpus();
    for (const double max_load : {1.1, 1.25, 1.5, 2.0, 2.5, 4.0}) {
        Filter filter = small_filter;
        filter.radius = 3;
        filter.max_load = max_load;
        check_plan(units, filter);
    }
}

TEST_CASE("a load of exactly the limit is allowed")
{
    const std::vector<Unit> units = three_gpus();
    for (const unsigned radius : {0U, 1U, 2U, 4U}) {
        Filter filter = small_filter;
        filter.radius = radius;
        filter.max_load = 8;
        const Worth best = best_worth(units, filter);
        filter.max_load = static_cast<double>(best.loaded) / static_cast<double>(best.made);
        check_plan(units, filter);
        filter.max_load *= 1 - 0x1p-40; // and a load that is hardly more is not
        check_plan(units, filter);
    }
}

TEST_CASE("the limit on the work-group is kept")
{
    const std::vector<Unit> units = three_gpus();
    for (const unsigned max_group_size : {8U, 63U, 64U, 128U, 256U, 512U}) {
        Filter filter = small_filter;
        filter.max_group_size = max_group_size;
        check_plan(units, filter);
    }
}

TEST_CASE("registers are weighed against elements")
{
    const std::vector<Unit> units = three_gpus();
    for (const unsigned base : {0U, 16U, 30U, 60U, 100U})
        for (const unsigned each : {0U, 2U, 8U, 24U}) {
            Filter filter = small_filter;
            filter.base_registers = base;
            filter.registers_per_element = each;
            filter.max_load = 2;
            check_plan(units, filter);
        }
}

TEST_CASE("where nothing is possible the plan has no columns")
{
    const std::vector<Unit> units = three_gpus();
    Filter filter = small_filter;
    filter.max_group_size = 7;
    check_plan(units, filter);
    filter = small_filter;
    filter.radius = 200; // no tile leaves room
    filter.max_load = 1e9;
    check_plan(units, filter);
}

TEST_CASE("occupancies that are nearly equal are told apart")
{
    // A group of one sub-group fills all places; one of several leaves a single place free.
    // In the last unit groups of one leave two places free, so groups of two are best. Its places times those that they fill are
    // hardly more than 11 times 2^32.
    for (const auto& [places, groups] :
         {std::pair{4097U, 4097U}, {(1U << 24U) + 1, (1U << 24U) + 1}, {217'359U, 217'357U}}) {
        const std::array units{Unit{.sub_group_size = 8,
                                    .sub_groups = places,
                                    .groups = groups,
                                    .registers = 65536,
                                    .register_portion = 256,
                                    .simds = 4,
                                    .local_bytes = std::numeric_limits<unsigned>::max(),
                                    .local_portion = 1,
                                    .local_reserved = 0}};
        Filter filter = small_filter;
        filter.base_registers = filter.registers_per_element = 0;
        filter.max_load = 8;
        check_plan(units, filter);
    }
}

TEST_CASE("a tile of more bytes than 32 bits count fits nowhere")
{
    std::array units{unit_of("h200")};
    units[0].local_bytes = 1U << 31U;
    Filter filter = small_filter;
    filter.max_load = 1e12;
    for (const unsigned radius : {5000U, 32767U}) { // 400 MB, and 17 GB, of which 32 bits keep 1.3 MB
        filter.radius = radius;
        check_plan(units, filter);
    }
}

TEST_CASE("on units made up at random the plan is the best there is")
{
    Random random{1404};
    const int trials = clean_stage() ? 40 : 300;
    for (int trial = 0; trial < trials; ++trial) {
        std::vector<Unit> units;
        for (std::uint32_t count = 1 + random.below(4); count > 0; --count)
            units.push_back({.sub_group_size = 8U << random.below(4),
                             .sub_groups = 8 * (1 + random.below(12)),
                             .groups = 4 + random.below(40),
                             .registers = 4096 * (4 + random.below(40)),
                             .register_portion = 1 + random.below(900),
                             .simds = 1U << random.below(3),
                             .local_bytes = 1024 * (16 + random.below(200)),
                             .local_portion = 1U << random.below(11),
                             .local_reserved = random.below(2) == 0 ? 0 : random.below(2000)});
        check_plan(units, {.radius = random.below(10),
                           .base_registers = random.below(50),
                           .registers_per_element = random.below(12),
                           .max_group_size = 32 + random.below(1000),
                           .max_load = 1 + random.uniform(0, 4)});
    }
}
