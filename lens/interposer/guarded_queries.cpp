// Queries: every one of what Oclgrind keeps, called by the guard. Those of devices stand in identity.cpp.
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "guard.hpp"

#include <CL/cl.h>

using lockstep::lens::guarded;
using lockstep::lens::next_function;

LOCKSTEP_INTERPOSED cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id* platforms,
                                            cl_uint* num_platforms)
{
    static auto* const next = next_function<decltype(clGetPlatformIDs)>("clGetPlatformIDs");
    return guarded(next, num_entries, platforms, num_platforms);
}

LOCKSTEP_INTERPOSED cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                             size_t param_value_size, void* param_value,
                                             size_t* param_value_size_ret)
{
    static auto* const next = next_function<decltype(clGetPlatformInfo)>("clGetPlatformInfo");
    return guarded(next, platform, param_name, param_value_size, param_value, param_value_size_ret);
}

LOCKSTEP_INTERPOSED cl_int clGetContextInfo(cl_context context, cl_context_info param_name,
                                            size_t param_value_size, void* param_value,
                                            size_t* param_value_size_ret)
{
    static auto* const next = next_function<decltype(clGetContextInfo)>("clGetContextInfo");
    return guarded(next, context, param_name, param_value_size, param_value, param_value_size_ret);
}

LOCKSTEP_INTERPOSED cl_int clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size,
                                              void* param_value, size_t* param_value_size_ret)
{
    static auto* const next = next_function<decltype(clGetMemObjectInfo)>("clGetMemObjectInfo");
    return guarded(next, memobj, param_name, param_value_size, param_value, param_value_size_ret);
}

LOCKSTEP_INTERPOSED cl_int clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                                          void* param_value, size_t* param_value_size_ret)
{
    static auto* const next = next_function<decltype(clGetImageInfo)>("clGetImageInfo");
    return guarded(next, image, param_name, param_value_size, param_value, param_value_size_ret);
}

LOCKSTEP_INTERPOSED cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                                      cl_mem_object_type image_type, cl_uint num_entries,
                                                      cl_image_format* image_formats,
                                                      cl_uint* num_image_formats)
{
    static auto* const next =
        next_function<decltype(clGetSupportedImageFormats)>("clGetSupportedImageFormats");
    return guarded(next, context, flags, image_type, num_entries, image_formats, num_image_formats);
}

LOCKSTEP_INTERPOSED cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name,
                                            size_t param_value_size, void* param_value,
                                            size_t* param_value_size_ret)
{
    static auto* const next = next_function<decltype(clGetSamplerInfo)>("clGetSamplerInfo");
    return guarded(next, sampler, param_name, param_value_size, param_value, param_value_size_ret);
}

LOCKSTEP_INTERPOSED cl_int clGetProgramInfo(cl_program program, cl_program_info param_name,
                                            size_t param_value_size, void* param_value,
                                            size_t* param_value_size_ret)
{
    static auto* const next = next_function<decltype(clGetProgramInfo)>("clGetProgramInfo");
    return guarded(next, program, param_name, param_value_size, param_value, param_value_size_ret);
}

LOCKSTEP_INTERPOSED cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                                 cl_program_build_info param_name, size_t param_value_size,
                                                 void* param_value, size_t* param_value_size_ret)
{
    static auto* const next = next_function<decltype(clGetProgramBuildInfo)>("clGetProgramBuildInfo");
    return guarded(next, program, device, param_name, param_value_size, param_value, param_value_size_ret);
}

LOCKSTEP_INTERPOSED cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name,
                                           size_t param_value_size, void* param_value,
                                           size_t* param_value_size_ret)
{
    static auto* const next = next_function<decltype(clGetKernelInfo)>("clGetKernelInfo");
    return guarded(next, kernel, param_name, param_value_size, param_value, param_value_size_ret);
}

LOCKSTEP_INTERPOSED cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_indx,
                                              cl_kernel_arg_info param_name, size_t param_value_size,
                                              void* param_value, size_t* param_value_size_ret)
{
    static auto* const next = next_function<decltype(clGetKernelArgInfo)>("clGetKernelArgInfo");
    return guarded(next, kernel, arg_indx, param_name, param_value_size, param_value, param_value_size_ret);
}

LOCKSTEP_INTERPOSED cl_int clGetCommandQueueInfo(cl_command_queue command_queue,
                                                 cl_command_queue_info param_name, size_t param_value_size,
                                                 void* param_value, size_t* param_value_size_ret)
{
    static auto* const next = next_function<decltype(clGetCommandQueueInfo)>("clGetCommandQueueInfo");
    return guarded(next, command_queue, param_name, param_value_size, param_value, param_value_size_ret);
}

LOCKSTEP_INTERPOSED cl_int clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                                          void* param_value, size_t* param_value_size_ret)
{
    static auto* const next = next_function<decltype(clGetEventInfo)>("clGetEventInfo");
    return guarded(next, event, param_name, param_value_size, param_value, param_value_size_ret);
}

LOCKSTEP_INTERPOSED cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                                                   size_t param_value_size, void* param_value,
                                                   size_t* param_value_size_ret)
{
    static auto* const next = next_function<decltype(clGetEventProfilingInfo)>("clGetEventProfilingInfo");
    return guarded(next, event, param_name, param_value_size, param_value, param_value_size_ret);
}
