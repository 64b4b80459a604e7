// Launches kernels of the book through the CUDA driver interface, which Nsight Compute can profile: NVIDIA's OpenCL
// compiles the file, and the PTX that it makes is launched as a list says.
//
// Usage: counters LAUNCHES.json. record.py writes the list, starts this and reads the counters.
#include <CL/opencl.hpp>
#include <cuda.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using Json = nlohmann::json;

namespace
{

void check(CUresult status, const std::string& what)
{
    if (status == CUDA_SUCCESS) return;
    const char* name = nullptr;
    cuGetErrorName(status, &name);
    throw std::runtime_error(what + ": " + (name != nullptr ? name : "unknown error"));
}

std::string read_file(const std::string& path)
{
    std::ifstream stream{path, std::ios::binary};
    if (!stream) throw std::runtime_error("cannot read " + path);
    return {std::istreambuf_iterator<char>{stream}, {}};
}

/// What NVIDIA's OpenCL makes of a file. Outside of OpenCL the registers %envreg are not set: 0 to 2 and 3 to 5 are
/// offsets, which are 0 in every launch here, and 6 to 8 the numbers of groups.
std::string ptx_of(const std::string& source, const std::string& options)
{
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms) {
        if (platform.getInfo<CL_PLATFORM_NAME>().find("NVIDIA") == std::string::npos) continue;
        std::vector<cl::Device> devices;
        platform.getDevices(CL_DEVICE_TYPE_GPU, &devices);
        const cl::Context context{devices.at(0)};
        const cl::Program program{context, read_file(source)};
        program.build(options.c_str());
        const auto binary = program.getInfo<CL_PROGRAM_BINARIES>().at(0);
        std::string text{binary.begin(), binary.end()};
        std::erase(text, '\0');
        text = std::regex_replace(text, std::regex{"%envreg[0-5]"}, "0");
        const char* const groups[] = {"%nctaid.x", "%nctaid.y", "%nctaid.z"};
        for (int d = 0; d < 3; ++d)
            text = std::regex_replace(text, std::regex{"%envreg" + std::to_string(6 + d)}, groups[d]);
        return text;
    }
    throw std::runtime_error("NVIDIA's OpenCL is not here");
}

/// A buffer's first contents: {"bytes": N} is filled with words that a hash makes of their place, {"file": PATH} with a file.
CUdeviceptr make_buffer(const Json& buffer)
{
    std::string contents;
    if (buffer.contains("file")) contents = read_file(buffer["file"]);
    const std::size_t bytes = buffer.contains("file") ? contents.size() : buffer["bytes"].get<std::size_t>();
    CUdeviceptr memory = 0;
    check(cuMemAlloc(&memory, bytes), "cuMemAlloc");
    if (contents.empty()) {
        std::vector<std::uint32_t> words(std::size_t{1} << 20U);
        for (std::size_t i = 0; i < words.size(); ++i)
            words[i] =
                0x3f000000U | (static_cast<std::uint32_t>(i) * 2654435761U >> 9U); // floats from 0.5 to 2
        for (std::size_t at = 0; at < bytes; at += 4 * words.size())
            check(cuMemcpyHtoD(memory + at, words.data(), std::min(4 * words.size(), bytes - at)),
                  "cuMemcpyHtoD");
    } else {
        check(cuMemcpyHtoD(memory, contents.data(), bytes), "cuMemcpyHtoD");
    }
    return memory;
}

/// Launches one kernel. Arguments are names of buffers, whole numbers (32 bits), or numbers with a point (float).
void launch(const Json& entry, const std::string& ptx, const std::map<std::string, CUdeviceptr>& buffers)
{
    const unsigned registers = entry.value("registers", 0U);
    CUjit_option option = CU_JIT_MAX_REGISTERS;
    void* value = reinterpret_cast<void*>(std::uintptr_t{registers}); // how the interface wants a number
    CUmodule module = nullptr;
    check(cuModuleLoadDataEx(&module, ptx.c_str(), registers != 0 ? 1 : 0, &option, &value),
          "cuModuleLoadDataEx");
    const std::string name = entry["kernel"];
    CUfunction function = nullptr;
    check(cuModuleGetFunction(&function, module, name.c_str()), name);
    const Json& given = entry["arguments"];
    std::vector<std::uint64_t> storage(given.size());
    std::vector<void*> arguments(given.size());
    for (std::size_t i = 0; i < given.size(); ++i) {
        arguments[i] = &storage[i];
        if (given[i].is_string()) {
            storage[i] = buffers.at(given[i]);
        } else if (given[i].is_number_float()) {
            const float number = given[i];
            std::memcpy(arguments[i], &number, sizeof number);
        } else {
            storage[i] = given[i].get<std::uint32_t>();
        }
    }
    const auto at = [&](const char* key, std::size_t d) {
        return d < entry[key].size() ? entry[key][d].get<unsigned>() : 1U;
    };
    const auto groups = [&](std::size_t d) { return at("global", d) / at("local", d); };
    check(cuLaunchKernel(function, groups(0), groups(1), groups(2), at("local", 0), at("local", 1),
                         at("local", 2), 0, nullptr, arguments.data(), nullptr),
          name);
    check(cuCtxSynchronize(), name);
    check(cuModuleUnload(module), "cuModuleUnload");
}

void run(const std::string& list_file)
{
    const Json list = Json::parse(read_file(list_file));
    std::map<std::pair<std::string, std::string>, std::string> compiled; // by file and options
    const auto named = [](const Json& entry) {
        return std::pair{entry["source"].get<std::string>(), entry.value("options", "")};
    };
    for (const Json& entry : list["launches"])
        if (const auto [source, options] = named(entry); !compiled.contains({source, options}))
            compiled[{source, options}] = ptx_of(source, options);
    check(cuInit(0), "cuInit");
    CUdevice device = 0;
    check(cuDeviceGet(&device, 0), "cuDeviceGet");
    CUcontext context = nullptr;
    check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    std::map<std::string, CUdeviceptr> buffers;
    for (const auto& [name, buffer] : list["buffers"].items()) buffers[name] = make_buffer(buffer);
    for (const Json& entry : list["launches"]) launch(entry, compiled.at(named(entry)), buffers);
}

} // namespace

int main(int count, char** words)
{
    if (count != 2) {
        std::fprintf(stderr, "usage: counters LAUNCHES.json\n");
        return 2;
    }
    try {
        run(words[1]);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "counters: %s\n", error.what());
        return 1;
    }
}
