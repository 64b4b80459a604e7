// Inputs, launches and verification of the sums.
#include "reduction_problem.hpp"

#include <lockstep/random.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>

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

/// Oclgrind 21.10 takes for uninitialised what is written to a buffer in the place of a smaller one that was
/// freed. So there no buffer is freed before the program ends.
Guarded kept(const Workbench& workbench, Guarded buffer)
{
    static auto& all = *new std::vector<Guarded>;
    if (workbench.is_simulator()) all.push_back(buffer);
    return buffer;
}

/// One launch of a rung, and the most additions that a value goes through in it.
struct Step
{
    cl::Kernel kernel;
    std::size_t groups = 1;
    std::size_t group = 1;
    double additions = 0;
};

/// The launches of one rung, and where the sum is when they are done.
class SumJob : public Job
{
public:
    SumJob(Workbench& workbench, const SumInput& input) : queue_(workbench.queue()), input_(input) {}

    Span enqueue() override
    {
        Span span;
        if (zeroed_first) queue_.enqueueFillBuffer(result.buffer(), cl_uint{0}, 0, 4, nullptr, &span.first);
        for (Step& step : steps) {
            if (span.last() != nullptr && span.last() != span.first()) span.between.push_back(span.last);
            queue_.enqueueNDRangeKernel(step.kernel, cl::NullRange, cl::NDRange(step.groups * step.group),
                                        cl::NDRange(step.group), nullptr, &span.last);
            if (span.first() == nullptr) span.first = span.last;
        }
        return span;
    }

    std::string verify() override
    {
        const double got = double{sum()};
        // Higham, Accuracy and Stability of Numerical Algorithms, 4.2: a value that goes through k additions
        // gathers at most k roundings, so the error is at most k u / (1 - k u) times the sum of magnitudes.
        // No k is needed for exact values.
        const double k_u = input_.exact ? 0 : additions() * rounding;
        const double allowed = k_u < 1 ? k_u / (1 - k_u) * input_.magnitude : INFINITY;
        if (std::abs(got - input_.sum) <= allowed) return {};
        return fmt::format("the sum is {:.9g}, {:.9g} expected, {} allowed", got, input_.sum,
                           input_.exact ? "no difference" : fmt::format("{:.3g} more or less", allowed));
    }

    double error() override { return std::abs(double{sum()} - input_.sum) / std::abs(input_.sum); }
    std::optional<std::size_t> digest() override { return std::bit_cast<std::uint32_t>(sum()); }

    std::vector<Step> steps;
    Guarded result;
    std::vector<Guarded> between; ///< what the launches leave for each other
    bool zeroed_first = false;

private:
    float sum() const { return result.read<float>(1).front(); }
    double additions() const
    {
        return std::accumulate(steps.begin(), steps.end(), 0.0,
                               [](double sum, const Step& step) { return sum + step.additions; });
    }

    cl::CommandQueue queue_;
    const SumInput& input_;
};

/// What the rungs differ in: how many elements a group takes, and how many groups there are.
class Sums : public Problem
{
public:
    Sums(Workbench& workbench, SumInput input)
        : workbench_(workbench), input_(std::move(input)),
          values_(kept(workbench, workbench.input(input_.values)))
    {
        count_ = input_.values.size();
        if (count_ > 1U << 20U) std::vector<float>().swap(input_.values);
    }

    double work() const override { return static_cast<double>(count_) * sizeof(float); }

    std::unique_ptr<Job> job(const Rung& rung, const Parameters& parameters) override
    {
        auto job = std::make_unique<SumJob>(workbench_, input_);
        job->result = output(1);
        Parameters options = parameters;
        options.erase("GROUPS_PER_UNIT");
        kernel_ = [this, &rung, options] {
            const std::string sizes = options_of(options);
            return workbench_.kernel(rung.file, rung.kernels.front(),
                                     rung.language.empty() ? sizes : sizes + " " + rung.language);
        };
        const std::string& way = rung.kernels.front();
        if (way == "sum_atomic")
            with_atomics(*job);
        else if (way.starts_with("tree_"))
            in_trees(*job, parameters, 1);
        else if (way == "first_add")
            in_trees(*job, parameters, 2);
        else
            by_few_groups(*job, way, parameters);
        return job;
    }

private:
    Guarded output(std::size_t count) { return kept(workbench_, workbench_.output(count * sizeof(float))); }

