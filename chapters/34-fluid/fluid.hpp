// A fluid on a device: two copies of its numbers, of which each step reads one and writes the other.
#pragma once

#include "channel.hpp"

#include <lockstep/lab.hpp>

#include <string>
#include <utility>

// The columns of which look.cl sums up the force, one for each work-item: more than the cylinder's.
constexpr int force_columns = 64;

class Fluid
{
public:
    // `speed` is the mean speed of the stream in cells a step, and `reynolds` how much its inertia is against its viscosity.
    Fluid(const lockstep::Lab& lab, const Channel& channel, double speed, double reynolds,
          const std::string& options = "")
        : lab_(lab), channel_(channel), speed_(static_cast<float>(speed)),
          number_bytes_(options.find("HALF") == std::string::npos ? sizeof(float)
                                                                  : sizeof(cl_half)),
          wall_(lab.input(channel.wall)), step_walls_(wall_), from_(numbers()),
          to_(numbers())
    {
        //! [viscosity]
        const double viscosity = speed * channel.diameter / reynolds;
        rate_ = static_cast<float>(1 / (3 * viscosity + 0.5));
        //! [viscosity]
        const cl::Program look =
            lab.program("look.cl", options + " -D GROUP=" + std::to_string(force_columns));
        step_ = lockstep::find_kernel(look, "stream_and_collide");
        flow_ = lockstep::find_kernel(look, "flow");
        force_ = lockstep::find_kernel(look, "force");
        if (options.find("ASKED_ONCE") != std::string::npos) {
            step_walls_ = lab.output<cl_ushort>(channel.cells());
            enqueue(lockstep::find_kernel(look, "ask"), nullptr, wall_, step_walls_,
                    channel_.columns, channel_.rows);
        }
        const cl::Kernel begin = lockstep::find_kernel(look, "begin");
        for (const cl::Buffer& numbers : {from_, to_})
            enqueue(begin, nullptr, numbers, channel_.columns, channel_.rows, speed_);
    }

    //! [advance]
    void advance(cl::Event* event = nullptr)
    {
        enqueue(step_, event, from_, to_, step_walls_, channel_.columns, channel_.rows,
                rate_, speed_);
        std::swap(from_, to_);
    }
    //! [advance]

    // A step of some rows. After the last ones, finish_step().
    void advance_rows(int first, int count)
    {
        set(step_, from_, to_, step_walls_, channel_.columns, channel_.rows, rate_, speed_);
        lab_.queue.enqueueNDRangeKernel(
            step_, {0, static_cast<std::size_t>(first)},
            {columns_in_groups(), static_cast<std::size_t>(count)}, {group_columns, 1});
    }
    void finish_step() { std::swap(from_, to_); }

    // What the next step reads, and what this one writes: nine numbers of each cell.
    const cl::Buffer& state() const { return from_; }
    const cl::Buffer& next_state() const { return to_; }

    // The velocity of each cell, in cells a step.
    std::vector<cl_float2> flow()
    {
        const cl::Buffer velocity = lab_.output<cl_float2>(channel_.cells());
        enqueue(flow_, nullptr, from_, wall_, velocity, channel_.columns, channel_.rows);
        return lab_.read<cl_float2>(velocity, channel_.cells());
    }

    // Sums up the force into `out[place]`.
    void measure_force(const cl::Buffer& out, cl_int place)
    {
        const cl_int left = std::max(0, channel_.left - 2);
        set(force_, from_, wall_, out, place, left, channel_.columns, channel_.rows);
        lab_.queue.enqueueNDRangeKernel(force_, cl::NullRange, force_columns,
                                        force_columns);
    }

    double bytes_of_a_step() const
    {
        return static_cast<double>(2 * 9 * number_bytes_ * channel_.cells());
    }

private:
    static constexpr std::size_t group_columns = 64;

    std::size_t columns_in_groups() const
    {
        const auto columns = static_cast<std::size_t>(channel_.columns);
        return (columns + group_columns - 1) / group_columns * group_columns;
    }

    cl::Buffer numbers() const
    {
        return {lab_.context, CL_MEM_READ_WRITE, 9 * channel_.cells() * number_bytes_};
    }

    template <typename... Arguments>
    static void set(cl::Kernel& kernel, const Arguments&... arguments)
    {
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
    }

    template <typename... Arguments>
    void enqueue(cl::Kernel kernel, cl::Event* event, const Arguments&... arguments)
    {
        set(kernel, arguments...);
        lab_.queue.enqueueNDRangeKernel(
            kernel, cl::NullRange,
            {columns_in_groups(), static_cast<std::size_t>(channel_.rows)},
            {group_columns, 1}, nullptr, event);
    }

    const lockstep::Lab& lab_;
    Channel channel_;
    float speed_, rate_ = 0;
    std::size_t number_bytes_;
    cl::Buffer wall_, step_walls_, from_, to_;
    cl::Kernel step_, flow_, force_;
};
