//! [program]
// A whole OpenCL program: a picture of 72 times 24 characters, each made by a work-item of its own.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <iostream>
#include <vector>

//! [kernel]
const char* const source = R"(
    kernel void picture(global uchar* shades)
    {
        const int x = get_global_id(0), y = get_global_id(1), columns = get_global_size(0);
        shades[y * columns + x] = x * y;
    })";
//! [kernel]

int main()
{
    try {
        const cl::Context context{CL_DEVICE_TYPE_ALL};
        const cl::Device device = context.getInfo<CL_CONTEXT_DEVICES>().front();
        const cl::CommandQueue queue{context, device};

        constexpr std::size_t columns = 72, rows = 24;
        std::vector<unsigned char> shades(columns * rows);
        const cl::Buffer buffer{context, CL_MEM_WRITE_ONLY, shades.size()};

        const cl::Program program{context, source};
        program.build();
        cl::Kernel kernel{program, "picture"};
        kernel.setArg(0, buffer);

        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange{columns, rows});
        queue.enqueueReadBuffer(buffer, CL_TRUE, 0, shades.size(), shades.data());

        for (std::size_t i = 0; i < shades.size(); ++i) {
            std::cout << " .:-=+*#%@"[shades[i] * 10 / 256];
            if ((i + 1) % columns == 0) std::cout << '\n';
        }
    } catch (const cl::BuildError& error) {
        for (const auto& [device, log] : error.getBuildLog()) std::cerr << log << '\n';
        return 1;
    } catch (const cl::Error& error) {
        std::cerr << error.what() << " failed with error " << error.err() << '\n';
        return 1;
    }
}
//! [program]
