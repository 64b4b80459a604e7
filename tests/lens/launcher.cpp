// Launches kernels of a file: launcher FILE {KERNEL GLOBAL LOCAL ARGUMENT...}, launches parted by "--".
// Sizes are like 64x8x1; an argument is buffer:BYTES, local:BYTES or int:VALUE.
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

void set_argument(cl::Kernel& kernel, unsigned index, const std::string& text, const cl::CommandQueue& queue)
{
    const std::size_t colon = text.find(':');
    const std::string kind = text.substr(0, colon);
    const std::size_t value = std::stoul(text.substr(colon + 1));
    if (kind == "int") {
        kernel.setArg(index, static_cast<cl_int>(value));
    } else if (kind == "local") {
        kernel.setArg(index, cl::Local(value));
    } else if (kind == "buffer") {
        const auto context = queue.getInfo<CL_QUEUE_CONTEXT>();
        const cl::Buffer buffer{context, CL_MEM_READ_WRITE, value};
        queue.enqueueFillBuffer(buffer, cl_uchar{0}, 0, value);
        kernel.setArg(index, buffer);
    } else {
        throw std::invalid_argument("no such argument: " + text);
    }
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
        for (std::size_t i = 3; i < launch.size(); ++i)
            set_argument(kernel, static_cast<unsigned>(i - 3), launch[i], queue);
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
