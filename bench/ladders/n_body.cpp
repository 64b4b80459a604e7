// The ladder of n bodies: what each does to each, counted as twelve multiply-adds a pair.
#include "../ladder.hpp"
#include "../peers/native.hpp"
#include "../peers/native_bodies.hpp"
#include "../peers/process.hpp"
#include "n_body_forces.hpp"

#include <lockstep/error.hpp>
#include <lockstep/timing.hpp>

#include <array>
#include <utility>

namespace lockstep::bench
{
namespace ladder_n_body
{

// 16 for two pulls, where twelve are counted for each.
constexpr double operations_of_pairs = 16.0 / 24;

// Two for each of the twelve multiply-adds that a pair would take if it took nothing else.
double operations(std::size_t n)
{
    return 24.0 * static_cast<double>(n) * static_cast<double>(n);
}

class Bodies final : public Problem
{
public:
    Bodies(Workbench& workbench, std::size_t n)
        : Problem(workbench), bodies(random_bodies(n)), in(workbench.input(bodies)), forces_(bodies)
    {
    }

    double work() const override { return operations(n()); }
    Verdict judge(const Plan& plan) const override { return forces_.judged(plan.out[0].read<float>()); }

    std::size_t n() const { return bodies.size() / 4; }

    const std::vector<float> bodies;
    const Guarded in;

private:
    Forces forces_;
};

/// How the bodies are dealt out: `group` work-items have `each` bodies each.
struct Dealt
{
    std::size_t group;
    std::size_t each;

