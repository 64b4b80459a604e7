// A range check that is compiled in, what it finds, and what it costs.
#pragma once

#include "bugs.hpp"

#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <array>

class Gather
{
public:
    explicit Gather(const Opened& cl)
        : cl_(cl), from_(random_uints(count_, 9, static_cast<cl_uint>(count_)))
    {
    }

    //! [report]
    // Gathers, prints what the check reports, and returns the time of the kernel.
    double run(const std::string& options)
    {
        const cl::Program program =
            build_program(cl_.context, cl_.device, CHAPTER_DIR "/debugging.cl", options);
        std::array<cl_uint, 4> found{}; // line 0: nothing
        const cl::Buffer report{cl_.context, found.begin(), found.end(), false};
        const double ms = launch(find_kernel(program, "gather"), report);
        cl_.queue.enqueueReadBuffer(report, CL_TRUE, 0, sizeof(found), found.data());
        if (found[0] != 0)
            std::printf("debugging.cl:%u: work-item %u: index %u of %u elements\n",
                        found[0], found[1], found[2], found[3]);
        return ms;
    }
    //! [report]

    void plant(std::size_t place) { from_.at(place) = static_cast<cl_uint>(count_); }
    std::size_t count() const { return count_; }

private:
    double launch(cl::Kernel kernel, const cl::Buffer& report)
    {
        const std::vector<float> values(count_, 1.0F);
        const cl::Buffer in{cl_.context, values.begin(), values.end(), true};
        const cl::Buffer from{cl_.context, from_.begin(), from_.end(), true};
        const cl::Buffer out{cl_.context, CL_MEM_READ_WRITE, count_ * sizeof(float)};
        kernel.setArg(0, in);
        kernel.setArg(1, from);
        kernel.setArg(2, out);
        kernel.setArg(3, static_cast<cl_uint>(count_));
        kernel.setArg(4, report);
        const cl::CommandQueue queue{cl_.context, cl_.device, CL_QUEUE_PROFILING_ENABLE};
        std::vector<double> times;
        for (int repeat = 0; repeat < (is_simulator(cl_.device) ? 1 : 9); ++repeat) {
            cl::Event event;
            queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(count_),
                                       cl::NDRange(group_size), nullptr, &event);
            times.push_back(elapsed(event).count());
        }
        return *std::min_element(times.begin(), times.end());
    }

    const Opened& cl_;
    std::size_t count_ = is_simulator(cl_.device) ? 4096 : std::size_t{1} << 20U;
    std::vector<cl_uint> from_;
};

inline void range_check(const Opened& cl)
{
    Gather gather{cl};
    const double without = gather.run("");
    const double with = gather.run("-D CHECK_INDEX");
    std::printf("%zu elements gathered: %.2f ms, with the check %.2f ms\n", gather.count(),
                without, with);
    gather.plant(777);
    gather.run("-D CHECK_INDEX");
}
