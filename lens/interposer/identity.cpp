// Answers a program's questions about its device from a GPU's profile. Oclgrind says that it is a CPU, a GPU and an
// accelerator at once, of one compute unit, and libraries then take the code that they have for a CPU.
#include "identity.hpp"

#include "guard.hpp"

#include <CL/cl.h>

#include <array>
#include <cstdlib>
#include <cstring>
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

/// Where the answer to a query goes, as OpenCL's queries take it.
struct Answer
{
    std::size_t room;
    void* value;
    std::size_t* bytes;

    cl_int give(const void* what, std::size_t size) const
    {
        if (value != nullptr && room < size) return CL_INVALID_VALUE;
        if (value != nullptr) std::memcpy(value, what, size);
        if (bytes != nullptr) *bytes = size;
        return CL_SUCCESS;
    }

    template <typename Value>
    cl_int give(const Value& what) const
    {
        return give(&what, sizeof(what));
    }

    cl_int give(const std::string& text) const { return give(text.c_str(), text.size() + 1); }
};

/// The types of device that one of this kind goes by.
bool is_wanted(cl_device_type type)
{
    constexpr cl_device_type gpu = CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT;
    return type == CL_DEVICE_TYPE_ALL || (type & gpu) != 0;
}

/// @return nothing for what the simulator is to answer itself
std::optional<cl_int> answer(const Identity& told, cl_device_info what, const Answer& to)
{
    switch (what) {
    case CL_DEVICE_TYPE:
        return to.give(cl_device_type{CL_DEVICE_TYPE_GPU});
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return to.give(cl_uint{told.compute_units});
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return to.give(told.group_size);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        return to.give(std::array<std::size_t, 3>{told.group_size, told.group_size, told.group_size});
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return to.give(cl_ulong{told.local_bytes});
    case CL_DEVICE_GLOBAL_MEM_SIZE:
        return to.give(cl_ulong{told.global_bytes});
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return to.give(cl_ulong{told.global_bytes / 4});
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
        return to.give(
            static_cast<cl_device_mem_cache_type>(told.cache_bytes > 0 ? CL_READ_WRITE_CACHE : CL_NONE));
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
        return to.give(cl_ulong{told.cache_bytes});
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
        return to.give(cl_uint{told.line_bytes});
    default:
        break;
    }
    if (told.vendor.empty()) return std::nullopt;
    if (what == CL_DEVICE_VENDOR) return to.give(told.vendor);
    if (what == CL_DEVICE_NAME) return to.give(told.name);
    if (what == CL_DEVICE_VENDOR_ID) return to.give(cl_uint{told.vendor_id});
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

LOCKSTEP_INTERPOSED cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room,
                                          cl_device_id* devices, cl_uint* count)
{
    static auto* const next = next_function<decltype(clGetDeviceIDs)>("clGetDeviceIDs");
    if (identity() && !is_wanted(type)) return CL_DEVICE_NOT_FOUND;
    return guarded(next, platform, type, room, devices, count);
}

LOCKSTEP_INTERPOSED cl_context clCreateContextFromType(
    const cl_context_properties* properties, cl_device_type type,
    void(CL_CALLBACK* notify)(const char*, const void*, std::size_t, void*), void* data, cl_int* error)
{
    static auto* const next = next_function<decltype(clCreateContextFromType)>("clCreateContextFromType");
    if (!identity() || is_wanted(type)) return guarded(next, properties, type, notify, data, error);
    if (error != nullptr) *error = CL_DEVICE_NOT_FOUND;
    return nullptr;
}

LOCKSTEP_INTERPOSED cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, std::size_t room,
                                           void* value, std::size_t* bytes)
{
    static auto* const next = next_function<decltype(clGetDeviceInfo)>("clGetDeviceInfo");
    if (identity() && device != nullptr)
        if (const auto answered = answer(*identity(), what, {room, value, bytes})) return *answered;
    return guarded(next, device, what, room, value, bytes);
}

LOCKSTEP_INTERPOSED cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                                    cl_kernel_work_group_info what, std::size_t room,
                                                    void* value, std::size_t* bytes)
{
    static auto* const next = next_function<decltype(clGetKernelWorkGroupInfo)>("clGetKernelWorkGroupInfo");
    // Oclgrind wants the device named, which OpenCL lets a program leave out where there is only one.
    if (device == nullptr && kernel != nullptr) {
        cl_program program = nullptr;
        if (clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(program), &program, nullptr) == CL_SUCCESS)
            clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof(device), &device, nullptr);
    }
    if (identity() && kernel != nullptr) {
        const Answer to{room, value, bytes};
        if (what == CL_KERNEL_WORK_GROUP_SIZE) return to.give(identity()->group_size);
        if (what == CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE) return to.give(identity()->sub_group);
    }
    return guarded(next, kernel, device, what, room, value, bytes);
}