    std::size_t groups(std::size_t bodies) const { return divide_up(bodies, group * each); }
};

Dealt in_groups(const Plan& plan)
{
    return {plan.parameter("GROUP"), plan.parameter("BODIES", 1)};
}

/// What all plans begin with: where the results go, and the option for which FLUSH stands.
void begin(Plan& plan, const Bodies& bodies)
{
    plan.out = {plan.output(bodies.in.bytes())};
    plan.defined.erase("FLUSH");
    if (plan.parameter("FLUSH", 0) != 0) plan.options = "-cl-denorms-are-zero";
}

/// Pulls on all bodies in one launch. @param in the arguments that the bodies are
template <typename... In>
void pull(Plan& plan, const Bodies& bodies, const Dealt& dealt, const In&... in)
{
    begin(plan, bodies);
    plan.launch_groups(plan.kernel(), dealt.groups(bodies.n()), dealt.group, in..., plan.out[0],
                       static_cast<cl_uint>(bodies.n()), softening);
}

void pull_of_all(Plan& plan, const Bodies& bodies)
{
    pull(plan, bodies, {64, 1}, bodies.in);
}

void pull_in_groups(Plan& plan, const Bodies& bodies)
{
    pull(plan, bodies, in_groups(plan), bodies.in);
}

void pull_in_vectors(Plan& plan, const Bodies& bodies)
{
    pull(plan, bodies, {1, 16 * plan.parameter("VECTORS")}, bodies.in);
}

/// x, y, z and mass, each in an array of its own.
void pull_of_arrays(Plan& plan, const Bodies& bodies)
{
    std::array<Guarded, 4> arrays;
    for (std::size_t k = 0; k < arrays.size(); ++k) {
        std::vector<float> component(bodies.n());
        for (std::size_t i = 0; i < component.size(); ++i) component[i] = bodies.bodies[4 * i + k];
        arrays[k] = bodies.workbench().input(component);
    }
    pull(plan, bodies, in_groups(plan), arrays[0], arrays[1], arrays[2], arrays[3]);
}

/// The sources in slices, whose pulls a second launch adds. @param more parts of the pulls, besides the slices
void pull_in_slices(Plan& plan, const Bodies& bodies, std::size_t more)
{
    begin(plan, bodies);
    const Dealt dealt = in_groups(plan);
    const std::size_t slices = plan.parameter("SLICES"), group = dealt.group;
    const Guarded parts = plan.output((slices + more) * bodies.in.bytes());
    const auto n = static_cast<cl_uint>(bodies.n());
    plan.launch(plan.kernel(0),
                {cl::NDRange(dealt.groups(bodies.n()) * group, slices), cl::NDRange(group, 1)}, bodies.in,
                parts, n, softening);
    plan.launch_groups(plan.kernel(1), divide_up(bodies.n(), group), group, parts, plan.out[0], n);
}

void pull_slices(Plan& plan, const Bodies& bodies)
{
    pull_in_slices(plan, bodies, 0);
}

/// Every second block of bodies has a part for what it does to the others.
void pull_pairs(Plan& plan, const Bodies& bodies)
{
    pull_in_slices(plan, bodies, in_groups(plan).groups(bodies.n()) / 2);
}

class NBody final : public Ladder
{
public:
    std::string name() const override { return "n_body"; }
    std::string chapter() const override { return "22-n-body"; }
    std::string title() const override { return "N-body simulation: what each body does to each"; }
    std::string chart(const std::string&) const override { return "all pairs of bodies"; }
    LimitKind limit() const override { return LimitKind::fma; }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/n_body.cl", vectors = "kernels/n_body_vectors.cl";
        const bool gpu = !workbench.is_cpu() && !workbench.is_simulator();
        const int group = workbench.is_simulator() ? 32 : 128;
        // FLUSH is the host's: 1 stands for -cl-denorms-are-zero. ROOT is 0 for rsqrt and 1 for native_rsqrt.
        const auto flushed = [](Parameters parameters) {
            parameters["FLUSH"] = 1;
            return parameters;
        };
        std::vector<Parameters> roots{flushed({{"GROUP", group}, {"ROOT", 0}})}, unrolled, several, sliced;
        if (gpu)
            for (const auto& [root, flush] : std::vector<std::pair<int, int>>{{0, 0}, {1, 0}, {1, 1}})
                roots.push_back({{"GROUP", group}, {"ROOT", root}, {"FLUSH", flush}});
        // The first candidates are what every device can launch; the others were best of many on an H200.
        unrolled.push_back(flushed({{"GROUP", group}, {"UNROLL", 8}}));
        several.push_back(flushed({{"GROUP", group}, {"BODIES", 4}, {"UNROLL", 8}}));
        if (!gpu) { // the CPU has rungs of its own to tune
            sliced = {flushed({{"GROUP", group}, {"BODIES", 2}, {"UNROLL", 4}, {"SLICES", 3}})};
        } else {
            for (const int rounds : {8, 16, 32})
                unrolled.push_back(flushed({{"GROUP", 256}, {"UNROLL", rounds}}));
            using Shape = std::array<int, 3>;
            for (const auto& [items, bodies, rounds] :
                 std::vector<Shape>{{256, 2, 8}, {256, 4, 4}, {256, 4, 8}, {512, 4, 8}})
                several.push_back(flushed({{"GROUP", items}, {"BODIES", bodies}, {"UNROLL", rounds}}));
            for (const auto& [items, bodies, rounds] : std::vector<Shape>{{128, 4, 16},
                                                                          {128, 8, 8},
                                                                          {256, 3, 8},
                                                                          {256, 4, 8},
                                                                          {256, 4, 16},
                                                                          {512, 4, 8},
                                                                          {1024, 4, 8}})
                sliced.push_back(
                    flushed({{"GROUP", items}, {"BODIES", bodies}, {"UNROLL", rounds}, {"SLICES", 33}}));
        }
        const std::vector<Parameters> plain{roots.front()};
        const std::string first = "chapters/22-n-body/n-body.cl";
        std::vector<Rung> rungs{
            {"pull_of_all", "a root and a division", first, {"pull_of_all"}, pull_of_all},
            {"rsqrt", "a reciprocal root", file, {"pull_by_root"}, pull_in_groups, roots},
            {"arrays", "a structure of arrays", file, {"pull_of_arrays"}, pull_of_arrays, plain},
            {"tiles", "bodies in local memory", file, {"pull_of_tiles"}, pull_in_groups, plain},
            {"unrolled", "the loop written out", file, {"pull_unrolled"}, pull_in_groups, unrolled},
            {"several", "several bodies a work-item", file, {"pull_several"}, pull_in_groups, several},
            {"slices", "the sources in slices", file, {"pull_of_slice", "add_slices"}, pull_slices, sliced},
            {"scaled",
             "the mass in the coordinates",
             file,
             {"pull_of_scaled_slice", "add_slices"},
             pull_slices,
             sliced},
            {"pairs",
             "each pair once, both bodies pulled",
             "kernels/n_body_pairs.cl",
             {"pull_pairs", "add_pairs"},
             pull_pairs,
             paired(workbench)},
        };
        rungs.back().operations = operations_of_pairs;
        if (gpu) return rungs;
        std::vector<Parameters> counts{{{"VECTORS", 2}}};
        if (!workbench.is_simulator())
            for (const int count : {1, 3, 4}) counts.push_back({{"VECTORS", count}});
        const auto add = [&](const char* name, const char* idea, const char* kernel) {
            rungs.push_back({name, idea, vectors, {kernel}, pull_in_vectors, counts});
        };
        add("vectors", "16 bodies in a vector", "pull_vectors");
        add("bit_trick", "the root from the float's bits", "pull_bits");
        add("folded", "a polynomial instead of steps", "pull_folded");
        add("estimate", "the processor's estimate", "pull_estimate");
        return rungs;
    }

