// A work-group size for launches that leave it to the driver: Oclgrind takes 1, with which nothing a GPU does can be
// counted. Every such launch is handed on with a size as drivers choose it.
#include "guard.hpp"
#include "identity.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>
#include <string>

namespace
{

using lockstep::lens::identity;
using Sizes = std::array<std::size_t, 3>;

constexpr std::size_t usual_items = 256;

std::size_t most_items()
{
    constexpr std::size_t simulator = 1024;
    return identity() ? std::min(identity()->group_size, simulator) : simulator;
}

std::size_t sub_group()
{
    constexpr std::size_t usual = 32;
    return identity() ? identity()->sub_group : usual;
}

std::size_t largest_divisor(std::size_t size, std::size_t most, std::size_t multiple_of)
{
    for (std::size_t divisor = std::min(size, most); divisor > 0; --divisor)
        if (size % divisor == 0 && divisor % multiple_of == 0) return divisor;
    return 0;
}

// Of one dimension, when `used` work-items are chosen in those before it: whole sub-groups, else the largest divisor of
// the usual size; where that would not fill a sub-group, the largest that the device takes.
std::size_t chosen_size(std::size_t size, std::size_t used)
{
    const std::size_t usual = std::max(usual_items / used, std::size_t{1});
    if (const std::size_t whole = largest_divisor(size, usual, sub_group())) return whole;
    const std::size_t divisor = largest_divisor(size, usual, 1);
    return divisor * used >= sub_group() ? divisor : largest_divisor(size, most_items() / used, 1);
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

// Notes for the report who chose the size: "open" or "set", the sizes, and the kernel; each once.
void note(bool open, cl_kernel kernel, const Sizes& global, const Sizes& local)
{
    static std::mutex mutex;
    static std::set<std::string>& noted =
        *new std::set<std::string>; // launches may come while a program exits
    const char* file = std::getenv("LOCKSTEP_LENS_CHOSEN");
    if (file == nullptr) return;
    std::ostringstream line;
    line << (open ? "open" : "set");
    for (const Sizes& sizes : {global, local})
        for (const std::size_t size : sizes) line << ' ' << size;
    line << ' ' << name_of(kernel) << '\n';
    const std::lock_guard lock{mutex};
    if (noted.insert(line.str()).second) std::ofstream{file, std::ios::app} << line.str();
}

bool requires_a_size(cl_kernel kernel)
{
    Sizes required{};
    return clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(required),
                                    required.data(), nullptr) == CL_SUCCESS &&
           required[0] != 0;
}

} // namespace

LOCKSTEP_REPLACE(clEnqueueNDRangeKernel, queue, kernel, dimensions, global_offset, global_size, local_size,
                 wait_count, wait_list, event)
{
    Sizes local{1, 1, 1};
    if (global_size != nullptr && kernel != nullptr && dimensions >= 1 && dimensions <= local.size()) {
        Sizes global{1, 1, 1};
        std::copy_n(global_size, dimensions, global.begin());
        const bool open = local_size == nullptr && !requires_a_size(kernel);
        if (local_size != nullptr) std::copy_n(local_size, dimensions, local.begin());
        std::size_t used = 1;
        for (cl_uint d = 0; open && d < dimensions && global[d] > 0; ++d) {
            local[d] = chosen_size(global[d], used);
            used *= local[d];
        }
        if (open) local_size = local.data();
        if (local_size != nullptr) note(open, kernel, global, local);
    }
    return lockstep::lens::guarded(real);
}
