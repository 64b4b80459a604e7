// A picture in steps of grey, by a colleague; it has one mistake.
#include <lockstep/device.hpp>
#include <lockstep/run.hpp>

#include <cstdio>
#include <string>
#include <vector>

const std::string source = R"(
    kernel void stairs(global uchar* shades, uint columns, uint step)
    {
        const uint x = get_global_id(0), y = get_global_id(1);
        shades[y * columns + x] = (x + y) / step * step;
    })";

void chapter()
{
    const cl::Device device = lockstep::choose_device();
    const cl::Context context{device};
    const cl::CommandQueue queue{context, device};
    constexpr cl_uint columns = 72, rows = 24, step = 8;
    std::vector<cl_uchar> shades(columns * rows);
    const cl::Buffer buffer{context, CL_MEM_WRITE_ONLY, shades.size()};
    const cl::Program program{context, source, true};

    cl::Kernel stairs{program, "stairs"};
    stairs.setArg(0, buffer);
    stairs.setArg(1, columns);
    stairs.setArg(1, step);
    queue.enqueueNDRangeKernel(stairs, cl::NullRange, cl::NDRange{columns, rows});
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, shades.size(), shades.data());
    for (std::size_t i = 0; i < shades.size(); ++i)
        std::printf(i % columns == columns - 1 ? "%c\n" : "%c",
                    " .:-=+*#%@"[shades[i] * 10 / 256]);
}

int main()
{
    return lockstep::run(chapter);
}
