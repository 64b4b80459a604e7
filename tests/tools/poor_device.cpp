// Loaded before OpenCL's loader: every device says that it has no images and no linker, and runs commands in
// order only.
#include <CL/cl.h>

#include <lockstep/stand_in.hpp>

LOCKSTEP_REPLACE(clGetDeviceInfo, device, what, room, value, needed)
{
    if (what == CL_DEVICE_IMAGE_SUPPORT || what == CL_DEVICE_LINKER_AVAILABLE)
        return lockstep::answer(cl_bool{CL_FALSE}, room, value, needed);
    if (what == CL_DEVICE_QUEUE_PROPERTIES)
        return lockstep::answer(cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE}, room, value, needed);
    return real();
}
