// All other functions that change what Oclgrind keeps or ask for it, called by the guard. Their types are those of the
// headers; here stands only how many parameters each has. Those that the interposer does something else for, too, stand
// in files of their own.
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "guard.hpp"

// As many names for parameters.
#define NAMES_0
#define NAMES_1 a
#define NAMES_2 NAMES_1, b
#define NAMES_3 NAMES_2, c
#define NAMES_4 NAMES_3, d
#define NAMES_5 NAMES_4, e
#define NAMES_6 NAMES_5, f
#define NAMES_7 NAMES_6, g
#define NAMES_8 NAMES_7, h
#define NAMES_9 NAMES_8, i
#define NAMES_10 NAMES_9, j
#define NAMES_11 NAMES_10, k
#define NAMES_12 NAMES_11, l
#define NAMES_13 NAMES_12, m
#define NAMES_14 NAMES_13, n

#define GUARD(count, function)                                                                               \
    LOCKSTEP_REPLACE(function, NAMES_##count)                                                                \
    {                                                                                                        \
        return lockstep::lens::guarded(real);                                                                \
    }

// Platforms, devices and contexts
GUARD(3, clGetPlatformIDs)
GUARD(5, clGetPlatformInfo)
GUARD(1, clRetainDevice)
GUARD(1, clReleaseDevice)
GUARD(6, clCreateContext)
GUARD(1, clRetainContext)
GUARD(1, clReleaseContext)
GUARD(5, clGetContextInfo)

// Queues and events
GUARD(4, clCreateCommandQueue)
GUARD(4, clCreateCommandQueueWithProperties)
GUARD(1, clRetainCommandQueue)
GUARD(1, clReleaseCommandQueue)
GUARD(5, clGetCommandQueueInfo)
GUARD(1, clFlush)
GUARD(1, clFinish)
GUARD(2, clWaitForEvents)
GUARD(1, clRetainEvent)
GUARD(1, clReleaseEvent)
GUARD(4, clSetEventCallback)
GUARD(5, clGetEventInfo)
GUARD(5, clGetEventProfilingInfo)

// Memory and samplers
GUARD(5, clCreateBuffer)
GUARD(6, clCreateBufferWithProperties)
GUARD(5, clCreateSubBuffer)
GUARD(6, clCreateImage)
GUARD(7, clCreateImageWithProperties)
GUARD(8, clCreateImage2D)
GUARD(10, clCreateImage3D)
GUARD(1, clRetainMemObject)
GUARD(1, clReleaseMemObject)
GUARD(3, clSetMemObjectDestructorCallback)
GUARD(5, clGetMemObjectInfo)
GUARD(5, clGetImageInfo)
GUARD(6, clGetSupportedImageFormats)
GUARD(5, clCreateSampler)
GUARD(3, clCreateSamplerWithProperties)
GUARD(1, clRetainSampler)
GUARD(1, clReleaseSampler)
GUARD(5, clGetSamplerInfo)

// Programs and kernels
GUARD(5, clCreateProgramWithSource)
GUARD(7, clCreateProgramWithBinary)
GUARD(1, clRetainProgram)
GUARD(1, clReleaseProgram)
GUARD(6, clBuildProgram)
GUARD(9, clLinkProgram)
GUARD(0, clUnloadCompiler)
GUARD(1, clUnloadPlatformCompiler)
GUARD(5, clGetProgramInfo)
GUARD(6, clGetProgramBuildInfo)
GUARD(3, clCreateKernel)
GUARD(4, clCreateKernelsInProgram)
GUARD(2, clCloneKernel)
GUARD(1, clRetainKernel)
GUARD(1, clReleaseKernel)
GUARD(4, clSetKernelArg)
GUARD(5, clGetKernelInfo)
GUARD(6, clGetKernelArgInfo)

// Commands
GUARD(9, clEnqueueReadBuffer)
GUARD(14, clEnqueueReadBufferRect)
GUARD(9, clEnqueueWriteBuffer)
GUARD(14, clEnqueueWriteBufferRect)
GUARD(9, clEnqueueFillBuffer)
GUARD(9, clEnqueueCopyBuffer)
GUARD(13, clEnqueueCopyBufferRect)
GUARD(11, clEnqueueReadImage)
GUARD(11, clEnqueueWriteImage)
GUARD(8, clEnqueueFillImage)
GUARD(9, clEnqueueCopyImage)
GUARD(9, clEnqueueCopyImageToBuffer)
GUARD(9, clEnqueueCopyBufferToImage)
GUARD(10, clEnqueueMapBuffer)
GUARD(12, clEnqueueMapImage)
GUARD(6, clEnqueueUnmapMemObject)
GUARD(7, clEnqueueMigrateMemObjects)
GUARD(5, clEnqueueTask)
GUARD(10, clEnqueueNativeKernel)
GUARD(2, clEnqueueMarker)
GUARD(4, clEnqueueMarkerWithWaitList)
GUARD(1, clEnqueueBarrier)
GUARD(4, clEnqueueBarrierWithWaitList)
GUARD(3, clEnqueueWaitForEvents)
