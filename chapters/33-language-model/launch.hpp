// What a launch was, and which bodies of the kernels run.
#pragma once

#include <lockstep/lab.hpp>

#include <string>

namespace language_model
{

// What was launched: its kernel, the buffer that it writes, the bytes of all that it is
// given, and if it is a product its shape, and its additions and multiplications.
struct Launch
{
    std::string kernel;
    cl::Buffer written;
    double bytes = 0, operations = 0;
    std::string shape;
    cl::Event event = {};
};

// Which bodies of the kernels run: vectors of 16 floats for a core, groups that share a
// tile or a row, or these with products of bfloat16 on units for matrices.
enum class Body
{
    cpu,
    gpu,
    units
};

inline Body body_for(const cl::Device& device)
{
    if (lockstep::matrix_units(device) > 0) return Body::units;
    return device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU ? Body::gpu : Body::cpu;
}

} // namespace language_model
