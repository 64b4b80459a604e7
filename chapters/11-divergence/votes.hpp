// Runs the vote of votes.cl where the device has sub-groups, and compares it with the host.
#pragma once

#include <lockstep/program.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

/// Whether kernels of this device may use sub-group functions.
inline bool has_sub_groups(const cl::Device& device)
{
    constexpr cl_device_info most_sub_groups =
        0x105C; // CL_DEVICE_MAX_NUM_SUB_GROUPS, since OpenCL 2.1
    cl_uint most = 0;
    return clGetDeviceInfo(device(), most_sub_groups, sizeof most, &most, nullptr) ==
               CL_SUCCESS &&
           most > 0;
}

/// Lets sub-groups vote on when to stop, and prints how wide they are; or prints that this device has none.
inline void vote(const cl::Context& context, const cl::Device& device,
                 cl::CommandQueue& queue)
{
    std::printf("\na vote in each sub-group: ");
    if (!has_sub_groups(device)) {
        std::printf("not on this device, whose kernels know no sub-groups\n");
        return;
    }
    constexpr std::size_t n = 4096, bytes = n * sizeof(cl_uint);
    std::vector<cl_uint> length(n), rounds(n), width(n);
    for (std::size_t i = 0; i < n; ++i) length[i] = static_cast<cl_uint>(i * 7919 % 100);
    const bool before_3_0 = device.getInfo<CL_DEVICE_VERSION>().starts_with("OpenCL 2");
    cl::Kernel kernel = lockstep::find_kernel(
        lockstep::build_program(context, device, CHAPTER_DIR "/votes.cl",
                                before_3_0 ? "-cl-std=CL2.0" : "-cl-std=CL3.0"),
        "rounds_of_all");
    const cl::Buffer in{context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes,
                        length.data()};
    const cl::Buffer out{context, CL_MEM_WRITE_ONLY, bytes};
    const cl::Buffer widths{context, CL_MEM_WRITE_ONLY, bytes};
    kernel.setArg(0, in);
    kernel.setArg(1, out);
    kernel.setArg(2, widths);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(n), cl::NDRange(256));
    queue.enqueueReadBuffer(out, CL_TRUE, 0, bytes, rounds.data());
    queue.enqueueReadBuffer(widths, CL_TRUE, 0, bytes, width.data());
    bool right = true;
    for (std::size_t first = 0; right && first < n; first += width[first]) {
        const auto begin = length.begin() + static_cast<std::ptrdiff_t>(first);
        const cl_uint most = *std::max_element(begin, begin + width[first]);
        for (std::size_t i = first; i < first + width[first]; ++i)
            right = right && rounds[i] == most;
    }
    std::printf("sub-groups of %u, each goes round as often as its longest, %s\n", width[0],
                right ? "right" : "WRONG");
}
