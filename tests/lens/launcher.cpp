// Launches kernels of a file: launcher FILE {KERNEL GLOBAL LOCAL ARGUMENT...}, launches parted by "--".
// Sizes are like 64x8x1; an argument is buffer:BYTES, local:BYTES, int:VALUE or image:FORMAT:WIDTHxHEIGHT.
#include <CL/opencl.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

cl::NDRange size_in(const std::string& text)
{
    std::vector<std::size_t> sizes;
    std::istringstream stream{text};
    for (std::string part; std::getline(stream, part, 'x');) sizes.push_back(std::stoul(part));
    if (sizes.size() == 1) return cl::NDRange{sizes[0]};
    if (sizes.size() == 2) return {sizes[0], sizes[1]};
    return {sizes.at(0), sizes.at(1), sizes.at(2)};
}

cl::ImageFormat format_of(const std::string& name)
{
    if (name == "rgba8") return {CL_RGBA, CL_UNORM_INT8};
    if (name == "rgba8ui") return {CL_RGBA, CL_UNSIGNED_INT8};
    if (name == "rgba32f") return {CL_RGBA, CL_FLOAT};
    if (name == "r32f") return {CL_R, CL_FLOAT};
    throw std::invalid_argument("no such format of an image: " + name);
}

/// An image of zeros, as "rgba8:64x4" describes it.
cl::Image2D image_of(const std::string& text, const cl::Context& context)
{
    constexpr std::size_t widest_texel = 16;
    const std::size_t colon = text.find(':');
    const cl::NDRange extent = size_in(text.substr(colon + 1));
    std::vector<unsigned char> zeros(extent.get()[0] * extent.get()[1] * widest_texel);
    return {context,
            CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
            format_of(text.substr(0, colon)),
            extent.get()[0],
            extent.get()[1],
            0,
            zeros.data()};
}

/// @return the memory that the argument needs until the kernel has run; empty for one without
cl::Memory set_argument(cl::Kernel& kernel, unsigned index, const std::string& text,
                        const cl::CommandQueue& queue)
{
    const std::size_t colon = text.find(':');
    const std::string kind = text.substr(0, colon);
    const std::string value = text.substr(colon + 1);
    const auto context = queue.getInfo<CL_QUEUE_CONTEXT>();
    if (kind == "int") {
        kernel.setArg(index, static_cast<cl_int>(std::stoi(value)));
    } else if (kind == "local") {
        kernel.setArg(index, cl::Local(std::stoul(value)));
    } else if (kind == "image") {
        const cl::Image2D image = image_of(value, context);
        kernel.setArg(index, image);
        return image;
    } else if (kind == "buffer") {
        const std::size_t bytes = std::stoul(value);
        const cl::Buffer buffer{context, CL_MEM_READ_WRITE, bytes};
        queue.enqueueFillBuffer(buffer, cl_uchar{0}, 0, bytes);
        kernel.setArg(index, buffer);
        return buffer;
    } else {
        throw std::invalid_argument("no such argument: " + text);
    }
    return {};
}

void run(const std::vector<std::string>& words)
{
    std::ifstream file{words.at(0)};
    const std::string source{std::istreambuf_iterator<char>{file}, {}};
    const cl::Context context{CL_DEVICE_TYPE_ALL};
    const cl::CommandQueue queue{context, context.getInfo<CL_CONTEXT_DEVICES>().front()};
    cl::Program program{context, source};
    try {
        program.build();
    } catch (const cl::BuildError& error) {
        throw std::runtime_error(error.getBuildLog().front().second);
    }
    auto word = words.begin() + 1;
    while (word != words.end()) {
        const auto end = std::find(word, words.end(), "--");
        const std::vector<std::string> launch{word, end};
        cl::Kernel kernel{program, launch.at(0).c_str()};
        std::vector<cl::Memory> kept;
        for (std::size_t i = 3; i < launch.size(); ++i)
            kept.push_back(set_argument(kernel, static_cast<unsigned>(i - 3), launch[i], queue));
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, size_in(launch.at(1)), size_in(launch.at(2)));
        queue.finish();
        word = end == words.end() ? end : end + 1;
    }
}

} // namespace

int main(int argc, char** argv)
{
    try {
        run({argv + 1, argv + argc});
    } catch (const cl::Error& error) {
        std::fprintf(stderr, "launcher: %s returned %d\n", error.what(), error.err());
        return 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "launcher: %s\n", error.what());
        return 1;
    }
    return 0;
}
