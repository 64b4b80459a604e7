// The ladder of the tests.
#include "ladder_double.hpp"

#include <lockstep/random.hpp>

#include <fmt/format.h>

namespace lockstep::test
{
namespace
{

using namespace bench;

class DoublingProblem : public Problem
{
public:
    DoublingProblem(Workbench& workbench, std::vector<float> values, double work_factor)
        : Problem(workbench), values_(std::move(values)), in_(workbench.input(values_)),
          out_(workbench.output(in_.bytes())), work_factor_(work_factor)
    {
    }

    double work() const override { return 8.0 * static_cast<double>(values_.size()) * work_factor_; }

    Verdict judge(const Plan& plan) const override
    {
        const std::vector<float> got = plan.out[0].read<float>();
        for (std::size_t i = 0; i < got.size(); ++i)
            if (!(got[i] == 2 * values_[i])) return {fmt::format("out[{}] is {}", i, got[i])};
        return {};
    }

    /// All rungs have the same results' buffer.
    void double_them(Plan& plan) const
    {
        plan.out = {out_};
        constexpr std::size_t group = 64;
        plan.launch_groups(plan.kernel(), divide_up(values_.size(), group), group, in_, out_,
                           static_cast<cl_uint>(values_.size()));
    }

private:
    std::vector<float> values_;
    Guarded in_;
    Guarded out_;
    double work_factor_;
};

} // namespace

Doubling::Doubling(std::string name, std::vector<std::string> kernels, double work_factor)
    : name_(std::move(name)), kernels_(std::move(kernels)), work_factor_(work_factor)
{
}

std::vector<Rung> Doubling::rungs(const Workbench&) const
{
    std::vector<Rung> rungs;
    for (const std::string& kernel : kernels_)
        rungs.push_back({kernel,
                         "an idea",
                         "tests/bench/doubling.cl",
                         {kernel},
                         [](Plan& plan, const DoublingProblem& values) { values.double_them(plan); },
                         {{{"FACTOR", 2}}, {{"FACTOR", 2}, {"SPARE", 1}}}});
    return rungs;
}

std::unique_ptr<Problem> Doubling::problem(Workbench& workbench, const std::string& input,
                                           Extent extent) const
{
    std::vector<float> values =
        input == "zeros" ? std::vector<float>(extent.columns) : random_floats(extent.columns, 5);
    return std::make_unique<DoublingProblem>(workbench, std::move(values), work_factor_);
}

std::vector<Peer> Doubling::peers(Workbench&, const std::string&, Extent extent) const
{
    return {{.name = "clock",
             .run_ms = [] { return 0.5; },
             .work = 8.0 * static_cast<double>(extent.columns),
             .version = "clockwork 1.0"}};
}

} // namespace lockstep::test