    Extent timed_extent(const Workbench& workbench, const std::string&, bool quick) const override
    {
        if (workbench.is_simulator()) return {256};
        if (workbench.is_cpu()) return {quick ? 8192U : 32768U};
        return {quick ? 65536U : 262144U};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        std::vector<Extent> extents{{1}, {2}, {17}, {33}, {131}};
        if (!workbench.is_simulator())
            for (const std::size_t n : {127U, 128U, 129U, 511U, 513U, 1021U, 4099U, 20011U})
                extents.push_back({n});
        return extents;
    }

    Extent counted_extent() const override { return {512}; }

    /// At least 512: what a group computes in full with fewer bodies would be counted as if each body took it.
    std::array<Extent, 2> counted_extents(const std::string&, const Parameters& parameters) const override
    {
        std::size_t bodies = 1;
        for (const auto& [name, value] : parameters)
            if (name == "GROUP" || name == "BODIES") bodies *= static_cast<std::size_t>(value);
        bodies = std::max<std::size_t>(bodies, 512);
        return {{{bodies}, {2 * bodies}}};
    }

    std::optional<Growth> growth(const Extent& extent) const override
    {
        const auto n = static_cast<double>(extent.columns);
        return Growth{.results = n, .work = elements(extent), .groups = n};
    }

    std::optional<Extent> profiled_extent(const std::string&) const override { return Extent{4096}; }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (workbench.is_cpu()) return {"pull_of_all", "vectors", "estimate"};
        return {"pull_of_all", "several", "scaled"};
    }

    double elements(const Extent& extent) const override // pairs
    {
        return static_cast<double>(extent.columns) * static_cast<double>(extent.columns);
    }

    std::vector<Extent> curve_extents(const Workbench& workbench, const std::string& input,
                                      bool quick) const override
    {
        const Extent full = timed_extent(workbench, input, quick);
        std::vector<Extent> extents;
        for (std::size_t n = 512; n <= full.columns; n *= 2) extents.push_back({n});
        return extents;
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string&, Extent extent) const override
    {
        return std::make_unique<Bodies>(workbench, extent.columns);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string&, Extent extent) const override
    {
        std::vector<Peer> peers;
        const double work = operations(extent.columns);
        if (auto cuda = cuda_peer(workbench, "n_body", {std::to_string(extent.columns)}, work)) {
            cuda->name = "CUDA";
            peers.push_back(std::move(*cuda));
        }
        if (!workbench.is_cpu()) return peers;
        const auto bodies = std::make_shared<std::vector<float>>(random_bodies(extent.columns));
        const auto accelerations = std::make_shared<std::vector<float>>(bodies->size());
        const auto run_ms = [=] {
            const Stopwatch watch;
            native::pull(*bodies, *accelerations, softening);
            return watch.elapsed().count();
        };
        run_ms();
        const std::string mistake = Forces(*bodies).judged(*accelerations).mistake;
        if (!mistake.empty())
            throw Failure("The C++ loop is wrong: " + mistake, "./lockstep bench verify n_body");
        peers.push_back({"C++ loop", run_ms, work, native::threads()});
        return peers;
    }

private:
    static std::vector<Parameters> paired(const Workbench& workbench)
    {
        std::vector<std::array<int, 4>> shapes;
        if (workbench.is_simulator())
            shapes = {{8, 2, 2, 3}};
        else if (workbench.is_cpu())
            shapes = {{128, 8, 1, 1}};
        else
            shapes = {{64, 8, 2, 33},  {128, 4, 2, 33}, {64, 8, 4, 33},
                      {128, 4, 4, 33}, {32, 8, 2, 33},  {64, 4, 4, 33}};
        std::vector<Parameters> choices;
        for (const auto& [group, bodies, sources, slices] : shapes)
            choices.push_back({{"GROUP", group},
                               {"BODIES", bodies},
                               {"SOURCES", sources},
                               {"SLICES", slices},
                               {"FLUSH", 1}});
        return choices;
    }
};

const Registered registered{std::make_unique<NBody>()};

} // namespace ladder_n_body
} // namespace lockstep::bench
