// A platform without devices, which stands before this machine's own while an EmptyPlatform lives. Include this in one source
// file only, because it defines OpenCL's functions, too.
#pragma once

#include <CL/opencl.h>

#include <lockstep/stand_in.hpp>

#include <string>

struct EmptyPlatform : lockstep::StandIn<EmptyPlatform>
{
    static cl_platform_id handle() { return reinterpret_cast<cl_platform_id>(&present); }
    cl_int code = CL_DEVICE_NOT_FOUND; ///< of the question for its devices
};

LOCKSTEP_WITNESS(EmptyPlatform, clGetPlatformIDs, room, platforms, count)
{
    if (platforms != nullptr && room > 0) *platforms++ = EmptyPlatform::handle();
    if (platforms != nullptr && --room == 0) platforms = nullptr;
    if (platforms == nullptr) room = 0;
    cl_uint others = 0;
    cl_uint* const all = count;
    count = &others;
    const cl_int code = real();
    if (all != nullptr) *all = others + 1;
    return code;
}

LOCKSTEP_WITNESS(EmptyPlatform, clGetPlatformInfo, platform, question, bytes, value, needed)
{
    if (platform != EmptyPlatform::handle()) return real();
    const std::string text =
        question == CL_PLATFORM_VERSION ? "OpenCL 3.0 without devices" : "Empty platform";
    return lockstep::answer(text, bytes, value, needed);
}

LOCKSTEP_WITNESS(EmptyPlatform, clGetDeviceIDs, platform, type, room, devices, count)
{
    if (platform != EmptyPlatform::handle()) return real();
    if (count != nullptr) *count = 0;
    return witness->code;
}
