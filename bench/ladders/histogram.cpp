// The ladder of histograms of bytes: from one atomic increment of a global counter for each byte to tables
// that nobody shares.
#include "../ladder.hpp"
#include "../peers/native.hpp"
#include "../peers/process.hpp"
#include "histogram_inputs.hpp"

#include <lockstep/error.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace lockstep::bench
{
namespace ladder_histogram
{

using namespace histogram;

std::string why_not(const Counts& expected, const Counts& got, const std::string& input)
{
    for (std::size_t bin = 0; bin < bins; ++bin)
        if (expected[bin] != got[bin])
            return fmt::format("value {} of {}: {} expected, {} counted", bin, input, expected[bin],
                               got[bin]);
    return {};
}

class Histogram : public Problem
{
public:
    Histogram(Workbench& workbench, const std::string& input, std::size_t count)
        : Histogram(workbench, input, bytes_named(input, count))
    {
        if (input != "random" || count > (workbench.is_simulator() ? 1U << 14U : 1U << 21U)) return;
        const auto awkward = awkward_distributions(count);
        for (std::size_t i = 0; i < awkward.size(); i += workbench.is_simulator() ? 4 : 1)
            awkward_.push_back(std::make_unique<Histogram>(workbench, awkward[i].name, awkward[i].bytes));
    }

    Histogram(Workbench& workbench, std::string input, const Bytes& bytes)
        : Problem(workbench), input_(std::move(input)), bytes_(workbench.input(bytes)),
          zeros_(workbench.input(Counts(bins))), expected_(counted(bytes))
    {
    }

    double work() const override { return static_cast<double>(count()); }

    Verdict judge(const Plan& plan) const override
    {
        return {why_not(expected_, plan.out[0].read<cl_uint>(), input_)};
    }

    /// Work-items of a group, and bytes of a group; no more than GROUPS_PER_UNIT groups.
    void count_in(Plan& plan, const LaunchSize& group, const LaunchSize& bytes) const
    {
        start(plan);
        // Copied, as Oclgrind does not see that a filled buffer is initialised.
        plan.copy(zeros_, plan.out[0]);
        launch(plan, group, bytes);
    }

    /// The same where the kernel leaves its sums all zero, as it finds them.
    void count_zeroing(Plan& plan, const LaunchSize& group, const LaunchSize& bytes) const
    {
        start(plan);
        launch(plan, group, bytes, workbench().input(Counts(bins + 1)));
    }

private:
    std::size_t count() const { return bytes_.bytes(); }

    void start(Plan& plan) const
    {
        plan.out = {plan.output(bins * sizeof(cl_uint))};
        plan.defined.erase("GROUPS_PER_UNIT");
    }

    template <typename... Sums>
    void launch(Plan& plan, const LaunchSize& group, const LaunchSize& bytes, const Sums&... sums) const
    {
        const std::size_t groups = std::min(
            divide_up(count(), bytes.of(plan.parameters())),
            plan.has("GROUPS_PER_UNIT") ? workbench().spread_over(1) * plan.parameter("GROUPS_PER_UNIT")
                                        : SIZE_MAX);
        plan.launch_groups(plan.kernel(), groups, group.of(plan.parameters()), bytes_,
                           static_cast<cl_uint>(count()), plan.out[0], sums...);
    }

    std::string input_;
    Guarded bytes_, zeros_;
    Counts expected_;
};

/// Every combination of group (with so many groups a unit), copies and words ahead that is worth a try.
std::vector<Parameters> combinations(const std::vector<std::pair<int, int>>& groups,
                                     const std::vector<int>& copies, const std::vector<int>& ahead)
{
    std::vector<Parameters> all;
    for (const int words : ahead)
        for (const int tables : copies)
            for (const auto& [group, per_unit] : groups) {
                Parameters parameters{{"GROUP", group}, {"GROUPS_PER_UNIT", per_unit}};
                if (tables > 0) parameters["COPIES"] = tables;
                if (words > 0) parameters["AHEAD"] = words;
                all.push_back(parameters);
            }
    return all;
}

class Histograms : public Ladder
{
public:
    std::string name() const override { return "histogram"; }
    std::string chapter() const override { return "18-histogram"; }
    std::string title() const override { return "Histogram: how often each value of a byte occurs"; }
    LimitKind limit() const override { return LimitKind::read; }
    std::vector<std::string> cases() const override { return {"random", "constant"}; }
    std::string chart(const std::string& input) const override
    {
        return input == "random" ? "histograms of random bytes" : "histograms of equal bytes";
    }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/histogram.cl";
        const bool simulator = workbench.is_simulator(), cpu = workbench.is_cpu() && !simulator;
        const bool gpu = !simulator && !cpu;
        using Groups = std::vector<std::pair<int, int>>; // work-items, and groups for each compute unit
        using Numbers = std::vector<int>;
        const Groups groups = simulator ? Groups{{256, 4}, {64, 2}}
                              : cpu     ? Groups{{256, 4}, {1024, 1}}
                                        : Groups{{512, 4}, {1024, 2}};
        const Groups first{groups.front()};
        const auto plain = combinations(groups, {0}, {0});
        const auto tables = combinations(first, gpu ? Numbers{8, 4, 2, 16} : Numbers{8, 2}, {0});
        // 32 tables are 32 KiB, and the last rung needs four bytes more.
        const bool roomy = !gpu || workbench.device().getInfo<CL_DEVICE_LOCAL_MEM_SIZE>() > 32768;
        const auto lanes = combinations(groups, {roomy ? 32 : 16}, gpu ? Numbers{4, 2, 1} : Numbers{2, 1});
        // A work-item takes a byte at a time, or 16.
        const auto taking = [](const LaunchSize& group, const LaunchSize& bytes) {
            return [=](Plan& plan, const Histogram& of) { of.count_in(plan, group, bytes); };
        };
        const Planner words = taking("GROUP", {"GROUP", 16}), alone = taking(1, 16);
        std::vector<Rung> rungs{
            {"global_atomics",
             "every byte an atomic increment",
             "chapters/18-histogram/histogram.cl",
             {"histogram_global"},
             taking(256, 256)},
            {"local_table",
             "a table for each group",
             file,
             {"histogram_local"},
             taking("GROUP", "GROUP"),
             plain},
            {"wide_loads", "16 bytes a load", file, {"histogram_wide"}, words, plain},
            {"several_tables", "several tables a group", file, {"histogram_tables"}, words, tables},
            {"lane_tables", "a table and a bank for each lane", file, {"histogram_lanes"}, words, lanes},
            {"last_group",
             "one launch, nothing to zero",
             file,
             {"histogram_last_group"},
             [](Plan& plan, const Histogram& of) {
                 of.count_zeroing(plan, "GROUP", {"GROUP", 16});
             },
             lanes}};
        if (gpu) return rungs;
        if (!simulator) rungs.pop_back();
        const int stretches = simulator ? 2 : 16; // for each compute unit
        std::vector<Parameters> own;
        for (const int count : simulator ? Numbers{4} : Numbers{4, 8, 2})
            own.push_back({{"TABLES", count}, {"GROUPS_PER_UNIT", stretches}});
        const std::vector<Parameters> only{{{"GROUPS_PER_UNIT", simulator ? 1 : stretches}}};
        rungs.push_back(
            {"private_tables", "tables of a work-item's own", file, {"histogram_private"}, alone, own});
        rungs.push_back(
            {"pairs", "a counter for each pair of bytes", file, {"histogram_pairs"}, alone, only});
        rungs.push_back(
            {"flat_words", "a word of equal bytes at once", file, {"histogram_flat"}, alone, only});
        return rungs;
    }

    Extent timed_extent(const Workbench& workbench, const std::string&, bool quick) const override
    {
        std::size_t count = workbench.is_simulator() ? 4096
                            : workbench.is_cpu()     ? std::size_t{1} << (quick ? 26U : 28U)
                                                     : std::size_t{1} << (quick ? 28U : 30U);
        const std::size_t most = workbench.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
        while (count > most / 2) count /= 2;
        return {count};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        if (workbench.is_simulator()) return {{1}, {2053}};
        return {{1}, {15}, {16}, {17}, {255}, {4096}, {65535}, {262147}, {2000003}};
    }

    Extent counted_extent() const override { return {65536}; }

    std::optional<Extent> profiled_extent(const std::string&) const override { return Extent{1U << 22U}; }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (workbench.is_cpu()) return {"global_atomics", "private_tables", "pairs"};
        return {"global_atomics", "local_table", "last_group"};
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string& input,
                                     Extent extent) const override
    {
        return std::make_unique<Histogram>(workbench, input, extent.columns);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string& input, Extent extent) const override
    {
        std::vector<Peer> peers;
        const auto work = static_cast<double>(extent.columns);
        if (auto cub =
                cuda_peer(workbench, "CUB", {"histogram", input, std::to_string(extent.columns)}, work))
            peers.push_back(std::move(*cub));
        if (!workbench.is_cpu()) return peers;
        auto bytes = std::make_shared<Bytes>(bytes_named(input, extent.columns));
        const std::string why = why_not(counted(*bytes), native::histogram(*bytes), input);
        if (!why.empty())
            throw Failure("The native histogram is wrong: " + why, "./lockstep bench verify histogram");
        peers.push_back({"native C++",
                         [bytes] {
                             const Stopwatch watch;
                             native::histogram(*bytes);
                             return watch.elapsed().count();
                         },
                         work, native::threads()});
        return peers;
    }
};

const Registered registered{std::make_unique<Histograms>()};

} // namespace ladder_histogram
} // namespace lockstep::bench
