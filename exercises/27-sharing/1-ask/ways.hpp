// What a program asks before it shares a buffer with a renderer, and the ways there are. ways.cpp defines the functions.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

/// The same 16 bytes in every API for the same device.
using Uuid = std::array<unsigned char, 16>;

/// Opaque file descriptors, among the numbers by which a device names the handles that it imports.
constexpr cl_uint memory_opaque_fd = 0x2060;    ///< CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR
constexpr cl_uint semaphore_opaque_fd = 0x2055; ///< CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR

/// What an OpenCL device has answered.
struct Compute
{
    std::string extensions{};               ///< CL_DEVICE_EXTENSIONS: names with blanks between them
    Uuid uuid{};                            ///< holds nothing known unless cl_khr_device_uuid is listed
    std::vector<cl_uint> memory_types{};    ///< handles of memory that it imports
    std::vector<cl_uint> semaphore_types{}; ///< handles of semaphores that it imports
    bool one_memory = false;                ///< the host's memory is the device's
};

/// What a Vulkan device has answered.
struct Drawing
{
    Uuid uuid{};
    bool exports_memory = false;     ///< as opaque file descriptors
    bool exports_semaphores = false; ///< as opaque file descriptors
    bool imports_host_memory = false;
};

/// The ways to share a buffer, the best first.
enum class Way
{
    semaphores,  ///< the renderer's memory and semaphores, imported: the host waits for nobody
    handle,      ///< the renderer's memory, imported; the host waits for one side before it starts the other
    host_memory, ///< memory of the host's that both use; it waits as well
    copy         ///< no common memory: through the host
};

/// You write this. True if `name` is one of the names in the list `extensions`. A name that only begins, ends or contains it is
/// another extension. The list may begin and end with blanks and have several of them in a row; an empty name is not in it.
bool lists(const std::string& extensions, const std::string& name);

/// You write this. The best way that both sides can go:
/// - `handle` takes a device that is the same on both sides, which only cl_khr_device_uuid tells, the extension
///   cl_khr_external_memory, opaque file descriptors among the handles of memory, and a renderer that exports memory so.
/// - `semaphores` takes all that, the extensions cl_khr_semaphore and cl_khr_external_semaphore, opaque file descriptors among
///   the handles of semaphores, and a renderer that exports semaphores so.
/// - `host_memory` takes a device whose memory is the host's, and a renderer that imports host memory; the two need not be the
///   same device.
/// - `copy` takes nothing.
Way choose_way(const Compute& compute, const Drawing& drawing);
