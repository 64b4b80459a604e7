// The problem of the ladder of fluids: eight steps of all cells, and what is right for some of them, in double precision.
#pragma once

#include "../plan.hpp"
#include "lbm_inputs.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace lockstep::bench
{

class Fluid final : public Problem
{
public:
    static constexpr int steps = 8;
    static constexpr float rate = 1.2F; ///< how far a step goes towards the equilibrium

    /// @param lattice "d2q9" or "d3q19"
    Fluid(Workbench& workbench, const std::string& lattice, Extent extent);

    /// A step reads and writes each number of each cell.
    double work() const override;
    Verdict judge(const Plan& plan) const override;

    const lbm::Box& box() const { return box_; }
    /// Of all cells in an array for each direction, before the first step.
    const std::vector<float>& numbers() const { return numbers_; }

    /// The same on the device.
    Guarded in(const lbm::Storage& storage) const;
    const Guarded& walls() const { return walls_; }
    const Guarded& asked() const { return asked_; }

    /// What is wrong with numbers that are kept so after all steps, and how large the largest error is.
    Verdict judged(const std::vector<float>& got, const lbm::Storage& storage) const;

private:
    lbm::Box box_;
    std::vector<float> numbers_;
    Guarded walls_, asked_;
    mutable std::map<std::array<bool, 3>, Guarded> in_; ///< by storage
};

/// How kernels with these options keep numbers.
lbm::Storage storage_of(const std::string& options);

} // namespace lockstep::bench