    void with_atomics(SumJob& job)
    {
        constexpr std::size_t group = 256;
        job.zeroed_first = true;
        job.steps.push_back({kernel_(), divide_up(count_, group), group, static_cast<double>(count_)});
        set_arguments(job.steps[0].kernel, values_, job.result, static_cast<cl_uint>(count_));
    }

    /// Launches until one sum is left; each work-item adds up `each` elements on their way in.
    void in_trees(SumJob& job, const Parameters& parameters, std::size_t each)
    {
        const auto group = static_cast<std::size_t>(parameters.at("GROUP"));
        Guarded from = values_;
        for (std::size_t left = count_; job.steps.empty() || left > 1;) {
            const std::size_t groups = divide_up(left, group * each);
            const Guarded to = groups == 1 ? job.result : output(groups);
            const double additions = std::log2(group * each);
            job.steps.push_back({kernel_(), groups, group, additions});
            set_arguments(job.steps.back().kernel, from, to, static_cast<cl_uint>(left));
            job.between.push_back(to);
            from = to;
            left = groups;
        }
    }

    /// As many groups as the device holds at once, and one more launch of one group, unless the rung needs
    /// none.
    void by_few_groups(SumJob& job, const std::string& way, const Parameters& parameters)
    {
        const auto parameter = [&](const char* name, std::size_t otherwise) {
            const auto found = parameters.find(name);
            return found == parameters.end() ? otherwise : static_cast<std::size_t>(found->second);
        };
        const bool strips = way == "strips", one_launch = way == "one_launch";
        const std::size_t group = strips ? 1 : parameter("GROUP", 256);
        const std::size_t at_once = strips                   ? 16 * parameter("CHAINS", 4)
                                    : way == "many_elements" ? 1
                                                             : 4 * parameter("LOADS", 4);
        // The simulator has one compute unit; a few groups show more than one does.
        const std::size_t units = workbench_.spread_over(4);
        const std::size_t most = parameter("GROUPS_PER_UNIT", 1) * units;
        const std::size_t groups = std::clamp<std::size_t>(divide_up(count_, group * at_once), 1, most);
        const auto additions = [&](std::size_t count, std::size_t groups_of_them) { // of one launch
            const double share = static_cast<double>(divide_up(count, groups_of_them * group * at_once));
            return share + 2.0 * static_cast<double>(at_once) + std::log2(group); // the ends, generously
        };
        job.steps.push_back({kernel_(), groups, group, additions(count_, groups)});
        const auto count = static_cast<cl_uint>(count_);
        if (one_launch) {
            // Each launch must leave them as it found them, so they are inputs.
            const Guarded partial = kept(workbench_, workbench_.input(std::vector<float>(groups, 0.0F)));
            const Guarded finished = kept(workbench_, workbench_.input(std::vector<cl_uint>{0}));
            job.between = {partial, finished};
            job.steps[0].additions += static_cast<double>(divide_up(groups, group)) + std::log2(group);
            set_arguments(job.steps[0].kernel, values_, job.result, count, partial, finished);
            return;
        }
        const Guarded partial = output(groups);
        job.between = {partial};
        set_arguments(job.steps[0].kernel, values_, partial, count);
        job.steps.push_back({kernel_(), 1, group, additions(groups, 1)});
        set_arguments(job.steps[1].kernel, partial, job.result, static_cast<cl_uint>(groups));
    }

    Workbench& workbench_;
    SumInput input_;
    Guarded values_;
    std::size_t count_ = 0;
    std::function<cl::Kernel()> kernel_; ///< a new one for each step: its arguments are its own
};

} // namespace

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
