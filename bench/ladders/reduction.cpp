// The ladder of sums: from one atomic addition for each element to one launch that reads memory as fast as it
// can be read.
#include "reduction_problem.hpp"

#include "../peers/native.hpp"
#include "../peers/process.hpp"

#include <lockstep/error.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>

namespace lockstep::bench
{
namespace ladder_reduction
{

/// What the tuner chooses from, for each kind of rung.
struct Choices
{
    std::vector<Parameters> trees;
    std::vector<Parameters> few;
    std::vector<Parameters> wide;
    std::vector<Parameters> strips; ///< none where the device is no CPU
};

Choices choices_for(const Workbench& workbench)
{
    if (workbench.is_simulator())
        return {.trees = {{{"GROUP", 256}}, {{"GROUP", 64}}},
                .few = {{{"GROUP", 256}, {"GROUPS_PER_UNIT", 2}}, {{"GROUP", 64}, {"GROUPS_PER_UNIT", 1}}},
                .wide = {{{"GROUP", 256}, {"GROUPS_PER_UNIT", 2}, {"LOADS", 4}},
                         {{"GROUP", 64}, {"GROUPS_PER_UNIT", 1}, {"LOADS", 2}}},
                .strips = {{{"CHAINS", 4}, {"GROUPS_PER_UNIT", 4}}, {{"CHAINS", 2}, {"GROUPS_PER_UNIT", 1}}}};
    Choices choices;
    const std::size_t most = workbench.device().getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    const auto fits = [=](int group) { return static_cast<std::size_t>(group) <= most; };
    for (const int group : {256, 128, 512, 1024})
        if (fits(group)) choices.trees.push_back({{"GROUP", group}});
    if (workbench.is_cpu()) {
        for (const int group : {256, 1024})
            for (const int groups : {1, 4})
                choices.few.push_back({{"GROUP", group}, {"GROUPS_PER_UNIT", groups}});
        for (const int chains : {2, 4, 8})
            for (const int groups : {16, 4, 1})
                choices.strips.push_back({{"CHAINS", chains}, {"GROUPS_PER_UNIT", groups}});
    } else {
        for (const int group : {256, 512, 1024})
            for (const int work_items : {2048, 1024, 4096, 8192}) // for each compute unit
                if (fits(group))
                    choices.few.push_back({{"GROUP", group}, {"GROUPS_PER_UNIT", work_items / group}});
    }
    for (const int loads : {4, 2, 8})
        for (Parameters candidate : choices.few) {
            candidate["LOADS"] = loads;
            choices.wide.push_back(candidate);
        }
    return choices;
}

class Reduction : public Ladder
{
public:
    std::string name() const override { return "reduction"; }
    std::string chapter() const override { return "17-reduction"; }
    std::string title() const override { return "Reduction: the sum of floats"; }
    std::string chart(const std::string&) const override { return "reductions"; }
    LimitKind limit() const override { return LimitKind::read; }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/reduction.cl";
        const Choices choices = choices_for(workbench);
        std::vector<Rung> rungs{{"sum_atomic",
                                 "an atomic addition for every element",
                                 "chapters/17-reduction/reduction.cl",
                                 {"sum_atomic"},
                                 sum_with_atomics()}};
        const auto add = [&](const char* name, const char* idea, const Planner& plan,
                             const std::vector<Parameters>& candidates) {
            rungs.push_back({name, idea, file, {name}, plan, candidates});
        };
        const Planner vectors = sum_in_two_launches("GROUP", {"LOADS", 4});
        add("tree_interleaved", "a tree in local memory", sum_in_trees(1), choices.trees);
        add("tree_strided", "no idle work-items in between", sum_in_trees(1), choices.trees);
        add("tree_sequential", "neighbours work on neighbours", sum_in_trees(1), choices.trees);
        add("first_add", "two elements each, added on load", sum_in_trees(2), choices.trees);
        add("many_elements", "few groups, many elements each", sum_in_two_launches("GROUP", 1), choices.few);
        add("vectors", "four elements a load, several at once", vectors, choices.wide);
        add("one_launch", "the last group adds the groups' sums", sum_in_one_launch(), choices.wide);
        if (const std::string language = workbench.sub_group_language(); !language.empty()) {
            add("sub_groups", "a group's sum by its sub-groups", vectors, choices.wide);
            for (Parameters& candidate : rungs.back().candidates) candidate["SUB_GROUPS"] = 1;
            rungs.back().language = language;
        }
        if (!choices.strips.empty())
            add("strips", "float16, a strip for each work-item", sum_in_two_launches(1, {"CHAINS", 16}),
                choices.strips);
        return rungs;
    }

    Extent timed_extent(const Workbench& workbench, const std::string&, bool quick) const override
    {
        std::size_t count = workbench.is_simulator() ? 4096
                            : workbench.is_cpu()     ? std::size_t{1} << (quick ? 24U : 26U)
                                                     : std::size_t{1} << (quick ? 26U : 28U);
        const std::size_t most = workbench.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
        while (count * sizeof(float) > most / 2) count /= 2;
        return {count};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        std::vector<Extent> extents{{1}, {2}, {63}, {255}, {256}, {257}, {1000}, {4099}};
        if (!workbench.is_simulator())
            for (const std::size_t count : {65535, 65536, 262147, 1000003, 8388609})
                extents.push_back({count});
        return extents;
    }

    Extent counted_extent() const override { return {65536}; }

    std::optional<Extent> profiled_extent(const std::string&) const override { return Extent{1U << 22U}; }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (workbench.is_cpu()) return {"sum_atomic", "vectors", "strips"};
        return {"sum_atomic", "tree_sequential", "one_launch"};
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string& input,
                                     Extent extent) const override
    {
        return sum_problem(workbench, sum_input(input, extent.columns));
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string& input, Extent extent) const override
    {
        std::vector<Peer> peers;
        const double work = static_cast<double>(extent.columns) * sizeof(float);
        if (auto cub = cuda_peer(workbench, "CUB", {"reduce", "float", std::to_string(extent.columns)}, work))
            peers.push_back(std::move(*cub));
        if (!workbench.is_cpu()) return peers;
        auto on_host = std::make_shared<SumInput>(sum_input(input, extent.columns));
        if (on_host->exact && double{native::sum(on_host->values)} != on_host->sum)
            throw Failure("The native sum is wrong.", "./lockstep bench verify reduction");
        peers.push_back({"native C++",
                         [on_host] {
                             const Stopwatch watch;
                             volatile float sum = native::sum(on_host->values);
                             static_cast<void>(sum);
                             return watch.elapsed().count();
                         },
                         work, native::threads()});
        return peers;
    }
};

const Registered registered{std::make_unique<Reduction>()};

} // namespace ladder_reduction
} // namespace lockstep::bench
