// Records what the CUDA driver says fits on one multiprocessor, for every combination of registers, group size and
// local memory below. The occupancy model must give the same answers (tests/lens/occupancy.cpp).
// bench/record NAME occupancy builds and runs it.
#include <cuda.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

const std::vector<int> group_sizes{1,   2,   16,  31,  32,  33,  48,  63,  64,  65,   95,   96,  97,
                                   100, 127, 128, 129, 160, 192, 193, 200, 224, 256,  257,  288, 320,
                                   352, 384, 416, 448, 480, 500, 512, 513, 576, 640,  672,  704, 736,
                                   768, 800, 832, 864, 896, 928, 960, 992, 993, 1000, 1023, 1024};
const std::vector<int> local_sizes{0,     1,      100,    127,    128,    129,    1000,   1023,  1024,
                                   2047,  3072,   4096,   5000,   6144,   6272,   6273,   8192,  10000,
                                   12288, 13567,  16384,  20000,  24576,  32768,  37000,  37888, 40000,
                                   45696, 45697,  49151,  49152,  50000,  57344,  65536,  76800, 77000,
                                   99999, 102400, 115712, 115713, 131072, 200000, 232447, 232448};
const std::vector<int> register_limits{0,   24,  32,  33,  40,  48,  50,  56,  57,  64,
                                       65,  72,  80,  88,  96,  97,  104, 112, 128, 129,
                                       136, 152, 160, 168, 176, 192, 200, 224, 240, 255};

void require(CUresult result, const char* call)
{
    if (result == CUDA_SUCCESS) return;
    const char* name = nullptr;
    cuGetErrorName(result, &name);
    throw std::runtime_error(std::string(call) + ": " + (name ? name : "unknown error"));
}

/// A kernel that keeps `live` values at once: it loads all of them before it stores the first. `register_limit` is what
/// the compiler may use; 0: as many as it likes.
std::string kernel_text(int live, int register_limit)
{
    const std::string limit = register_limit == 0 ? "" : ".maxnreg " + std::to_string(register_limit) + "\n";
    std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n"
                       ".visible .entry kernel(.param .u64 data)\n" +
                       limit + "{\n.reg .b64 %p;\n.reg .b32 %v<" + std::to_string(live) +
                       ">;\nld.param.u64 %p, [data];\n";
    for (int i = 0; i < live; ++i)
        text += "ld.volatile.global.u32 %v" + std::to_string(i) + ", [%p+" + std::to_string(4 * i) + "];\n";
    for (int i = live - 1; i >= 0; --i)
        text += "st.volatile.global.u32 [%p+" + std::to_string(4 * i) + "], %v" + std::to_string(i) + ";\n";
    return text + "ret;\n}\n";
}

/// One kernel for each register count that the compiler chooses under the limits above, and a small one.
std::map<int, CUfunction> kernels_by_registers()
{
    std::map<int, CUfunction> found;
    for (const int limit : register_limits) {
        CUmodule module = nullptr;
        CUfunction kernel = nullptr;
        require(cuModuleLoadData(&module, kernel_text(limit == 0 ? 8 : 244, limit).c_str()),
                "cuModuleLoadData");
        require(cuModuleGetFunction(&kernel, module, "kernel"), "cuModuleGetFunction");
        int registers = 0;
        require(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel), "cuFuncGetAttribute");
        require(
            cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, local_sizes.back()),
            "cuFuncSetAttribute");
        found.emplace(registers, kernel);
    }
    return found;
}

int resident_groups(CUfunction kernel, int group_size, int local_bytes)
{
    int groups = 0;
    require(cuOccupancyMaxActiveBlocksPerMultiprocessor(&groups, kernel, group_size,
                                                        static_cast<std::size_t>(local_bytes)),
            "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    return groups;
}

/// How many answers change when the kernel asks for `percent` of the largest local memory.
int changed_by_carveout(CUfunction kernel, int percent)
{
    int changed = 0;
    for (const int local_bytes : local_sizes) {
        const int usual = resident_groups(kernel, 64, local_bytes);
        require(cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, percent),
                "cuFuncSetAttribute");
        changed += resident_groups(kernel, 64, local_bytes) != usual;
        require(cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, -1),
                "cuFuncSetAttribute");
    }
    return changed;
}

std::string joined(const std::vector<int>& values)
{
    std::string text;
    for (const int value : values) text += (text.empty() ? "" : ",") + std::to_string(value);
    return "[" + text + "]";
}

void record(const std::string& file, const std::string& driver)
{
    require(cuInit(0), "cuInit");
    CUdevice device = 0;
    CUcontext context = nullptr;
    require(cuDeviceGet(&device, 0), "cuDeviceGet");
    require(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    require(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    char name[128] = {};
    require(cuDeviceGetName(name, sizeof name, device), "cuDeviceGetName");
    int cuda = 0;
    require(cuDriverGetVersion(&cuda), "cuDriverGetVersion");
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    char date[16] = {};
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));

    const auto kernels = kernels_by_registers();
    std::ofstream out(file);
    out << "{\"device\": \"" << name << "\", \"driver\": \"" << driver << "\", \"cuda\": " << cuda
        << ", \"date\": \"" << date << "\",\n"
        << "\"call\": \"cuOccupancyMaxActiveBlocksPerMultiprocessor\",\n"
        << "\"answers_changed_by_carveout_percent\": {\"0\": "
        << changed_by_carveout(kernels.begin()->second, 0)
        << ", \"50\": " << changed_by_carveout(kernels.begin()->second, 50)
        << ", \"100\": " << changed_by_carveout(kernels.begin()->second, 100) << "},\n"
        << "\"group_sizes\": " << joined(group_sizes) << ",\n\"local_bytes\": " << joined(local_sizes)
        << ",\n\"order\": \"rows[i].groups[j][k]: registers i, group size j, local bytes k; a number "
           "behind a list: so many sizes more have the same\",\n\"rows\": [\n";
    bool first = true;
    for (const auto& [registers, kernel] : kernels) {
        out << (first ? "" : ",\n") << "{\"registers\": " << registers << ", \"groups\": [";
        first = false;
        std::string before;
        int same = 0; // sizes that have the answers of the size before
        for (const int group_size : group_sizes) {
            std::vector<int> answers;
            for (const int local_bytes : local_sizes)
                answers.push_back(resident_groups(kernel, group_size, local_bytes));
            if (const std::string list = joined(answers); list == before)
                ++same;
            else {
                out << (same > 0 ? "," + std::to_string(same) : "") << (before.empty() ? "\n" : ",\n")
                    << list;
                before = list;
                same = 0;
            }
        }
        out << (same > 0 ? "," + std::to_string(same) : "") << "]}";
    }
    out << "\n]}\n";
    if (!out.flush()) throw std::runtime_error("cannot write " + file);
    std::cout << name << ", " << kernels.size() << " register counts, "
              << kernels.size() * group_sizes.size() * local_sizes.size() << " answers\n";
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::cerr << "usage: record FILE DRIVER\n";
        return 2;
    }
    try {
        record(argv[1], argv[2]);
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
