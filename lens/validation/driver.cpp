// lens-validation-driver: the same launches through the CUDA driver interface, which Nsight Compute can profile.
//
// Usage: lens-validation-driver FOLDER RESULTS. FOLDER holds what NVIDIA's OpenCL made of the kernel files (PTX).
#include "launches.hpp"

#include <cuda.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

using namespace lockstep::validation;

namespace
{

void check(CUresult status, const std::string& what)
{
    if (status == CUDA_SUCCESS) return;
    const char* name = nullptr;
    cuGetErrorName(status, &name);
    throw std::runtime_error(what + ": " + (name != nullptr ? name : "unknown error"));
}

/// The PTX of a file. OpenCL's driver sets %envreg0 and so on to the launch's offset and shape; outside OpenCL they
/// are undefined, and with an offset of 0 the ones that are read are 0.
std::string read_ptx(const std::string& path)
{
    std::ifstream stream{path, std::ios::binary};
    if (!stream) throw std::runtime_error("cannot read " + path);
    std::string text{std::istreambuf_iterator<char>{stream}, {}};
    std::erase(text, '\0');
    return std::regex_replace(text, std::regex{"%envreg[0-9]+"}, "0");
}

/// Device memory holding `words`, kept until the process ends.
CUdeviceptr upload(const std::vector<std::uint32_t>& words)
{
    CUdeviceptr memory = 0;
    check(cuMemAlloc(&memory, words.size() * sizeof words[0]), "cuMemAlloc");
    check(cuMemcpyHtoD(memory, words.data(), words.size() * sizeof words[0]), "cuMemcpyHtoD");
    return memory;
}

void run(const std::string& folder, const std::string& results_file)
{
    check(cuInit(0), "cuInit");
    CUdevice device = 0;
    check(cuDeviceGet(&device, 0), "cuDeviceGet");
    CUcontext context = nullptr;
    check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    check(cuCtxSetCurrent(context), "cuCtxSetCurrent");

    const std::vector<Launch> list = launches();
    std::map<std::string, CUmodule> modules;
    for (const std::string& file : files_of(list))
        check(cuModuleLoadData(&modules[file], read_ptx(folder + "/" + file + ".ptx").c_str()),
              "cuModuleLoadData " + file);

    const CUdeviceptr source = upload(source_words());
    CUdeviceptr result = 0;
    check(cuMemAlloc(&result, result_bytes), "cuMemAlloc");
    nlohmann::ordered_json results = nlohmann::ordered_json::array();
    for (const Launch& launch : list) {
        check(cuMemsetD8(result, 0, result_bytes), "cuMemsetD8");
        CUdeviceptr table = launch.table.empty() ? 0 : upload(launch.table);
        std::vector<CUdeviceptr> pointers(launch.arguments.size());
        std::vector<std::uint32_t> numbers(launch.arguments.size());
        std::vector<void*> arguments(launch.arguments.size());
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            const Argument& argument = launch.arguments[i];
            numbers[i] = argument.number;
            arguments[i] = &pointers[i];
            switch (argument.kind) {
            case Argument::Kind::source:
                pointers[i] = source;
                break;
            case Argument::Kind::result:
                pointers[i] = result;
                break;
            case Argument::Kind::table:
                pointers[i] = table;
                break;
            case Argument::Kind::number:
                arguments[i] = &numbers[i];
                break;
            }
        }
        CUfunction function = nullptr;
        check(cuModuleGetFunction(&function, modules.at(launch.file), launch.kernel.c_str()), launch.kernel);
        const auto groups = [&](std::size_t d) {
            return static_cast<unsigned>(launch.global[d] / launch.local[d]);
        };
        const auto items = [&](std::size_t d) { return static_cast<unsigned>(launch.local[d]); };
        check(cuLaunchKernel(function, groups(0), groups(1), groups(2), items(0), items(1), items(2), 0,
                             nullptr, arguments.data(), nullptr),
              launch.kernel);
        check(cuCtxSynchronize(), launch.title);
        std::vector<std::byte> bytes(result_bytes);
        check(cuMemcpyDtoH(bytes.data(), result, result_bytes), "cuMemcpyDtoH");
        results.push_back(
            {{"title", launch.title}, {"kernel", launch.kernel}, {"result", fingerprint(bytes)}});
    }
    std::ofstream{results_file} << results.dump(1) << '\n';
    std::printf("%zu launches done.\n", list.size());
}

} // namespace

int main(int count, char** words)
{
    if (count != 3) {
        std::fprintf(stderr, "usage: lens-validation-driver FOLDER RESULTS\n");
        return 2;
    }
    try {
        run(words[1], words[2]);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "lens-validation-driver: %s\n", error.what());
        return 1;
    }
}
