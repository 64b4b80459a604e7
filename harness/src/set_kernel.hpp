// A kernel of the set on an exercise's device: found, launched, and its results compared with the host's.
#pragma once

#include "lockstep/kernel_set.hpp"

#include <string>
#include <vector>

namespace lockstep::kernel_set
{

/// A kernel of the set.
struct SetKernel
{
    std::string file; ///< in kernels/
    std::string name;
    std::string options = {};

    std::string shown() const; ///< for a message
};

/// Whether references are made by the set, too: in the stage correct.
bool is_asked();

/// Built once for each file and options. @throws Failure when it does not build.
cl::Kernel load(const SetKernel& kernel);

/// @throws Failure that says that nobody was judged, and how to get the set's file back.
[[noreturn]] void disagree(const SetKernel& kernel, const std::string& how);

template <typename T>
cl::Buffer copied(const std::vector<T>& values)
{
    cl::Buffer buffer{Exercise::get().context(), CL_MEM_READ_WRITE, values.size() * sizeof(T)};
    Exercise::get().queue().enqueueWriteBuffer(buffer, CL_TRUE, 0, values.size() * sizeof(T), values.data());
    return buffer;
}

template <typename T>
std::vector<T> read(const cl::Buffer& buffer, std::size_t count)
{
    std::vector<T> values(count);
    Exercise::get().queue().enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(T), values.data());
    return values;
}

template <typename... Arguments>
void launch(const SetKernel& which, const cl::NDRange& global, const cl::NDRange& local,
            const Arguments&... arguments)
{
    cl::Kernel kernel = load(which);
    cl_uint index = 0;
    (kernel.setArg(index++, arguments), ...);
    Exercise::get().queue().enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
}

inline cl_uint number(std::size_t count)
{
    return static_cast<cl_uint>(count);
}

/// The host's values, once the set's are the same.
template <typename T>
Reference<T> agreed(const SetKernel& kernel, std::vector<T> host, const std::vector<T>& set,
                    std::size_t columns = 0, Tolerance tolerance = {})
{
    if (const auto mismatch = compare(std::span<const T>{host}, std::span<const T>{set}, tolerance))
        disagree(kernel, explain(*mismatch, "Its result", {}, columns));
    return {std::move(host), kernel.shown()};
}

} // namespace lockstep::kernel_set
