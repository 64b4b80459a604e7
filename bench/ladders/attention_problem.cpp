// The launches of attention's rungs.
#include "attention_problem.hpp"

#include "../peers/process.hpp"
#include "bfloat16.hpp"

#include <lockstep/device.hpp>
#include <lockstep/error.hpp>
#include <lockstep/failure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace lockstep::bench::attention
{
namespace
{

constexpr std::size_t map_bytes = 128; // what the copy engine must know of one matrix

std::size_t bytes_of_scores(Extent extent)
{
    return sizeof(float) * extent.columns * extent.columns * extent.rows;
}

class AttentionProblem final : public Problem
{
public:
    AttentionProblem(Workbench& workbench, const Kind& of, Extent extent)
        : Problem(workbench), inputs_(of, extent), kind(of), tokens(extent.columns), heads(extent.rows),
          q(sent(inputs_.q)), k(sent(inputs_.k)), v(sent(inputs_.v))
    {
    }

    double work() const override { return operations_of(kind, {tokens, heads}); }

    /// Errors are of values that are about 1.
    Verdict judge(const Plan& plan) const override
    {
        Verdict verdict;
        verdict.mistake = inputs_.mistake(plan.out[0].read<float>(), verdict.error);
        return verdict;
    }

private:
    Guarded sent(const std::vector<float>& numbers) const
    {
        if (!inputs_.kind.bfloat16) return workbench().input(numbers);
        std::vector<cl_ushort> halves(numbers.size());
        std::ranges::transform(numbers, halves.begin(), bfloat16_of);
        return workbench().input(halves);
    }

    Inputs inputs_;

public:
    const Kind kind;
    const std::size_t tokens, heads;
    const Guarded q, k, v;
};

cl_uint tokens(const AttentionProblem& of)
{
    return static_cast<cl_uint>(of.tokens);
}

cl_uint heads(const AttentionProblem& of)
{
    return static_cast<cl_uint>(of.heads);
}

cl_uint causal(const AttentionProblem& of)
{
    return of.kind.causal ? 1 : 0;
}

void begin(Plan& plan, const AttentionProblem& of)
{
    plan.out = {plan.output(of.tokens * of.heads * of.kind.head * sizeof(float))};
    plan.defined["HEAD"] = static_cast<int>(of.kind.head);
}

/// @return the units' generation, for which its kernels are built.
int begin_on_units(Plan& plan, const AttentionProblem& of)
{
    begin(plan, of);
    const int generation = matrix_units(plan.workbench().device());
    return plan.defined["MATRIX_UNITS"] = generation >= 80 ? generation : 0;
}

/// So many groups for each head.
LaunchRange of_heads(const AttentionProblem& of, std::size_t groups, std::size_t group)
{
    return {cl::NDRange(groups * group, of.heads), cl::NDRange(group, 1)};
}

} // namespace

Planner with_all_weights()
{
    return [](Plan& plan, const AttentionProblem& of) {
        begin(plan, of);
        const Guarded scratch = plan.output(bytes_of_scores({of.tokens, of.heads}));
        const std::size_t rows = of.tokens * of.heads, head = of.kind.head;
        plan.launch(plan.kernel(0),
                    {cl::NDRange(rounded_up(of.tokens, 64), rounded_up(of.tokens, 4), of.heads),
                     cl::NDRange(64, 4, 1)},
                    of.q, of.k, scratch, tokens(of), causal(of), cl_uint{0});
        plan.launch_groups(plan.kernel(1), divide_up(rows, 64), 64, scratch, tokens(of),
                           static_cast<cl_uint>(rows));
        plan.launch(plan.kernel(2),
                    {cl::NDRange(head, rounded_up(of.tokens, 2), of.heads), cl::NDRange(head, 2, 1)}, scratch,
                    of.v, plan.out[0], tokens(of));
    };
}

Planner query_by_query()
{
    return [](Plan& plan, const AttentionProblem& of) {
        begin(plan, of);
        plan.launch(plan.kernel(), of_heads(of, divide_up(of.tokens, 64), 64), of.q, of.k, of.v, plan.out[0],
                    tokens(of), causal(of), cl_uint{0});
    };
}

Planner in_blocks()
{
    return [](Plan& plan, const AttentionProblem& of) {
        begin(plan, of);
        plan.defined.erase("SKIP"); // an argument
        const std::size_t queries = plan.parameter("QUERIES");
        plan.launch(plan.kernel(),
                    of_heads(of, divide_up(of.tokens, queries), queries / 4 * plan.parameter("ACROSS")), of.q,
                    of.k, of.v, plan.out[0], tokens(of), causal(of),
                    static_cast<cl_uint>(plan.parameter("SKIP")));
    };
}

Planner in_strips()
{
    return [](Plan& plan, const AttentionProblem& of) {
        begin(plan, of);
        constexpr std::size_t block = 64; // keys, as in kernels/attention_strips.cl
        const std::size_t blocks = divide_up(of.tokens, block);
        const Guarded scratch = plan.output(blocks * block * of.kind.head * of.heads * sizeof(float));
        plan.launch(plan.kernel(0), of_heads(of, blocks, 1), of.k, scratch, tokens(of));
        plan.launch(plan.kernel(1), of_heads(of, divide_up(of.tokens, plan.parameter("QUERIES")), 1), of.q,
                    scratch, of.v, plan.out[0], tokens(of), causal(of));
    };
}

Planner in_fragments()
{
    return [](Plan& plan, const AttentionProblem& of) {
        begin_on_units(plan, of);
        const std::size_t teams = plan.parameter("TEAMS"), queries = 16 * teams * plan.parameter("DOWN", 1);
        plan.launch(plan.kernel(), of_heads(of, divide_up(of.tokens, queries), 32 * teams), of.q, of.k, of.v,
                    plan.out[0], tokens(of), causal(of));
    };
}

Planner by_engine()
{
    return [](Plan& plan, const AttentionProblem& of) {
        const int generation = begin_on_units(plan, of);
        const std::size_t items = 32 * plan.parameter("TEAMS") + (generation >= 90 ? 128 : 0),
                          blocks = divide_up(of.tokens, 16 * plan.parameter("TEAMS")),
                          abreast =
                              std::min<std::size_t>(of.heads, 16); // their keys fit the second-level cache
        const Guarded maps = plan.output(3 * map_bytes);
        plan.launch(plan.kernel(0), {cl::NDRange(3), cl::NDRange(3)}, maps, of.q, of.k, of.v, tokens(of),
                    heads(of));
        plan.launch(
            plan.kernel(1),
            {cl::NDRange(abreast * items, blocks, divide_up(of.heads, abreast)), cl::NDRange(items, 1, 1)},
            of.q, of.k, of.v, maps, plan.out[0], tokens(of), heads(of), causal(of));
    };
}

bool has_room(const Workbench& workbench, Extent extent)
{
    return bytes_of_scores(extent) <= workbench.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
}

std::vector<Extent> AttentionLadder::verified_extents(const Workbench& workbench) const
{
    if (workbench.is_simulator()) return {{1, 2}, {35, 1}};
    return {{1, 1}, {2, 3}, {31, 2}, {64, 1}, {65, 2}, {129, 3}, {301, 2}};
}

double AttentionLadder::elements(const Extent& extent) const
{
    return static_cast<double>(extent.columns) * static_cast<double>(extent.columns) *
           static_cast<double>(extent.rows);
}

std::vector<Extent> AttentionLadder::curve_extents(const Workbench& workbench, const std::string& input,
                                                   bool quick) const
{
    const Extent full = timed_extent(workbench, input, quick);
    std::vector<Extent> extents;
    for (std::size_t tokens = 128; tokens < full.columns; tokens *= 2) extents.push_back({tokens, full.rows});
    extents.push_back(full);
    return extents;
}

std::unique_ptr<Problem> AttentionLadder::problem(Workbench& workbench, const std::string& input,
                                                  Extent extent) const
{
    if (!is_bfloat16() && !has_room(workbench, extent) && !workbench.is_simulator())
        throw Failure(
            fmt::format("The scores of {} tokens and {} heads take {} MiB, and {} gives {} MiB at a time.",
                        extent.columns, extent.rows, bytes_of_scores(extent) >> 20U,
                        workbench.device().getInfo<CL_DEVICE_NAME>(),
                        workbench.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() >> 20U),
            fmt::format("--extent {} {}, or fewer", extent.columns / 2, extent.rows));
    return std::make_unique<AttentionProblem>(workbench, kind_of(input, is_bfloat16()), extent);
}

std::optional<Peer> AttentionLadder::torch(const Workbench& workbench, const std::string& input,
                                           Extent extent, const std::string& name,
                                           const std::string& backend) const
{
    const Kind kind = kind_of(input, is_bfloat16());
    std::vector<std::string> arguments{"attention",
                                       kind.bfloat16 ? "bfloat16" : "float32",
                                       std::to_string(extent.rows),
                                       std::to_string(extent.columns),
                                       std::to_string(kind.head),
                                       kind.causal ? "causal" : "full"};
    if (!backend.empty()) arguments.push_back(backend);
    return torch_peer(workbench, name, std::move(arguments), operations_of(kind, extent));
}

} // namespace lockstep::bench::attention
