// TO WRITE: the ladder's way, in a sentence. It doubles floats.
#include "../ladder.hpp"

#include <lockstep/random.hpp>

#include <fmt/format.h>

namespace lockstep::bench
{
namespace
{

class Floats : public Problem
{
public:
    Floats(Workbench& workbench, std::size_t count)
        : Problem(workbench), values_(random_floats(count, 1)), in_(workbench.input(values_))
    {
    }

    double work() const override { return 2.0 * static_cast<double>(in_.bytes()); } // read and written

    Verdict judge(const Plan& plan) const override
    {
        const std::vector<float> got = plan.out[0].read<float>();
        for (std::size_t i = 0; i < got.size(); ++i)
            if (!(got[i] == 2 * values_[i]))
                return {fmt::format("out[{}] is {}, {} expected", i, got[i], 2 * values_[i])};
        return {};
    }

    /// One launch, of a work-item an element.
    void scale(Plan& plan) const
    {
        constexpr std::size_t group = 64;
        plan.out = {plan.output(in_.bytes())};
        plan.launch_groups(plan.kernel(), divide_up(values_.size(), group), group, in_, plan.out[0],
                           static_cast<cl_uint>(values_.size()));
    }

private:
    std::vector<float> values_;
    Guarded in_;
};

void scale(Plan& plan, const Floats& floats)
{
    floats.scale(plan);
}

class Scaling : public Ladder
{
public:
    std::string name() const override { return "@ladder@"; }
    std::string chapter() const override { return "@chapter@"; }
    std::string title() const override { return "TO WRITE: the job of the ladder @ladder@"; }
    LimitKind limit() const override { return LimitKind::copy; }
    std::string chart(const std::string&) const override { return "TO WRITE: what its chart shows"; }

    std::vector<Rung> rungs(const Workbench&) const override
    {
        // TO WRITE: rung 0 comes first, the kernel of the chapter's own file below chapters/@chapter@.
        return {{"doubled", "one work-item an element", "kernels/@ladder@.cl", {"doubled"}, scale}};
    }

    Extent timed_extent(const Workbench& workbench, const std::string&, bool quick) const override
    {
        if (workbench.is_simulator()) return {4096};
        return {std::size_t{1} << (quick ? 22U : 26U)};
    }

    std::vector<Extent> verified_extents(const Workbench&) const override
    {
        return {{1}, {63}, {64}, {65}, {1009}, {4096}};
    }

    Extent counted_extent() const override { return {4096}; }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string&, Extent extent) const override
    {
        return std::make_unique<Floats>(workbench, extent.columns);
    }

    std::vector<Peer> peers(Workbench&, const std::string&, Extent) const override
    {
        return {}; // TO WRITE: the best library for the same job; see the other ladders and bench/peers
    }
};

const Registered registered{std::make_unique<Scaling>()};

} // namespace
} // namespace lockstep::bench
