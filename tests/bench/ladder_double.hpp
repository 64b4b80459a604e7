// A ladder for tests: doubles floats, rightly or in one of the ways in which a rung can be wrong.
#pragma once

#include "ladder.hpp"

#include <string>
#include <vector>

namespace lockstep::test
{

/// Its rungs are the kernels of tests/bench/doubling.cl that are given.
class Doubling : public bench::Ladder
{
public:
    explicit Doubling(std::string name, std::vector<std::string> kernels, double work_factor = 0.01);

    std::string name() const override { return name_; }
    std::string chapter() const override { return "99-" + name_; }
    std::string title() const override { return "Doubling"; }
    bench::LimitKind limit() const override { return bench::LimitKind::copy; }
    std::vector<std::string> cases() const override { return {"random", "zeros"}; }
    std::vector<bench::Rung> rungs(const bench::Workbench& workbench) const override;
    bench::Extent timed_extent(const bench::Workbench&, const std::string&, bool) const override
    {
        return {1U << 16U, 1};
    }
    std::vector<bench::Extent> verified_extents(const bench::Workbench&) const override
    {
        return {{1, 1}, {1000, 1}};
    }
    bench::Extent counted_extent() const override { return {1024, 1}; }
    std::unique_ptr<bench::Problem> problem(bench::Workbench& workbench, const std::string& input,
                                            bench::Extent extent) const override;
    std::vector<bench::Peer> peers(bench::Workbench& workbench, const std::string& input,
                                   bench::Extent extent) const override;

private:
    std::string name_;
    std::vector<std::string> kernels_;
    double work_factor_; ///< claims this many times the work it does: little, as its data fit in the caches
};

} // namespace lockstep::test
