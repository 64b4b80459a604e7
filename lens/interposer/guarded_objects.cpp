// Contexts, queues, memory, programs and kernels: every function that changes what Oclgrind keeps of them, called by
// the guard. Those that the interposer does something else for, too, stand in files of their own.
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "guard.hpp"

#include <CL/cl.h>

using lockstep::lens::guarded;
using lockstep::lens::next_function;

LOCKSTEP_INTERPOSED cl_context clCreateContext(
    const cl_context_properties* properties, cl_uint num_devices, const cl_device_id* devices,
    void(CL_CALLBACK* pfn_notify)(const char* errinfo, const void* private_info, size_t cb, void* user_data),
    void* user_data, cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clCreateContext)>("clCreateContext");
    return guarded(next, properties, num_devices, devices, pfn_notify, user_data, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_int clRetainContext(cl_context context)
{
    static auto* const next = next_function<decltype(clRetainContext)>("clRetainContext");
    return guarded(next, context);
}

LOCKSTEP_INTERPOSED cl_int clReleaseContext(cl_context context)
{
    static auto* const next = next_function<decltype(clReleaseContext)>("clReleaseContext");
    return guarded(next, context);
}

LOCKSTEP_INTERPOSED cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host_ptr,
                                          cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clCreateBuffer)>("clCreateBuffer");
    return guarded(next, context, flags, size, host_ptr, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                                             cl_buffer_create_type buffer_create_type,
                                             const void* buffer_create_info, cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clCreateSubBuffer)>("clCreateSubBuffer");
    return guarded(next, buffer, flags, buffer_create_type, buffer_create_info, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_mem clCreateImage(cl_context context, cl_mem_flags flags,
                                         const cl_image_format* image_format, const cl_image_desc* image_desc,
                                         void* host_ptr, cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clCreateImage)>("clCreateImage");
    return guarded(next, context, flags, image_format, image_desc, host_ptr, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags,
                                           const cl_image_format* image_format, size_t image_width,
                                           size_t image_height, size_t image_row_pitch, void* host_ptr,
                                           cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clCreateImage2D)>("clCreateImage2D");
    return guarded(next, context, flags, image_format, image_width, image_height, image_row_pitch, host_ptr,
                   errcode_ret);
}

