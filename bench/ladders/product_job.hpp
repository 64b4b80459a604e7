// A product's launches, which verification and the clock see as one job.
#pragma once

#include "../ladder.hpp"
#include "matrix_multiply_check.hpp"

#include <vector>

namespace lockstep::bench
{

class ProductJob final : public Job
{
public:
    /// @param known outlives the job.
    ProductJob(const cl::CommandQueue& queue, const KnownProduct& known) : queue_(queue), known_(known) {}

    struct Launch
    {
        cl::Kernel kernel;
        cl::NDRange global;
        cl::NDRange local;
    };

    Span enqueue() override;
    std::string verify() override { return known_.mistake(c.read<float>(), error_); }
    double error() override { return error_; }

    std::vector<Launch> launches;
    Guarded c;
    std::vector<Guarded> kept; ///< what the launches use beside it

private:
    cl::CommandQueue queue_;
    const KnownProduct& known_;
    double error_ = -1;
};

} // namespace lockstep::bench
