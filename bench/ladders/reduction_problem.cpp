// Inputs, launches and verification of the sums.
#include "reduction_problem.hpp"

#include <lockstep/random.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace lockstep::bench
{
namespace
{

constexpr double rounding = 0x1p-24; // of one addition of floats, relative to its result

/// "random": odd multiples of 1/32 between -1 and 1. None is zero, so that a lost or doubled element is
/// always seen, and every partial sum is a multiple of 1/32. Of 2^28 such values a partial sum is about
/// 2^13.2 in magnitude; below 2^19 it is exact in a float, whatever the order, and the kernels' results must
/// be the very sum.
std::vector<float> exact_values(std::size_t count)
{
    Random random{17};
    std::vector<float> values(count);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < count; ++i) {
        bits = i % 12 == 0 ? random.next() : bits >> 5U;
        values[i] = static_cast<float>(static_cast<int>(bits & 31U) * 2 - 31) / 32.0F;
    }
    return values;
}

class Sums : public Problem
{
public:
    Sums(Workbench& workbench, SumInput input)
        : Problem(workbench), input_(std::move(input)), values_(workbench.input(input_.values))
    {
        if (count() > 1U << 20U) std::vector<float>().swap(input_.values);
    }

    double work() const override { return static_cast<double>(values_.bytes()); }

    Verdict judge(const Plan& plan) const override
    {
        const double got = double{sum(plan)}, error = std::abs(got - input_.sum);
        // Higham, Accuracy and Stability of Numerical Algorithms, 4.2: a value that goes through k additions
        // gathers at most k roundings, so the error is at most k u / (1 - k u) times the sum of magnitudes.
        // No k is needed for exact values.
        const double k_u = input_.exact ? 0 : plan.additions * rounding;
        const double allowed = k_u < 1 ? k_u / (1 - k_u) * input_.magnitude : INFINITY;
        Verdict verdict{.mistake = {}, .error = error / std::abs(input_.sum)};
        if (!(error <= allowed))
            verdict.mistake =
                fmt::format("the sum is {:.9g}, {:.9g} expected, {} allowed", got, input_.sum,
                            input_.exact ? "no difference" : fmt::format("{:.3g} more or less", allowed));
        return verdict;
    }

    std::optional<std::size_t> digest(const Plan& plan) const override
    {
        return std::bit_cast<std::uint32_t>(sum(plan));
    }

    const Guarded& values() const { return values_; }
    std::size_t count() const { return values_.bytes() / sizeof(float); }

private:
    static float sum(const Plan& plan) { return plan.out[0].read<float>(1).front(); }

    SumInput input_;
    Guarded values_;
};

void begin(Plan& plan)
{
    plan.out = {plan.words(1)};
    plan.defined.erase("GROUPS_PER_UNIT");
}

void with_atomics(Plan& plan, const Sums& sums)
{
    begin(plan);
    constexpr std::size_t group = 256;
    plan.run([queue = plan.workbench().queue(), result = plan.out[0]](Plan::Events& events) {
        queue.enqueueFillBuffer(result.buffer(), cl_uint{0}, 0, 4, nullptr, &events.emplace_back());
    });
    plan.launch_groups(plan.kernel(), divide_up(sums.count(), group), group, sums.values(), plan.out[0],
                       static_cast<cl_uint>(sums.count()));
    plan.additions = static_cast<double>(sums.count());
}

/// How many groups share how many elements, and how many a work-item takes at once.
struct Shares
{
    std::size_t groups;
    std::size_t group;
    std::size_t at_once;

    /// One after the other, in one launch, the ends generously.
    double additions(std::size_t count) const
    {
        const double share = static_cast<double>(divide_up(count, groups * group * at_once));
        return share + 2.0 * static_cast<double>(at_once) + std::log2(group);
    }
};

/// As many groups as the device holds at once.
Shares few_groups(Plan& plan, const Sums& sums, std::size_t group, std::size_t at_once)
{
    begin(plan);
    // The simulator has one compute unit; a few groups show more than one does.
    const std::size_t most = plan.parameter("GROUPS_PER_UNIT", 1) * plan.workbench().spread_over(4);
    const Shares shares{std::clamp<std::size_t>(divide_up(sums.count(), group * at_once), 1, most), group,
                        at_once};
    plan.additions = shares.additions(sums.count());
    return shares;
}

} // namespace

Planner sum_with_atomics()
{
    return with_atomics;
}

Planner sum_in_trees(std::size_t each)
{
    return [each](Plan& plan, const Sums& sums) {
        begin(plan);
        const std::size_t group = plan.parameter("GROUP");
        Guarded from = sums.values();
        for (std::size_t left = sums.count(), groups = 0; groups != 1; left = groups) {
            groups = divide_up(left, group * each);
            const Guarded to = groups == 1 ? plan.out[0] : plan.words(groups);
            plan.launch_groups(plan.kernel(), groups, group, from, to, static_cast<cl_uint>(left));
            plan.additions += std::log2(group * each);
            from = to;
        }
    };
}

Planner sum_in_two_launches(LaunchSize group, LaunchSize at_once)
{
    return [group = std::move(group), at_once = std::move(at_once)](Plan& plan, const Sums& sums) {
        const auto& of = plan.parameters();
        const Shares shares = few_groups(plan, sums, group.of(of), at_once.of(of));
        const Guarded partial = plan.words(shares.groups);
        plan.launch_groups(plan.kernel(), shares.groups, shares.group, sums.values(), partial,
                           static_cast<cl_uint>(sums.count()));
        plan.launch_groups(plan.kernel(), 1, shares.group, partial, plan.out[0],
                           static_cast<cl_uint>(shares.groups));
        plan.additions += Shares{1, shares.group, shares.at_once}.additions(shares.groups);
    };
}

Planner sum_in_one_launch()
{
    return [](Plan& plan, const Sums& sums) {
        const auto [groups, group, at_once] =
            few_groups(plan, sums, plan.parameter("GROUP"), 4 * plan.parameter("LOADS"));
        // Each launch must leave them as it found them, so they are inputs.
        Workbench& workbench = plan.workbench();
        const Guarded partial = workbench.input(std::vector<float>(groups, 0.0F)),
                      finished = workbench.input(std::vector<cl_uint>{0});
        plan.launch_groups(plan.kernel(), groups, group, sums.values(), plan.out[0],
                           static_cast<cl_uint>(sums.count()), partial, finished);
        plan.additions += static_cast<double>(divide_up(groups, group)) + std::log2(group);
    };
}

SumInput sum_input(const std::string& name, std::size_t count)
{
    SumInput input;
    input.exact = name == "random";
    if (input.exact) {
        input.values = exact_values(count);
    } else {
        std::uint64_t seed = 19;
        for (const char letter : name) seed = 31 * seed + static_cast<unsigned char>(letter);
        const bool positive = name.starts_with("uniform-0-1");
        input.values = positive ? random_floats(count, seed, 0, 1) : random_floats(count, seed, -1, 3);
    }
    // Runs of 4096 first: the double's own error stays at a few thousand units of 2^-53.
    for (std::size_t begin = 0; begin < count; begin += 4096) {
        double sum = 0, magnitude = 0;
        for (std::size_t i = begin; i < std::min(begin + 4096, count); ++i) {
            sum += double{input.values[i]};
            magnitude += std::abs(double{input.values[i]});
        }
        input.sum += sum;
        input.magnitude += magnitude;
    }
    return input;
}

std::unique_ptr<Problem> sum_problem(Workbench& workbench, SumInput input)
{
    return std::make_unique<Sums>(workbench, std::move(input));
}

} // namespace lockstep::bench
