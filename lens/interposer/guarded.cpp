// All other functions that change what Oclgrind keeps or ask for it, called by the guard. Their types are those of the
// headers; here stands only how many parameters each has. Those that the interposer does something else for, too, stand
// in files of their own.
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "guard.hpp"

#include <CL/cl.h>

#include <cstddef>
#include <tuple>

namespace
{

template <typename Function>
struct Type;

template <typename Returned, typename... Given>
struct Type<Returned(Given...)>
{
    using Result = Returned;
    template <std::size_t index>
    using Parameter = std::tuple_element_t<index, std::tuple<Given...>>;
};

} // namespace

#define PARAMETER(function, index) Type<decltype(function)>::Parameter<index>
#define PARAMETERS_0(function)
#define PARAMETERS_1(function) PARAMETER(function, 0) a
#define PARAMETERS_2(function) PARAMETERS_1(function), PARAMETER(function, 1) b
#define PARAMETERS_3(function) PARAMETERS_2(function), PARAMETER(function, 2) c
#define PARAMETERS_4(function) PARAMETERS_3(function), PARAMETER(function, 3) d
#define PARAMETERS_5(function) PARAMETERS_4(function), PARAMETER(function, 4) e
#define PARAMETERS_6(function) PARAMETERS_5(function), PARAMETER(function, 5) f
#define PARAMETERS_7(function) PARAMETERS_6(function), PARAMETER(function, 6) g
#define PARAMETERS_8(function) PARAMETERS_7(function), PARAMETER(function, 7) h
#define PARAMETERS_9(function) PARAMETERS_8(function), PARAMETER(function, 8) i
#define PARAMETERS_10(function) PARAMETERS_9(function), PARAMETER(function, 9) j
#define PARAMETERS_11(function) PARAMETERS_10(function), PARAMETER(function, 10) k
#define PARAMETERS_12(function) PARAMETERS_11(function), PARAMETER(function, 11) l
#define PARAMETERS_13(function) PARAMETERS_12(function), PARAMETER(function, 12) m
#define PARAMETERS_14(function) PARAMETERS_13(function), PARAMETER(function, 13) n

// The parameters of that many, each behind a comma.
#define GIVEN_0
#define GIVEN_1 , a
#define GIVEN_2 GIVEN_1, b
#define GIVEN_3 GIVEN_2, c
#define GIVEN_4 GIVEN_3, d
#define GIVEN_5 GIVEN_4, e
#define GIVEN_6 GIVEN_5, f
#define GIVEN_7 GIVEN_6, g
#define GIVEN_8 GIVEN_7, h
#define GIVEN_9 GIVEN_8, i
#define GIVEN_10 GIVEN_9, j
#define GIVEN_11 GIVEN_10, k
#define GIVEN_12 GIVEN_11, l
#define GIVEN_13 GIVEN_12, m
#define GIVEN_14 GIVEN_13, n

#define GUARD(count, function)                                                                               \
    LOCKSTEP_INTERPOSED Type<decltype(function)>::Result function(PARAMETERS_##count(function))              \
    {                                                                                                        \
        static auto* const next = lockstep::lens::next_function<decltype(function)>(#function);              \
        return lockstep::lens::guarded(next GIVEN_##count);                                                  \
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
