// Records what NVIDIA's cuda_occupancy.h says fits on one multiprocessor of a GPU that is not at hand: the combinations of
// h200.json, as far as the GPU has the local memory. It needs no GPU, only CUDA's headers:
//     c++ -std=c++20 -I CUDA/include -o header lens/validation/occupancy/header.cpp
//     ./header lens/validation/occupancy/h200.json "NVIDIA GeForce RTX 5070" 12 0 1536 102400 >rtx5070.json
#include <cuda.h>
#include <cuda_occupancy.h>
#include <nlohmann/json.hpp>

#include <climits>
#include <ctime>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

using Json = nlohmann::json;

constexpr std::size_t reserved_bytes = 1024; // of each work-group's local memory, for the system

/// `carveout` is the part of the largest local memory that a kernel prefers, in percent.
int resident_groups(const cudaOccDeviceProp& gpu, int registers, int group_size, std::size_t local_bytes,
                    int carveout = SHAREDMEM_CARVEOUT_MAX_SHARED)
{
    cudaOccFuncAttributes kernel;
    kernel.maxThreadsPerBlock = INT_MAX;
    kernel.numRegs = registers;
    kernel.partitionedGCConfig = PARTITIONED_GC_OFF;
    kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    kernel.maxDynamicSharedSizeBytes = gpu.sharedMemPerBlockOptin;
    kernel.numBlockBarriers = 1;
    cudaOccDeviceState state;
    state.carveoutConfig = carveout;
    cudaOccResult result;
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &gpu, &kernel, &state, group_size, local_bytes) !=
        CUDA_OCC_SUCCESS)
        throw std::runtime_error("cudaOccMaxActiveBlocksPerMultiprocessor refuses a combination");
    return result.activeBlocksPerMultiprocessor;
}

/// How many answers change when the kernel asks for `percent` of the largest local memory.
int changed_by_carveout(const cudaOccDeviceProp& gpu, int registers, const std::vector<std::size_t>& sizes,
                        int percent)
{
    int changed = 0;
    for (const std::size_t bytes : sizes)
        changed +=
            resident_groups(gpu, registers, 64, bytes, percent) != resident_groups(gpu, registers, 64, bytes);
    return changed;
}

void record(const Json& combinations, const std::string& name, const cudaOccDeviceProp& gpu)
{
    const std::time_t now = std::time(nullptr);
    char date[16] = {};
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
    std::vector<std::size_t> local_sizes;
    for (const Json& bytes : combinations.at("local_bytes"))
        if (bytes.get<std::size_t>() <= gpu.sharedMemPerBlockOptin) local_sizes.push_back(bytes);
    std::cout << "{\"device\": \"" << name
              << "\", \"driver\": \"none: cuda_occupancy.h\", \"cuda\": " << CUDA_VERSION << ", \"date\": \""
              << date << "\",\n"
              << "\"call\": \"cudaOccMaxActiveBlocksPerMultiprocessor\",\n"
              << "\"answers_changed_by_carveout_percent\": {\"0\": "
              << changed_by_carveout(gpu, combinations.at("rows").at(0).at("registers"), local_sizes, 0)
              << ", \"50\": "
              << changed_by_carveout(gpu, combinations.at("rows").at(0).at("registers"), local_sizes, 50)
              << ", \"100\": 0},\n"
              << "\"group_sizes\": " << combinations.at("group_sizes") << ",\n"
              << "\"local_bytes\": " << Json(local_sizes) << ",\n"
              << "\"order\": " << combinations.at("order") << ",\n\"rows\": [";
    bool first = true;
    for (const Json& row : combinations.at("rows")) {
        const int registers = row.at("registers");
        std::cout << (first ? "\n" : ",\n") << "{\"registers\": " << registers << ", \"groups\": [";
        first = false;
        Json before;
        int same = 0; // sizes that have the answers of the size before
        const auto tell_same = [&] { std::cout << (same > 0 ? "," + std::to_string(same) : ""); };
        for (const Json& group_size : combinations.at("group_sizes")) {
            Json answers = Json::array();
            for (const std::size_t bytes : local_sizes)
                answers.push_back(resident_groups(gpu, registers, group_size, bytes));
            if (answers == before) {
                ++same;
                continue;
            }
            tell_same();
            std::cout << (before.is_null() ? "\n" : ",\n") << answers;
            before = answers;
            same = 0;
        }
        tell_same();
        std::cout << "]}";
    }
    std::cout << "\n]}\n";
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 7) {
        std::cerr << "usage: header COMBINATIONS NAME MAJOR MINOR THREADS LOCAL_BYTES, of a multiprocessor\n";
        return 2;
    }
    try {
        cudaOccDeviceProp gpu;
        gpu.computeMajor = std::stoi(argv[3]);
        gpu.computeMinor = std::stoi(argv[4]);
        gpu.maxThreadsPerMultiprocessor = std::stoi(argv[5]);
        gpu.sharedMemPerMultiprocessor = std::stoul(argv[6]);
        gpu.sharedMemPerBlockOptin = gpu.sharedMemPerMultiprocessor - reserved_bytes;
        gpu.sharedMemPerBlock = gpu.sharedMemPerBlockOptin;
        gpu.reservedSharedMemPerBlock = reserved_bytes;
        gpu.maxThreadsPerBlock = 1024;
        gpu.regsPerBlock = 65536;
        gpu.regsPerMultiprocessor = 65536;
        gpu.warpSize = 32;
        gpu.numSms = 1;
        record(Json::parse(std::ifstream(argv[1])), argv[2], gpu);
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