LOCKSTEP_INTERPOSED cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags,
                                           const cl_image_format* image_format, size_t image_width,
                                           size_t image_height, size_t image_depth, size_t image_row_pitch,
                                           size_t image_slice_pitch, void* host_ptr, cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clCreateImage3D)>("clCreateImage3D");
    return guarded(next, context, flags, image_format, image_width, image_height, image_depth,
                   image_row_pitch, image_slice_pitch, host_ptr, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_int clRetainMemObject(cl_mem memobj)
{
    static auto* const next = next_function<decltype(clRetainMemObject)>("clRetainMemObject");
    return guarded(next, memobj);
}

LOCKSTEP_INTERPOSED cl_int clReleaseMemObject(cl_mem memobj)
{
    static auto* const next = next_function<decltype(clReleaseMemObject)>("clReleaseMemObject");
    return guarded(next, memobj);
}

LOCKSTEP_INTERPOSED cl_int clSetMemObjectDestructorCallback(
    cl_mem memobj, void(CL_CALLBACK* pfn_notify)(cl_mem memobj, void* user_data), void* user_data)
{
    static auto* const next =
        next_function<decltype(clSetMemObjectDestructorCallback)>("clSetMemObjectDestructorCallback");
    return guarded(next, memobj, pfn_notify, user_data);
}

LOCKSTEP_INTERPOSED cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords,
                                               cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                                               cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clCreateSampler)>("clCreateSampler");
    return guarded(next, context, normalized_coords, addressing_mode, filter_mode, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_int clRetainSampler(cl_sampler sampler)
{
    static auto* const next = next_function<decltype(clRetainSampler)>("clRetainSampler");
    return guarded(next, sampler);
}

LOCKSTEP_INTERPOSED cl_int clReleaseSampler(cl_sampler sampler)
{
    static auto* const next = next_function<decltype(clReleaseSampler)>("clReleaseSampler");
    return guarded(next, sampler);
}

LOCKSTEP_INTERPOSED cl_program clCreateProgramWithSource(cl_context context, cl_uint count,
                                                         const char** strings, const size_t* lengths,
                                                         cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clCreateProgramWithSource)>("clCreateProgramWithSource");
    return guarded(next, context, count, strings, lengths, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                         const cl_device_id* device_list,
                                                         const size_t* lengths,
                                                         const unsigned char** binaries,
                                                         cl_int* binary_status, cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clCreateProgramWithBinary)>("clCreateProgramWithBinary");
    return guarded(next, context, num_devices, device_list, lengths, binaries, binary_status, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_int clRetainProgram(cl_program program)
{
    static auto* const next = next_function<decltype(clRetainProgram)>("clRetainProgram");
    return guarded(next, program);
}

LOCKSTEP_INTERPOSED cl_int clReleaseProgram(cl_program program)
{
    static auto* const next = next_function<decltype(clReleaseProgram)>("clReleaseProgram");
    return guarded(next, program);
}

LOCKSTEP_INTERPOSED cl_int clBuildProgram(cl_program program, cl_uint num_devices,
                                          const cl_device_id* device_list, const char* options,
                                          void(CL_CALLBACK* pfn_notify)(cl_program program, void* user_data),
                                          void* user_data)
{
    static auto* const next = next_function<decltype(clBuildProgram)>("clBuildProgram");
    return guarded(next, program, num_devices, device_list, options, pfn_notify, user_data);
}

LOCKSTEP_INTERPOSED cl_program clLinkProgram(
    cl_context context, cl_uint num_devices, const cl_device_id* device_list, const char* options,
    cl_uint num_input_programs, const cl_program* input_programs,
    void(CL_CALLBACK* pfn_notify)(cl_program program, void* user_data), void* user_data, cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clLinkProgram)>("clLinkProgram");
    return guarded(next, context, num_devices, device_list, options, num_input_programs, input_programs,
                   pfn_notify, user_data, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_kernel clCreateKernel(cl_program program, const char* kernel_name, cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clCreateKernel)>("clCreateKernel");
    return guarded(next, program, kernel_name, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels,
                                                    cl_kernel* kernels, cl_uint* num_kernels_ret)
{
    static auto* const next = next_function<decltype(clCreateKernelsInProgram)>("clCreateKernelsInProgram");
    return guarded(next, program, num_kernels, kernels, num_kernels_ret);
}

LOCKSTEP_INTERPOSED cl_int clRetainKernel(cl_kernel kernel)
{
    static auto* const next = next_function<decltype(clRetainKernel)>("clRetainKernel");
    return guarded(next, kernel);
}

LOCKSTEP_INTERPOSED cl_int clReleaseKernel(cl_kernel kernel)
{
    static auto* const next = next_function<decltype(clReleaseKernel)>("clReleaseKernel");
    return guarded(next, kernel);
}

LOCKSTEP_INTERPOSED cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size,
                                          const void* arg_value)
{
    static auto* const next = next_function<decltype(clSetKernelArg)>("clSetKernelArg");
    return guarded(next, kernel, arg_index, arg_size, arg_value);
}

LOCKSTEP_INTERPOSED cl_int clRetainDevice(cl_device_id device)
{
    static auto* const next = next_function<decltype(clRetainDevice)>("clRetainDevice");
    return guarded(next, device);
}

LOCKSTEP_INTERPOSED cl_int clReleaseDevice(cl_device_id device)
{
    static auto* const next = next_function<decltype(clReleaseDevice)>("clReleaseDevice");
    return guarded(next, device);
}

LOCKSTEP_INTERPOSED cl_int clUnloadCompiler()
{
    static auto* const next = next_function<decltype(clUnloadCompiler)>("clUnloadCompiler");
    return guarded(next);
}

LOCKSTEP_INTERPOSED cl_int clUnloadPlatformCompiler(cl_platform_id platform)
{
    static auto* const next = next_function<decltype(clUnloadPlatformCompiler)>("clUnloadPlatformCompiler");
    return guarded(next, platform);
}

LOCKSTEP_INTERPOSED cl_sampler clCreateSamplerWithProperties(cl_context context,
                                                             const cl_sampler_properties* sampler_properties,
                                                             cl_int* errcode_ret)
{
    static auto* const next =
        next_function<decltype(clCreateSamplerWithProperties)>("clCreateSamplerWithProperties");
    return guarded(next, context, sampler_properties, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_mem clCreateBufferWithProperties(cl_context context,
                                                        const cl_mem_properties* properties,
                                                        cl_mem_flags flags, size_t size, void* host_ptr,
                                                        cl_int* errcode_ret)
{
    static auto* const next =
        next_function<decltype(clCreateBufferWithProperties)>("clCreateBufferWithProperties");
    return guarded(next, context, properties, flags, size, host_ptr, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_mem clCreateImageWithProperties(
    cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
    const cl_image_format* image_format, const cl_image_desc* image_desc, void* host_ptr, cl_int* errcode_ret)
{
    static auto* const next =
        next_function<decltype(clCreateImageWithProperties)>("clCreateImageWithProperties");
    return guarded(next, context, properties, flags, image_format, image_desc, host_ptr, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clCloneKernel)>("clCloneKernel");
    return guarded(next, source_kernel, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                                          cl_command_queue_properties properties,
                                                          cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clCreateCommandQueue)>("clCreateCommandQueue");
    return guarded(next, context, device, properties, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_int clRetainCommandQueue(cl_command_queue command_queue)
{
    static auto* const next = next_function<decltype(clRetainCommandQueue)>("clRetainCommandQueue");
    return guarded(next, command_queue);
}

LOCKSTEP_INTERPOSED cl_int clReleaseCommandQueue(cl_command_queue command_queue)
{
    static auto* const next = next_function<decltype(clReleaseCommandQueue)>("clReleaseCommandQueue");
    return guarded(next, command_queue);
}

LOCKSTEP_INTERPOSED cl_command_queue clCreateCommandQueueWithProperties(cl_context context,
                                                                        cl_device_id device,
                                                                        const cl_queue_properties* properties,
                                                                        cl_int* errcode_ret)
{
    static auto* const next =
        next_function<decltype(clCreateCommandQueueWithProperties)>("clCreateCommandQueueWithProperties");
    return guarded(next, context, device, properties, errcode_ret);
}
