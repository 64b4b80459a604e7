// A work-group size for launches that leave it to the driver: Oclgrind takes 1, with which nothing a GPU does can be
// counted. Loaded before Oclgrind's runtime; every such launch is handed on with a size as drivers choose it.
#include <CL/cl.h>

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <set>
#include <string>

namespace
{

constexpr std::size_t most_items = 256;
constexpr std::size_t sub_group = 32;

using Enqueue = decltype(&clEnqueueNDRangeKernel);

// The largest divisor of `size` up to `most` that makes whole sub-groups, else the largest at all.
std::size_t largest_divisor(std::size_t size, std::size_t most)
{
    std::size_t any = 1;
    std::size_t whole = 0;
    for (std::size_t divisor = 1; divisor <= std::min(size, most); ++divisor) {
        if (size % divisor != 0) continue;
        any = divisor;
        if (divisor % sub_group == 0) whole = divisor;
    }
    return whole != 0 ? whole : any;
}

std::string name_of(cl_kernel kernel)
{
    std::size_t bytes = 0;
    if (clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, 0, nullptr, &bytes) != CL_SUCCESS || bytes == 0)
        return {};
    std::string name(bytes, '\0');
    clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, bytes, name.data(), nullptr);
    name.resize(bytes - 1);
    return name;
}

// Notes for the report whose size was chosen here, each kernel once.
void note(cl_kernel kernel)
{
    static std::mutex mutex;
    static std::set<std::string>& noted =
        *new std::set<std::string>; // launches may come while a program exits
    const char* file = std::getenv("LOCKSTEP_LENS_CHOSEN");
    if (file == nullptr) return;
    const std::lock_guard lock{mutex};
    const std::string name = name_of(kernel);
    if (noted.insert(name).second) std::ofstream{file, std::ios::app} << name << '\n';
}

} // namespace

extern "C" __attribute__((visibility("default"))) cl_int
clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                       const std::size_t* global_offset, const std::size_t* global_size,
                       const std::size_t* local_size, cl_uint wait_count, const cl_event* wait_list,
                       cl_event* event)
{
    static const auto next = reinterpret_cast<Enqueue>(dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel"));
    std::array<std::size_t, 3> chosen{1, 1, 1};
    if (local_size == nullptr && global_size != nullptr && dimensions >= 1 && dimensions <= chosen.size()) {
        std::size_t left = most_items;
        for (cl_uint d = 0; d < dimensions && global_size[d] > 0; ++d) {
            chosen[d] = largest_divisor(global_size[d], left);
            left /= chosen[d];
        }
        std::array<std::size_t, 3> required{};
        if (clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(required),
                                     required.data(), nullptr) != CL_SUCCESS ||
            required[0] == 0) {
            note(kernel);
            local_size = chosen.data();
        }
    }
    return next(queue, kernel, dimensions, global_offset, global_size, local_size, wait_count, wait_list,
                event);
}
