// A platform without devices, which stands before this machine's own while an EmptyPlatform lives. Include this in one source
// file only, because it defines OpenCL's functions, too.
#pragma once

#include <lockstep/interposed.hpp>

#include <CL/opencl.h>

#include <cstring>
#include <string>

struct EmptyPlatform
{
    EmptyPlatform() { present = true; }
    ~EmptyPlatform() { present = false; }
    EmptyPlatform(const EmptyPlatform&) = delete;
    EmptyPlatform& operator=(const EmptyPlatform&) = delete;

    static cl_platform_id handle() { return reinterpret_cast<cl_platform_id>(&present); }
    static bool is(cl_platform_id platform) { return present && platform == handle(); }

    inline static thread_local bool present = false;
};

extern "C"
{

    cl_int clGetPlatformIDs(cl_uint room, cl_platform_id* platforms, cl_uint* count)
    {
        using lockstep::real;
        if (!EmptyPlatform::present || lockstep::inside_library > 0)
            return real<decltype(clGetPlatformIDs)>("clGetPlatformIDs", room, platforms, count);
        if (platforms != nullptr && room > 0) *platforms++ = EmptyPlatform::handle();
        if (platforms != nullptr && --room == 0) platforms = nullptr;
        cl_uint others = 0;
        const cl_int code = real<decltype(clGetPlatformIDs)>(
            "clGetPlatformIDs", platforms == nullptr ? 0 : room, platforms, &others);
        if (count != nullptr) *count = others + 1;
        return code;
    }

    cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t bytes, void* value,
                             size_t* needed)
    {
        if (!EmptyPlatform::is(platform))
            return lockstep::real<decltype(clGetPlatformInfo)>("clGetPlatformInfo", platform, what, bytes,
                                                               value, needed);
        const std::string text =
            what == CL_PLATFORM_VERSION ? "OpenCL 3.0 without devices" : "Empty platform";
        if (needed != nullptr) *needed = text.size() + 1;
        if (value != nullptr && bytes < text.size() + 1) return CL_INVALID_VALUE;
        if (value != nullptr) std::memcpy(value, text.c_str(), text.size() + 1);
        return CL_SUCCESS;
    }

    cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id* devices,
                          cl_uint* count)
    {
        if (!EmptyPlatform::is(platform))
            return lockstep::real<decltype(clGetDeviceIDs)>("clGetDeviceIDs", platform, type, room, devices,
                                                            count);
        if (count != nullptr) *count = 0;
        return CL_DEVICE_NOT_FOUND;
    }

} // extern "C"
