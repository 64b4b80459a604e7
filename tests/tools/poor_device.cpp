// Loaded before OpenCL's loader: every device says that it has no images and no linker, and runs commands in
// order only.
#include <lockstep/interposed.hpp>

#include <CL/cl.h>

#include <cstring>

namespace
{

template <typename Value>
cl_int answer(Value value, std::size_t bytes, void* place, std::size_t* needed)
{
    if (needed != nullptr) *needed = sizeof value;
    if (place == nullptr) return CL_SUCCESS;
    if (bytes < sizeof value) return CL_INVALID_VALUE;
    std::memcpy(place, &value, sizeof value);
    return CL_SUCCESS;
}

} // namespace

extern "C" CL_API_ENTRY cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info what,
                                                           std::size_t bytes, void* place,
                                                           std::size_t* needed)
{
    if (what == CL_DEVICE_IMAGE_SUPPORT || what == CL_DEVICE_LINKER_AVAILABLE)
        return answer(cl_bool{CL_FALSE}, bytes, place, needed);
    if (what == CL_DEVICE_QUEUE_PROPERTIES)
        return answer(cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE}, bytes, place, needed);
    return lockstep::librarys<decltype(clGetDeviceInfo)>("clGetDeviceInfo")(device, what, bytes, place,
                                                                            needed);
}
