// The launches of the scan ladder's rungs: which kernels, on which blocks, with what scratch memory between them.
#pragma once

#include "ladder.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::bench::scans
{

/// What is scanned: 32-bit elements of the OpenCL C type `element`.
struct Data
{
    Workbench& workbench;
    std::size_t count;
    std::string element;
    Guarded in;
};

/// The launches of one rung.
class Launches
{
public:
    Launches(const Data& data, Rung rung, Parameters parameters);
    virtual ~Launches() = default;

    /// Enqueues them all.
    Job::Span enqueue();
    /// Additions, one after the other, on the longest way from an element to a result: at least as many roundings.
    virtual double depth() const = 0;
    const Guarded& out() const { return out_; }

protected:
    virtual void launch_all() = 0;
    cl::Kernel kernel(std::size_t index) const;
    void launch(const cl::Kernel& kernel, std::size_t groups, std::size_t group);
    Guarded scratch(std::size_t words) const;
    std::size_t parameter(const std::string& name) const
    {
        return static_cast<std::size_t>(parameters_.at(name));
    }
    std::size_t count() const { return data_.count; }
    cl_uint n() const { return static_cast<cl_uint>(data_.count); }
    const Guarded& in() const { return data_.in; }
    std::size_t compute_units() const { return data_.workbench.compute_units(); }

private:
    Data data_;
    Rung rung_;
    Parameters parameters_;
    Guarded out_;
    std::vector<cl::Event> events_;
};

/// The launches that the rung's kernels need.
std::unique_ptr<Launches> launches_of(const Data& data, const Rung& rung, const Parameters& parameters);

} // namespace lockstep::bench::scans
