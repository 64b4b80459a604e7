// The kernel of a change that the lesson suggests: it must be right, and is not timed.
#pragma once

#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>

#include <cstdint>
#include <stdexcept>
#include <vector>

// Transposes a picture of columns × rows random bytes, both divisible by 4, and throws if
// one of them ends in the wrong place.
inline void check_bytes(const cl::Device& device, const cl::Context& context,
                        const cl::CommandQueue& queue, std::size_t columns,
                        std::size_t rows)
{
    const std::vector<std::uint8_t> picture = lockstep::random_bytes(columns * rows, 20);
    const cl::Buffer in{context, CL_MEM_READ_ONLY, picture.size()};
    const cl::Buffer out{context, CL_MEM_READ_WRITE, picture.size()};
    queue.enqueueWriteBuffer(in, CL_TRUE, 0, picture.size(), picture.data());
    cl::Kernel bytes = lockstep::find_kernel(
        lockstep::build_program(context, device, CHAPTER_DIR "/bytes.cl"), "bytes");
    bytes.setArg(0, in);
    bytes.setArg(1, out);
    bytes.setArg(2, static_cast<cl_uint>(columns));
    bytes.setArg(3, static_cast<cl_uint>(rows));
    queue.enqueueNDRangeKernel(bytes, cl::NullRange, cl::NDRange(columns / 4, rows / 4));
    std::vector<std::uint8_t> got(picture.size());
    queue.enqueueReadBuffer(out, CL_TRUE, 0, got.size(), got.data());
    for (std::size_t i = 0; i < got.size(); ++i)
        if (got[i] != picture[i % rows * columns + i / rows])
            throw std::runtime_error("bytes.cl transposes wrongly");
}
