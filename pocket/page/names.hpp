// OpenCL's names for Pocket's functions, for programs that are linked with them instead of asking a loader. Included before all of
// pocket/host: the functions themselves get these names, so that no call is handed on.
#pragma once

#include "host/calls.hpp"

#define LOCKSTEP_IS_OPENCL(function) decltype(function) function __asm__("cl" #function)

namespace lockstep::pocket
{

LOCKSTEP_IS_OPENCL(GetPlatformIDs);
LOCKSTEP_IS_OPENCL(GetPlatformInfo);
LOCKSTEP_IS_OPENCL(GetDeviceIDs);
LOCKSTEP_IS_OPENCL(GetDeviceInfo);
LOCKSTEP_IS_OPENCL(CreateContext);
LOCKSTEP_IS_OPENCL(CreateContextFromType);
LOCKSTEP_IS_OPENCL(RetainContext);
LOCKSTEP_IS_OPENCL(ReleaseContext);
LOCKSTEP_IS_OPENCL(GetContextInfo);
LOCKSTEP_IS_OPENCL(CreateCommandQueue);
LOCKSTEP_IS_OPENCL(RetainCommandQueue);
LOCKSTEP_IS_OPENCL(ReleaseCommandQueue);
LOCKSTEP_IS_OPENCL(GetCommandQueueInfo);
LOCKSTEP_IS_OPENCL(CreateBuffer);
LOCKSTEP_IS_OPENCL(CreateImage2D);
LOCKSTEP_IS_OPENCL(CreateImage3D);
LOCKSTEP_IS_OPENCL(RetainMemObject);
LOCKSTEP_IS_OPENCL(ReleaseMemObject);
LOCKSTEP_IS_OPENCL(GetSupportedImageFormats);
LOCKSTEP_IS_OPENCL(GetMemObjectInfo);
LOCKSTEP_IS_OPENCL(GetImageInfo);
LOCKSTEP_IS_OPENCL(CreateSampler);
LOCKSTEP_IS_OPENCL(RetainSampler);
LOCKSTEP_IS_OPENCL(ReleaseSampler);
LOCKSTEP_IS_OPENCL(GetSamplerInfo);
LOCKSTEP_IS_OPENCL(CreateProgramWithSource);
LOCKSTEP_IS_OPENCL(CreateProgramWithBinary);
LOCKSTEP_IS_OPENCL(RetainProgram);
LOCKSTEP_IS_OPENCL(ReleaseProgram);
LOCKSTEP_IS_OPENCL(BuildProgram);
LOCKSTEP_IS_OPENCL(UnloadCompiler);
LOCKSTEP_IS_OPENCL(GetProgramInfo);
LOCKSTEP_IS_OPENCL(GetProgramBuildInfo);
LOCKSTEP_IS_OPENCL(CreateKernel);
LOCKSTEP_IS_OPENCL(CreateKernelsInProgram);
LOCKSTEP_IS_OPENCL(RetainKernel);
LOCKSTEP_IS_OPENCL(ReleaseKernel);
LOCKSTEP_IS_OPENCL(SetKernelArg);
LOCKSTEP_IS_OPENCL(GetKernelInfo);
LOCKSTEP_IS_OPENCL(GetKernelWorkGroupInfo);
LOCKSTEP_IS_OPENCL(WaitForEvents);
LOCKSTEP_IS_OPENCL(GetEventInfo);
LOCKSTEP_IS_OPENCL(RetainEvent);
LOCKSTEP_IS_OPENCL(ReleaseEvent);
LOCKSTEP_IS_OPENCL(GetEventProfilingInfo);
LOCKSTEP_IS_OPENCL(Flush);
LOCKSTEP_IS_OPENCL(Finish);
LOCKSTEP_IS_OPENCL(EnqueueReadBuffer);
LOCKSTEP_IS_OPENCL(EnqueueWriteBuffer);
LOCKSTEP_IS_OPENCL(EnqueueCopyBuffer);
LOCKSTEP_IS_OPENCL(EnqueueReadImage);
LOCKSTEP_IS_OPENCL(EnqueueWriteImage);
LOCKSTEP_IS_OPENCL(EnqueueCopyImage);
LOCKSTEP_IS_OPENCL(EnqueueCopyImageToBuffer);
LOCKSTEP_IS_OPENCL(EnqueueCopyBufferToImage);
LOCKSTEP_IS_OPENCL(EnqueueMapBuffer);
LOCKSTEP_IS_OPENCL(EnqueueMapImage);
LOCKSTEP_IS_OPENCL(EnqueueUnmapMemObject);
LOCKSTEP_IS_OPENCL(EnqueueNDRangeKernel);
LOCKSTEP_IS_OPENCL(EnqueueTask);
LOCKSTEP_IS_OPENCL(EnqueueMarker);
LOCKSTEP_IS_OPENCL(EnqueueWaitForEvents);
LOCKSTEP_IS_OPENCL(EnqueueBarrier);
LOCKSTEP_IS_OPENCL(SetEventCallback);
LOCKSTEP_IS_OPENCL(CreateSubBuffer);
LOCKSTEP_IS_OPENCL(SetMemObjectDestructorCallback);
LOCKSTEP_IS_OPENCL(CreateUserEvent);
LOCKSTEP_IS_OPENCL(SetUserEventStatus);
LOCKSTEP_IS_OPENCL(EnqueueReadBufferRect);
LOCKSTEP_IS_OPENCL(EnqueueWriteBufferRect);
LOCKSTEP_IS_OPENCL(EnqueueCopyBufferRect);
LOCKSTEP_IS_OPENCL(CreateSubDevices);
LOCKSTEP_IS_OPENCL(RetainDevice);
LOCKSTEP_IS_OPENCL(ReleaseDevice);
LOCKSTEP_IS_OPENCL(CreateImage);
LOCKSTEP_IS_OPENCL(CreateProgramWithBuiltInKernels);
LOCKSTEP_IS_OPENCL(CompileProgram);
LOCKSTEP_IS_OPENCL(LinkProgram);
LOCKSTEP_IS_OPENCL(UnloadPlatformCompiler);
LOCKSTEP_IS_OPENCL(GetKernelArgInfo);
LOCKSTEP_IS_OPENCL(EnqueueFillBuffer);
LOCKSTEP_IS_OPENCL(EnqueueFillImage);
LOCKSTEP_IS_OPENCL(EnqueueMigrateMemObjects);
LOCKSTEP_IS_OPENCL(EnqueueMarkerWithWaitList);
LOCKSTEP_IS_OPENCL(EnqueueBarrierWithWaitList);
LOCKSTEP_IS_OPENCL(CreateCommandQueueWithProperties);
LOCKSTEP_IS_OPENCL(CreateSamplerWithProperties);
LOCKSTEP_IS_OPENCL(CloneKernel);
LOCKSTEP_IS_OPENCL(GetKernelSubGroupInfo);

} // namespace lockstep::pocket

#undef LOCKSTEP_IS_OPENCL
