// OpenCL for a test program whose kernels must not run in its own process: preloaded, this library takes the place of the
// functions that test programs of kernel exercises call, and has each done by the server (server.cpp). Here are the
// functions on objects, in client_commands.cpp those that enqueue.
#include "remote/request.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace
{

using namespace lockstep::remote;

template <typename Handle>
cl_int listed(const Request& request, cl_uint room, Handle* found, cl_uint* count)
{
    std::size_t bytes = 0;
    std::vector<std::byte> all(std::size_t{1} << 16U);
    const cl_int code = request.answered(all.size(), all.data(), &bytes);
    if (code != CL_SUCCESS) return code;
    const auto there = static_cast<cl_uint>(bytes / sizeof(Handle));
    if (count != nullptr) *count = there;
    if (found != nullptr) std::memcpy(found, all.data(), std::min(room, there) * sizeof(Handle));
    return code;
}

} // namespace

// What is asked of an object, and how one is kept and let go of, is the same for all kinds.
#define LOCKSTEP_INFO(function, Handle, kind)                                                                \
    cl_int function(Handle of, cl_uint what, size_t room, void* value, size_t* size)                         \
    {                                                                                                        \
        return info(Kind::kind, of, what, room, value, size);                                                \
    }
#define LOCKSTEP_COUNTED(name, Handle, kind)                                                                 \
    cl_int clRetain##name(Handle of)                                                                         \
    {                                                                                                        \
        return Request{Call::retain}.value(Kind::kind).handle(of).done();                                    \
    }                                                                                                        \
    cl_int clRelease##name(Handle of)                                                                        \
    {                                                                                                        \
        return Request{Call::release}.value(Kind::kind).handle(of).done();                                   \
    }

extern "C"
{

    cl_int clGetPlatformIDs(cl_uint room, cl_platform_id* found, cl_uint* count)
    {
        return listed(Request{Call::platform_ids}, room, found, count);
    }

    cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id* found,
                          cl_uint* count)
    {
        return listed(Request{Call::device_ids}.handle(platform).value(type), room, found, count);
    }

    LOCKSTEP_INFO(clGetPlatformInfo, cl_platform_id, platform)
    LOCKSTEP_INFO(clGetDeviceInfo, cl_device_id, device)
    LOCKSTEP_INFO(clGetContextInfo, cl_context, context)
    LOCKSTEP_INFO(clGetCommandQueueInfo, cl_command_queue, queue)
    LOCKSTEP_INFO(clGetMemObjectInfo, cl_mem, memory)
    LOCKSTEP_INFO(clGetImageInfo, cl_mem, image)
    LOCKSTEP_INFO(clGetProgramInfo, cl_program, program)
    LOCKSTEP_INFO(clGetKernelInfo, cl_kernel, kernel)
    LOCKSTEP_INFO(clGetEventInfo, cl_event, event)

    cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what,
                                 size_t room, void* value, size_t* size)
    {
        return Request{Call::build_info}.handle(program).handle(device).value(what).answered(room, value,
                                                                                             size);
    }
    cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what,
                                    size_t room, void* value, size_t* size)
    {
        return Request{Call::work_group_info}.handle(kernel).handle(device).value(what).answered(room, value,
                                                                                                 size);
    }
    cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what, size_t room,
                              void* value, size_t* size)
    {
        return Request{Call::argument_info}.handle(kernel).value(index).value(what).answered(room, value,
                                                                                             size);
    }

    LOCKSTEP_COUNTED(Device, cl_device_id, device)
    LOCKSTEP_COUNTED(Context, cl_context, context)
    LOCKSTEP_COUNTED(CommandQueue, cl_command_queue, queue)
    LOCKSTEP_COUNTED(MemObject, cl_mem, memory)
    LOCKSTEP_COUNTED(Program, cl_program, program)
    LOCKSTEP_COUNTED(Kernel, cl_kernel, kernel)
    LOCKSTEP_COUNTED(Event, cl_event, event)

    cl_context clCreateContext(const cl_context_properties*, cl_uint, const cl_device_id* devices,
                               void (*)(const char*, const void*, size_t, void*), void*, cl_int* error)
    {
        return Request{Call::create_context}.handle(devices[0]).made<cl_context>(error);
    }

    cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties, cl_int* error)
    {
        return Request{Call::create_queue}
            .handle(context)
            .handle(device)
            .value(properties)
            .made<cl_command_queue>(error);
    }

    cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void* contents, cl_int* error)
    {
        if ((flags & CL_MEM_USE_HOST_PTR) != 0) {
            if (error != nullptr) *error = CL_INVALID_OPERATION;
            return nullptr;
        }
        return Request{Call::create_buffer}
            .handle(context)
            .value(flags)
            .value(std::uint64_t{bytes})
            .block(contents, bytes)
            .made<cl_mem>(error);
    }

    cl_mem clCreateSubBuffer(cl_mem whole, cl_mem_flags flags, cl_buffer_create_type, const void* region,
                             cl_int* error)
    {
        return Request{Call::create_sub_buffer}
            .handle(whole)
            .value(flags)
            .value(*static_cast<const cl_buffer_region*>(region))
            .made<cl_mem>(error);
    }

    cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                         const cl_image_desc* about, void* pixels, cl_int* error)
    {
        if (pixels !=
            nullptr) { // how many bytes they are, only the driver knows: they are written afterwards
            if (error != nullptr) *error = CL_INVALID_OPERATION;
            return nullptr;
        }
        return Request{Call::create_image}
            .handle(context)
            .value(flags)
            .value(*format)
            .value(*about)
            .block(nullptr, 0)
            .made<cl_mem>(error);
    }

    cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** texts,
                                         const size_t* lengths, cl_int* error)
    {
        std::string source;
        for (cl_uint i = 0; i < count; ++i)
            source.append(texts[i],
                          lengths != nullptr && lengths[i] != 0 ? lengths[i] : std::strlen(texts[i]));
        return Request{Call::create_program}
            .handle(context)
            .block(source.data(), source.size())
            .made<cl_program>(error);
    }

    cl_int clBuildProgram(cl_program program, cl_uint, const cl_device_id* devices, const char* options,
                          void (*)(cl_program, void*), void*)
    {
        std::uint64_t device = 0; // of a call without devices
        if (devices != nullptr)
            device = reinterpret_cast<std::uint64_t>(devices[0]);
        else if (const cl_int error =
                     info(Kind::program, program, CL_PROGRAM_DEVICES, sizeof device, &device, nullptr);
                 error != CL_SUCCESS)
            return error;
        return Request{Call::build_program}.handle(program).value(device).text(options).done();
    }

    cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* error)
    {
        return Request{Call::create_kernel}.handle(program).text(name).made<cl_kernel>(error);
    }

    cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void* value)
    {
        return Request{Call::set_argument}
            .handle(kernel)
            .value(index)
            .value(std::uint64_t{size})
            .block(value, size)
            .done();
    }

} // extern "C"
