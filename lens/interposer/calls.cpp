// Every function that changes what Oclgrind keeps, called by the guard. Those that the interposer does something else
// for, too, stand in files of their own.
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "guard.hpp"

#include <CL/cl.h>

namespace
{

/// A function of the runtime, guarded: one of the same type.
template <typename Function>
struct Guarded;

template <typename Result, typename... Arguments>
struct Guarded<Result(Arguments...)>
{
    template <const char* const& name>
    static Result call(Arguments... arguments)
    {
        static auto* const next = lockstep::lens::next_function<Result(Arguments...)>(name);
        return lockstep::lens::guarded(next, arguments...);
    }
};

} // namespace

// The loader asks resolve_FUNCTION what FUNCTION is: a macro, as only a macro can make the name of a function.
#define LOCKSTEP_GUARDED(function)                                                                           \
    namespace                                                                                                \
    {                                                                                                        \
    constexpr const char* name_of_##function = #function;                                                    \
    }                                                                                                        \
    extern "C"                                                                                               \
    {                                                                                                        \
        [[gnu::used]] static auto* resolve_##function()                                                      \
        {                                                                                                    \
            return &Guarded<decltype(function)>::call<name_of_##function>;                                   \
        }                                                                                                    \
        __attribute__((ifunc("resolve_" #function))) decltype(function) function;                            \
    }

LOCKSTEP_GUARDED(clCreateContext)
LOCKSTEP_GUARDED(clRetainContext)
LOCKSTEP_GUARDED(clReleaseContext)
LOCKSTEP_GUARDED(clCreateCommandQueue)
LOCKSTEP_GUARDED(clRetainCommandQueue)
LOCKSTEP_GUARDED(clReleaseCommandQueue)
LOCKSTEP_GUARDED(clCreateBuffer)
LOCKSTEP_GUARDED(clCreateSubBuffer)
LOCKSTEP_GUARDED(clCreateImage)
LOCKSTEP_GUARDED(clCreateImage2D)
LOCKSTEP_GUARDED(clCreateImage3D)
LOCKSTEP_GUARDED(clRetainMemObject)
LOCKSTEP_GUARDED(clReleaseMemObject)
LOCKSTEP_GUARDED(clSetMemObjectDestructorCallback)
LOCKSTEP_GUARDED(clCreateSampler)
LOCKSTEP_GUARDED(clRetainSampler)
LOCKSTEP_GUARDED(clReleaseSampler)
LOCKSTEP_GUARDED(clCreateProgramWithSource)
LOCKSTEP_GUARDED(clCreateProgramWithBinary)
LOCKSTEP_GUARDED(clRetainProgram)
LOCKSTEP_GUARDED(clReleaseProgram)
LOCKSTEP_GUARDED(clBuildProgram)
LOCKSTEP_GUARDED(clLinkProgram)
LOCKSTEP_GUARDED(clCreateKernel)
LOCKSTEP_GUARDED(clCreateKernelsInProgram)
LOCKSTEP_GUARDED(clRetainKernel)
LOCKSTEP_GUARDED(clReleaseKernel)
LOCKSTEP_GUARDED(clSetKernelArg)
LOCKSTEP_GUARDED(clWaitForEvents)
LOCKSTEP_GUARDED(clRetainEvent)
LOCKSTEP_GUARDED(clReleaseEvent)
LOCKSTEP_GUARDED(clSetEventCallback)
LOCKSTEP_GUARDED(clFlush)
LOCKSTEP_GUARDED(clFinish)
LOCKSTEP_GUARDED(clEnqueueReadBuffer)
LOCKSTEP_GUARDED(clEnqueueReadBufferRect)
LOCKSTEP_GUARDED(clEnqueueWriteBuffer)
LOCKSTEP_GUARDED(clEnqueueWriteBufferRect)
LOCKSTEP_GUARDED(clEnqueueFillBuffer)
LOCKSTEP_GUARDED(clEnqueueCopyBuffer)
LOCKSTEP_GUARDED(clEnqueueCopyBufferRect)
LOCKSTEP_GUARDED(clEnqueueReadImage)
LOCKSTEP_GUARDED(clEnqueueWriteImage)
LOCKSTEP_GUARDED(clEnqueueFillImage)
LOCKSTEP_GUARDED(clEnqueueCopyImage)
LOCKSTEP_GUARDED(clEnqueueCopyImageToBuffer)
LOCKSTEP_GUARDED(clEnqueueCopyBufferToImage)
LOCKSTEP_GUARDED(clEnqueueMapBuffer)
LOCKSTEP_GUARDED(clEnqueueMapImage)
LOCKSTEP_GUARDED(clEnqueueUnmapMemObject)
LOCKSTEP_GUARDED(clEnqueueMigrateMemObjects)
LOCKSTEP_GUARDED(clEnqueueTask)
LOCKSTEP_GUARDED(clEnqueueNativeKernel)
LOCKSTEP_GUARDED(clEnqueueMarker)
LOCKSTEP_GUARDED(clEnqueueBarrier)
LOCKSTEP_GUARDED(clEnqueueWaitForEvents)
LOCKSTEP_GUARDED(clEnqueueMarkerWithWaitList)
LOCKSTEP_GUARDED(clEnqueueBarrierWithWaitList)
LOCKSTEP_GUARDED(clGetPlatformIDs)
LOCKSTEP_GUARDED(clGetPlatformInfo)
LOCKSTEP_GUARDED(clGetContextInfo)
LOCKSTEP_GUARDED(clGetCommandQueueInfo)
LOCKSTEP_GUARDED(clGetMemObjectInfo)
LOCKSTEP_GUARDED(clGetImageInfo)
LOCKSTEP_GUARDED(clGetSupportedImageFormats)
LOCKSTEP_GUARDED(clGetSamplerInfo)
LOCKSTEP_GUARDED(clGetProgramInfo)
LOCKSTEP_GUARDED(clGetProgramBuildInfo)
LOCKSTEP_GUARDED(clGetKernelInfo)
LOCKSTEP_GUARDED(clGetKernelArgInfo)
LOCKSTEP_GUARDED(clGetEventInfo)
LOCKSTEP_GUARDED(clGetEventProfilingInfo)
LOCKSTEP_GUARDED(clRetainDevice)
LOCKSTEP_GUARDED(clReleaseDevice)
LOCKSTEP_GUARDED(clUnloadCompiler)
LOCKSTEP_GUARDED(clUnloadPlatformCompiler)
LOCKSTEP_GUARDED(clCreateCommandQueueWithProperties)
LOCKSTEP_GUARDED(clCreateSamplerWithProperties)
LOCKSTEP_GUARDED(clCreateBufferWithProperties)
LOCKSTEP_GUARDED(clCreateImageWithProperties)
LOCKSTEP_GUARDED(clCloneKernel)
