// What a device says of sharing: extensions, handles, its UUID, and whether its memory is the host's.
#pragma once

#include "lab.hpp"

#include <array>
#include <optional>

using Uuid = std::array<unsigned char, 16>;

// The numbers of the extensions, for headers that do not have them all.
namespace ask
{
constexpr cl_device_info uuid = 0x106A; // CL_DEVICE_UUID_KHR
constexpr cl_device_info memory_handles =
    0x204F; // CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR
constexpr cl_device_info semaphore_imports =
    0x204D; // CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR
constexpr cl_platform_info platform_memory =
    0x2044; // CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR
constexpr cl_platform_info platform_semaphores =
    0x2037; // CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR
constexpr cl_uint memory_opaque_fd = 0x2060;    // CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR
constexpr cl_uint semaphore_opaque_fd = 0x2055; // CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR
} // namespace ask

// The answers to one question, or none where the device does not know it.
template <typename Answer>
std::vector<Answer> answers(const cl::Device& device, cl_device_info question)
{
    std::size_t bytes = 0;
    if (clGetDeviceInfo(device(), question, 0, nullptr, &bytes) != CL_SUCCESS) return {};
    std::vector<Answer> found(bytes / sizeof(Answer));
    clGetDeviceInfo(device(), question, bytes, found.data(), nullptr);
    return found;
}

// The handle types that a device imports, or, with older drivers, that its platform does.
inline std::vector<cl_uint> handle_types(const cl::Device& device, cl_device_info of_device,
                                         cl_platform_info of_platform)
{
    std::vector<cl_uint> found = answers<cl_uint>(device, of_device);
    if (!found.empty()) return found;
    const cl::Platform platform{device.getInfo<CL_DEVICE_PLATFORM>()};
    std::size_t bytes = 0;
    if (clGetPlatformInfo(platform(), of_platform, 0, nullptr, &bytes) != CL_SUCCESS)
        return {};
    found.resize(bytes / sizeof(cl_uint));
    clGetPlatformInfo(platform(), of_platform, bytes, found.data(), nullptr);
    return found;
}

//! [asked]
struct Asked
{
    std::set<std::string> extensions;
    bool unified = false;              // the host's memory is the device's
    std::optional<Uuid> uuid;          // of the device, the same in every API
    std::vector<cl_uint> memory_types; // handles of memory that it imports
    std::vector<cl_uint> semaphore_types;
};

inline Asked ask_device(const cl::Device& device)
{
    Asked asked{words(device.getInfo<CL_DEVICE_EXTENSIONS>()),
                device.getInfo<CL_DEVICE_HOST_UNIFIED_MEMORY>() == CL_TRUE,
                {},
                handle_types(device, ask::memory_handles, ask::platform_memory),
                handle_types(device, ask::semaphore_imports, ask::platform_semaphores)};
    if (const auto bytes = answers<unsigned char>(device, ask::uuid); bytes.size() == 16)
        std::copy(bytes.begin(), bytes.end(), asked.uuid.emplace().begin());
    return asked;
}
//! [asked]

inline bool holds(const std::vector<cl_uint>& types, cl_uint type)
{
    return std::find(types.begin(), types.end(), type) != types.end();
}

// True if another driver's memory and semaphores can be imported by file descriptors.
inline bool shares_by_handle(const Asked& asked)
{
    return asked.extensions.contains("cl_khr_external_memory") &&
           asked.extensions.contains("cl_khr_external_semaphore") && asked.uuid &&
           holds(asked.memory_types, ask::memory_opaque_fd) &&
           holds(asked.semaphore_types, ask::semaphore_opaque_fd);
}

inline void tell(const char* what, const std::vector<cl_uint>& types, cl_uint opaque_fd)
{
    std::printf("  %-36s", what);
    if (types.empty()) std::printf("none");
    for (std::size_t i = 0; i < types.size(); ++i)
        std::printf("%s%#x%s", i > 0 ? ", " : "", types[i],
                    types[i] == opaque_fd ? " (opaque fd)" : "");
    std::printf("\n");
}

inline Asked tell_asked(const Lab& lab)
{
    const Asked asked = ask_device(lab.device);
    std::printf("what the device says of sharing\n");
    for (const char* extension :
         {"cl_khr_gl_sharing", "cl_khr_gl_event", "cl_khr_egl_image", "cl_khr_device_uuid",
          "cl_khr_external_memory", "cl_khr_external_memory_opaque_fd",
          "cl_khr_external_memory_dma_buf", "cl_khr_semaphore", "cl_khr_external_semaphore",
          "cl_khr_external_semaphore_opaque_fd"})
        std::printf("  %-36s%s\n", extension,
                    asked.extensions.contains(extension) ? "listed" : "not listed");
    tell("handles of memory it imports", asked.memory_types, ask::memory_opaque_fd);
    tell("handles of semaphores it imports", asked.semaphore_types,
         ask::semaphore_opaque_fd);
    std::printf("  %-36s", "UUID");
    if (!asked.uuid) std::printf("none");
    for (std::size_t i = 0; asked.uuid && i < 16; ++i)
        std::printf("%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                    (*asked.uuid)[i]);
    std::printf("\n  %-36s%s\n", "host and device have one memory",
                asked.unified ? "yes" : "no");
    return asked;
}
