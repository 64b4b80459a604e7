// What every part of the chapter needs: the device and its queue, matrices on it, and the best time of a launch.
#pragma once

#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

using namespace lockstep;

struct Lab
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    bool simulated = is_simulator(device); // under the lens: small, and not timed
    bool is_cpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU && !simulated;

    cl::Program program(const std::string& file, const std::string& options = "") const
    {
        return build_program(context, device, file, options);
    }

    cl::Buffer input(const std::vector<float>& values) const
    {
        return {context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                values.size() * sizeof(float), const_cast<float*>(values.data())};
    }

    cl::Buffer output(std::size_t floats) const
    {
        return {context, CL_MEM_READ_WRITE, floats * sizeof(float)};
    }

    std::vector<float> read(const cl::Buffer& buffer, std::size_t floats) const
    {
        std::vector<float> values(floats);
        queue.enqueueReadBuffer(buffer, CL_TRUE, 0, floats * sizeof(float), values.data());
        return values;
    }

    // The fastest of three times, or of as many as take a tenth of a second, after one that is not counted.
    template <typename... Arguments>
    double best_ms(cl::Kernel kernel, cl::NDRange global, cl::NDRange local,
                   const Arguments&... arguments) const
    {
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        double best = 1e30, spent = 0;
        for (int repeat = 0; repeat < (simulated ? 1 : 4) || (spent < 100 && !simulated);
             ++repeat) {
            cl::Event event;
            queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr,
                                       &event);
            const double ms = elapsed(event).count();
            spent += ms;
            if (repeat > 0 || simulated) best = std::min(best, ms);
        }
        return best;
    }
};

// Two matrices on the host and on the device, and room for their product.
struct Matrices
{
    Matrices(const Lab& lab, std::size_t of_rows, std::size_t of_columns,
             std::size_t of_depth, float low)
        : rows(of_rows), columns(of_columns), depth(of_depth),
          a(random_floats(rows * depth, 211, low, 1.0F)),
          b(random_floats(depth * columns, 212, low, 1.0F)), on_device_a(lab.input(a)),
          on_device_b(lab.input(b)), on_device_c(lab.output(rows * columns))
    {
    }

    double element(std::size_t row, std::size_t column) const
    {
        double sum = 0;
        for (std::size_t k = 0; k < depth; ++k)
            sum += double{a[row * depth + k]} * double{b[k * columns + column]};
        return sum;
    }

    std::size_t rows, columns, depth;
    std::vector<float> a, b;
    cl::Buffer on_device_a, on_device_b, on_device_c;
};
