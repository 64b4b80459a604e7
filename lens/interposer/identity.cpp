// Answers a program's questions about its device from a GPU's profile. Oclgrind says that it is a CPU, a GPU and an
// accelerator at once, of one compute unit, and libraries then take the code that they have for a CPU.
#include "identity.hpp"

#include "guard.hpp"

#include <array>
#include <cstdlib>
#include <sstream>

namespace lockstep::lens
{

namespace
{

std::optional<Identity> read_identity()
{
    const char* text = std::getenv("LOCKSTEP_LENS_DEVICE");
    if (text == nullptr || *text == '\0') return std::nullopt;
    Identity told;
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) {
        const std::size_t mark = line.find('=');
        if (mark == std::string::npos) continue;
        const std::string key = line.substr(0, mark);
        const std::string value = line.substr(mark + 1);
        const unsigned long long number = std::strtoull(value.c_str(), nullptr, 10);
        if (key == "compute_units") told.compute_units = static_cast<unsigned>(number);
        if (key == "group_size") told.group_size = number;
        if (key == "sub_group") told.sub_group = number;
        if (key == "local_bytes") told.local_bytes = number;
        if (key == "global_bytes") told.global_bytes = number;
        if (key == "cache_bytes") told.cache_bytes = number;
        if (key == "line_bytes") told.line_bytes = static_cast<unsigned>(number);
        if (key == "vendor") told.vendor = value;
        if (key == "name") told.name = value;
        if (key == "vendor_id") told.vendor_id = static_cast<unsigned>(number);
    }
    return told;
}

/// The types of device that one of this kind goes by.
bool is_wanted(cl_device_type type)
{
    constexpr cl_device_type gpu = CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT;
    return type == CL_DEVICE_TYPE_ALL || (type & gpu) != 0;
}

/// @return nothing for what the simulator is to answer itself
std::optional<cl_int> answer(const Identity& told, cl_device_info what, std::size_t room, void* to,
                             std::size_t* needed)
{
    const auto give = [&](const auto& value) { return lockstep::answer(value, room, to, needed); };
    switch (what) {
    case CL_DEVICE_TYPE:
        return give(cl_device_type{CL_DEVICE_TYPE_GPU});
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return give(cl_uint{told.compute_units});
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return give(told.group_size);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        return give(std::array<std::size_t, 3>{told.group_size, told.group_size, told.group_size});
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return give(cl_ulong{told.local_bytes});
    case CL_DEVICE_GLOBAL_MEM_SIZE:
        return give(cl_ulong{told.global_bytes});
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return give(cl_ulong{told.global_bytes / 4});
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
        return give(
            static_cast<cl_device_mem_cache_type>(told.cache_bytes > 0 ? CL_READ_WRITE_CACHE : CL_NONE));
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
        return give(cl_ulong{told.cache_bytes});
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
        return give(cl_uint{told.line_bytes});
    default:
        break;
    }
    if (told.vendor.empty()) return std::nullopt;
    if (what == CL_DEVICE_VENDOR) return give(told.vendor);
    if (what == CL_DEVICE_NAME) return give(told.name);
    if (what == CL_DEVICE_VENDOR_ID) return give(cl_uint{told.vendor_id});
    return std::nullopt;
}

} // namespace

const std::optional<Identity>& identity()
{
    static const auto& read =
        *new std::optional<Identity>{read_identity()}; // asked while a program exits, too
    return read;
}

} // namespace lockstep::lens

using namespace lockstep::lens;

LOCKSTEP_REPLACE(clGetDeviceIDs, platform, type, room, devices, count)
{
    if (identity() && !is_wanted(type)) return CL_DEVICE_NOT_FOUND;
    return guarded(real);
}

LOCKSTEP_REPLACE(clCreateContextFromType, properties, type, notify, data, error)
{
    if (!identity() || is_wanted(type)) return guarded(real);
    if (error != nullptr) *error = CL_DEVICE_NOT_FOUND;
    return nullptr;
}

LOCKSTEP_REPLACE(clGetDeviceInfo, device, what, room, value, needed)
{
    if (identity() && device != nullptr)
        if (const auto answered = answer(*identity(), what, room, value, needed)) return *answered;
    return guarded(real);
}

LOCKSTEP_REPLACE(clGetKernelWorkGroupInfo, kernel, device, what, room, value, needed)
{
    // Oclgrind wants the device named, which OpenCL lets a program leave out where there is only one.
    if (device == nullptr && kernel != nullptr) {
        cl_program program = nullptr;
        if (clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(program), &program, nullptr) == CL_SUCCESS)
            clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof(device), &device, nullptr);
    }
    if (identity() && kernel != nullptr) {
        if (what == CL_KERNEL_WORK_GROUP_SIZE)
            return lockstep::answer(identity()->group_size, room, value, needed);
        if (what == CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
            return lockstep::answer(identity()->sub_group, room, value, needed);
    }
    return guarded(real);
}
