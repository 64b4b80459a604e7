// Launches kernels of the book through the CUDA driver interface, which Nsight Compute can profile: NVIDIA's OpenCL
// compiles the file, and the PTX that it makes is launched as a list says. What launch_recorder.cpp kept is launched, too.
//
// Usage: counters LAUNCHES.json [FINGERPRINTS.json]. bench/measuring/profiler.py writes the list, starts this and reads the counters.
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

/// Outside of OpenCL the registers %envreg are not set: 0 to 2 and 3 to 5 are offsets, which are 0 in every launch here,
/// and 6 to 8 the numbers of groups.
std::string without_environment(std::string text)
{
    std::erase(text, '\0');
    text = std::regex_replace(text, std::regex{"%envreg[0-5]"}, "0");
    const char* const groups[] = {"%nctaid.x", "%nctaid.y", "%nctaid.z"};
    for (int d = 0; d < 3; ++d)
        text = std::regex_replace(text, std::regex{"%envreg" + std::to_string(6 + d)}, groups[d]);
    return text;
}

/// What NVIDIA's OpenCL makes of a file.
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
        return without_environment({binary.begin(), binary.end()});
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

using Buffers = std::map<std::string, CUdeviceptr>;

Buffers make_buffers(const Json& list)
{
    Buffers buffers;
    for (const auto& [name, buffer] : list.items()) buffers[name] = make_buffer(buffer);
    return buffers;
}

/// An argument in as many bytes as it needs: {"bytes": HEXADECIMAL}, a whole number (32 bits), a number with a point (float),
/// or a buffer's name.
std::string bytes_of(const Json& argument, const Buffers& buffers)
{
    std::string bytes;
    const auto add = [&](const auto& value) {
        bytes.assign(reinterpret_cast<const char*>(&value), sizeof value);
    };
    if (argument.is_object()) {
        const std::string digits = argument["bytes"];
        for (std::size_t i = 0; i < digits.size(); i += 2)
            bytes.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    } else if (argument.is_string()) {
        add(buffers.at(argument));
    } else if (argument.is_number_float()) {
        add(argument.get<float>());
    } else {
        add(argument.get<std::uint32_t>());
    }
    return bytes;
}

/// 64-bit FNV-1a of what a buffer holds, as 16 hexadecimal digits.
std::string fingerprint(CUdeviceptr memory)
{
    std::size_t bytes = 0;
    check(cuMemGetAddressRange(nullptr, &bytes, memory), "cuMemGetAddressRange");
    std::vector<unsigned char> contents(bytes);
    check(cuMemcpyDtoH(contents.data(), memory, bytes), "cuMemcpyDtoH");
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const unsigned char byte : contents) hash = (hash ^ byte) * 0x100000001b3U;
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
    return digits;
}

/// Launches one kernel, with its own buffers if it has any. @return these buffers' fingerprints when it is done
Json launch(const Json& entry, const std::string& ptx, const Buffers& of_all)
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
    const bool has_own = entry.contains("buffers");
    const Buffers own = has_own ? make_buffers(entry["buffers"]) : Buffers{};
    std::vector<std::string> storage;
    for (const Json& argument : entry["arguments"])
        storage.push_back(bytes_of(argument, has_own ? own : of_all));
    std::vector<void*> arguments;
    for (std::string& bytes : storage) arguments.push_back(bytes.data());
    const auto at = [&](const char* key, std::size_t d) {
        return d < entry[key].size() ? entry[key][d].get<unsigned>() : 1U;
    };
    const auto groups = [&](std::size_t d) { return at("global", d) / at("local", d); };
    check(cuLaunchKernel(function, groups(0), groups(1), groups(2), at("local", 0), at("local", 1),
                         at("local", 2), 0, nullptr, arguments.data(), nullptr),
          name);
    check(cuCtxSynchronize(), name);
    Json fingerprints = Json::array();
    for (const auto& [unused, memory] : own) {
        fingerprints.push_back(fingerprint(memory));
        check(cuMemFree(memory), "cuMemFree");
    }
    check(cuModuleUnload(module), "cuModuleUnload");
    return fingerprints;
}

/// @return of each launch its buffers' fingerprints
Json run(const std::string& list_file)
{
    const Json list = Json::parse(read_file(list_file));
    std::map<std::pair<std::string, std::string>, std::string> compiled; // by file and options
    const auto ptx_for = [&](const Json& entry) -> const std::string& {
        const bool kept = entry.contains("ptx");
        const std::pair key{entry[kept ? "ptx" : "source"].get<std::string>(), entry.value("options", "")};
        if (!compiled.contains(key))
            compiled[key] = kept ? without_environment(read_file(key.first)) : ptx_of(key.first, key.second);
        return compiled[key];
    };
    for (const Json& entry : list["launches"]) ptx_for(entry); // before anything is profiled
    check(cuInit(0), "cuInit");
    CUdevice device = 0;
    check(cuDeviceGet(&device, 0), "cuDeviceGet");
    CUcontext context = nullptr;
    check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    const Buffers buffers = make_buffers(list.value("buffers", Json::object()));
    Json fingerprints = Json::array();
    for (const Json& entry : list["launches"]) fingerprints.push_back(launch(entry, ptx_for(entry), buffers));
    return fingerprints;
}

} // namespace

int main(int count, char** words)
{
    if (count != 2 && count != 3) {
        std::fprintf(stderr, "usage: counters LAUNCHES.json [FINGERPRINTS.json]\n");
        return 2;
    }
    try {
        const Json fingerprints = run(words[1]);
        if (count == 3) std::ofstream{words[2]} << fingerprints.dump() << '\n';
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "counters: %s\n", error.what());
        return 1;
    }
}
