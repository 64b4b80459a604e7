// The launches of the sort ladder's rungs: which kernels, with what scratch memory between them.
#pragma once

#include "ladder.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::bench::sorts
{

/// What is sorted: keys of 32 bits, and a value for each of them where there are pairs.
struct Data
{
    Workbench& workbench;
    std::size_t count;
    bool pairs;
    Guarded keys;
    Guarded values; ///< of keys alone: the keys once more, which no kernel looks at
};

/// Keys and values in the device's memory, or keys alone, as in Data.
struct Elements
{
    Guarded keys;
    Guarded values;
};

/// The launches of one rung.
class Launches
{
public:
    Launches(const Data& data, Rung rung, Parameters parameters);
    virtual ~Launches() = default;

    /// Enqueues them all.
    Job::Span enqueue();
    /// The result.
    const Elements& out() const { return out_; }

protected:
    virtual void launch_all() = 0;
    cl::Kernel kernel(std::size_t index) const;
    void launch(const cl::Kernel& kernel, std::size_t groups, std::size_t group);
    Guarded scratch(std::size_t words) const;
    Elements scratch_elements() const;
    std::size_t parameter(const std::string& name) const
    {
        return static_cast<std::size_t>(parameters_.at(name));
    }
    std::size_t count() const { return data_.count; }
    cl_uint n() const { return static_cast<cl_uint>(data_.count); }
    Elements in() const { return {data_.keys, data_.values}; }
    std::size_t groups_on_units(std::size_t each) const { return each * data_.workbench.spread_over(2); }

private:
    Data data_;
    Rung rung_;
    Parameters parameters_;
    Elements out_;
    std::vector<cl::Event> events_;
};

/// The launches that the rung's kernels need.
std::unique_ptr<Launches> launches_of(const Data& data, const Rung& rung, const Parameters& parameters);

} // namespace lockstep::bench::sorts
