// The way in for ICD loaders: the table of functions, and the two that a loader looks up by name.
#include "host/calls.hpp"

#include <cstring>
#include <type_traits>

namespace lockstep::pocket
{

namespace
{

// What this device does not have.
cl_int CL_API_CALL not_here()
{
    return CL_INVALID_OPERATION;
}

void* CL_API_CALL nothing_here()
{
    return nullptr;
}

void* CL_API_CALL GetExtensionFunctionAddress(const char* name)
{
    return name != nullptr && std::strcmp(name, "clIcdGetPlatformIDsKHR") == 0
               ? reinterpret_cast<void*>(&GetPlatformIDs)
               : nullptr;
}

void* CL_API_CALL GetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char* name)
{
    return platform == the_platform() ? GetExtensionFunctionAddress(name) : nullptr;
}

cl_icd_dispatch made_table()
{
    cl_icd_dispatch table{};
    // Every place that stays empty would be a jump to nowhere.
    void (*const refusal)() = reinterpret_cast<void (*)()>(&not_here);
    auto* const places = reinterpret_cast<void (**)()>(&table);
    for (std::size_t i = 0; i < sizeof table / sizeof *places; ++i) places[i] = refusal;
    const auto returns_pointer = [](auto& place) {
        place = reinterpret_cast<std::remove_reference_t<decltype(place)>>(
            reinterpret_cast<void (*)()>(&nothing_here));
    };
    table.clGetPlatformIDs = &GetPlatformIDs;
    table.clGetPlatformInfo = &GetPlatformInfo;
    table.clGetDeviceIDs = &GetDeviceIDs;
    table.clGetDeviceInfo = &GetDeviceInfo;
    table.clCreateContext = &CreateContext;
    table.clCreateContextFromType = &CreateContextFromType;
    table.clRetainContext = &RetainContext;
    table.clReleaseContext = &ReleaseContext;
    table.clGetContextInfo = &GetContextInfo;
    table.clCreateCommandQueue = &CreateCommandQueue;
    table.clRetainCommandQueue = &RetainCommandQueue;
    table.clReleaseCommandQueue = &ReleaseCommandQueue;
    table.clGetCommandQueueInfo = &GetCommandQueueInfo;
    table.clCreateBuffer = &CreateBuffer;
    table.clCreateImage2D = &CreateImage2D;
    table.clCreateImage3D = &CreateImage3D;
    table.clRetainMemObject = &RetainMemObject;
    table.clReleaseMemObject = &ReleaseMemObject;
    table.clGetSupportedImageFormats = &GetSupportedImageFormats;
    table.clGetMemObjectInfo = &GetMemObjectInfo;
    table.clGetImageInfo = &GetImageInfo;
    table.clCreateSampler = &CreateSampler;
    table.clRetainSampler = &RetainSampler;
    table.clReleaseSampler = &ReleaseSampler;
    table.clGetSamplerInfo = &GetSamplerInfo;
    table.clCreateProgramWithSource = &CreateProgramWithSource;
    table.clCreateProgramWithBinary = &CreateProgramWithBinary;
    table.clRetainProgram = &RetainProgram;
    table.clReleaseProgram = &ReleaseProgram;
    table.clBuildProgram = &BuildProgram;
    table.clUnloadCompiler = &UnloadCompiler;
    table.clGetProgramInfo = &GetProgramInfo;
    table.clGetProgramBuildInfo = &GetProgramBuildInfo;
    table.clCreateKernel = &CreateKernel;
    table.clCreateKernelsInProgram = &CreateKernelsInProgram;
    table.clRetainKernel = &RetainKernel;
    table.clReleaseKernel = &ReleaseKernel;
    table.clSetKernelArg = &SetKernelArg;
    table.clGetKernelInfo = &GetKernelInfo;
    table.clGetKernelWorkGroupInfo = &GetKernelWorkGroupInfo;
    table.clWaitForEvents = &WaitForEvents;
    table.clGetEventInfo = &GetEventInfo;
    table.clRetainEvent = &RetainEvent;
    table.clReleaseEvent = &ReleaseEvent;
    table.clGetEventProfilingInfo = &GetEventProfilingInfo;
    table.clFlush = &Flush;
    table.clFinish = &Finish;
    table.clEnqueueReadBuffer = &EnqueueReadBuffer;
    table.clEnqueueWriteBuffer = &EnqueueWriteBuffer;
    table.clEnqueueCopyBuffer = &EnqueueCopyBuffer;
    table.clEnqueueReadImage = &EnqueueReadImage;
    table.clEnqueueWriteImage = &EnqueueWriteImage;
    table.clEnqueueCopyImage = &EnqueueCopyImage;
    table.clEnqueueCopyImageToBuffer = &EnqueueCopyImageToBuffer;
    table.clEnqueueCopyBufferToImage = &EnqueueCopyBufferToImage;
    table.clEnqueueMapBuffer = &EnqueueMapBuffer;
    table.clEnqueueMapImage = &EnqueueMapImage;
    table.clEnqueueUnmapMemObject = &EnqueueUnmapMemObject;
    table.clEnqueueNDRangeKernel = &EnqueueNDRangeKernel;
    table.clEnqueueTask = &EnqueueTask;
    table.clEnqueueMarker = &EnqueueMarker;
    table.clEnqueueWaitForEvents = &EnqueueWaitForEvents;
    table.clEnqueueBarrier = &EnqueueBarrier;
    table.clSetEventCallback = &SetEventCallback;
    table.clCreateSubBuffer = &CreateSubBuffer;
    table.clSetMemObjectDestructorCallback = &SetMemObjectDestructorCallback;
    table.clCreateUserEvent = &CreateUserEvent;
    table.clSetUserEventStatus = &SetUserEventStatus;
    table.clEnqueueReadBufferRect = &EnqueueReadBufferRect;
    table.clEnqueueWriteBufferRect = &EnqueueWriteBufferRect;
    table.clEnqueueCopyBufferRect = &EnqueueCopyBufferRect;
    table.clCreateSubDevices = &CreateSubDevices;
    table.clRetainDevice = &RetainDevice;
    table.clReleaseDevice = &ReleaseDevice;
    table.clCreateImage = &CreateImage;
    table.clCreateProgramWithBuiltInKernels = &CreateProgramWithBuiltInKernels;
    table.clCompileProgram = &CompileProgram;
    table.clLinkProgram = &LinkProgram;
    table.clUnloadPlatformCompiler = &UnloadPlatformCompiler;
    table.clGetKernelArgInfo = &GetKernelArgInfo;
    table.clEnqueueFillBuffer = &EnqueueFillBuffer;
    table.clEnqueueFillImage = &EnqueueFillImage;
    table.clEnqueueMigrateMemObjects = &EnqueueMigrateMemObjects;
    table.clEnqueueMarkerWithWaitList = &EnqueueMarkerWithWaitList;
    table.clEnqueueBarrierWithWaitList = &EnqueueBarrierWithWaitList;
    table.clCreateCommandQueueWithProperties = &CreateCommandQueueWithProperties;
    table.clCreateSamplerWithProperties = &CreateSamplerWithProperties;
    table.clCloneKernel = &CloneKernel;
    table.clGetKernelSubGroupInfo = &GetKernelSubGroupInfo;
    returns_pointer(table.clCreateFromGLBuffer);
    returns_pointer(table.clCreateFromGLTexture2D);
    returns_pointer(table.clCreateFromGLTexture3D);
    returns_pointer(table.clCreateFromGLRenderbuffer);
    returns_pointer(table.clCreateFromGLTexture);
    returns_pointer(table.clCreateEventFromGLsyncKHR);
    returns_pointer(table.clCreateFromEGLImageKHR);
    returns_pointer(table.clCreateEventFromEGLSyncKHR);
    returns_pointer(table.clCreatePipe);
    returns_pointer(table.clSVMAlloc);
    returns_pointer(table.clCreateProgramWithIL);
    returns_pointer(table.clCreateBufferWithProperties);
    returns_pointer(table.clCreateImageWithProperties);
    table.clRetainDeviceEXT = &RetainDevice;
    table.clReleaseDeviceEXT = &ReleaseDevice;
    table.clGetKernelSubGroupInfoKHR = &GetKernelSubGroupInfo;
    table.clGetExtensionFunctionAddress = &GetExtensionFunctionAddress;
    table.clGetExtensionFunctionAddressForPlatform = &GetExtensionFunctionAddressForPlatform;
    return table;
}

} // namespace

} // namespace lockstep::pocket

const cl_icd_dispatch pocket_dispatch = lockstep::pocket::made_table();

extern "C"
{

    __attribute__((visibility("default"))) cl_int CL_API_CALL
    clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id* platforms, cl_uint* count)
    {
        return lockstep::pocket::GetPlatformIDs(room, platforms, count);
    }

    __attribute__((visibility("default"))) void* CL_API_CALL clGetExtensionFunctionAddress(const char* name)
    {
        return lockstep::pocket::GetExtensionFunctionAddress(name);
    }

    __attribute__((visibility("default"))) cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                                                                cl_platform_info what,
                                                                                size_t room, void* value,
                                                                                size_t* needed)
    {
        return lockstep::pocket::GetPlatformInfo(platform, what, room, value, needed);
    }

} // extern "C"
