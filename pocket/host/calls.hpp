// OpenCL's functions as this device has them; the loader calls them by the dispatch table.
#pragma once

#include "host/objects.hpp"

namespace lockstep::pocket
{

/// Bytes of one pixel of an image.
std::size_t pixel_bytes(cl_mem image);

cl_int CL_API_CALL GetPlatformIDs(cl_uint room, cl_platform_id* platforms, cl_uint* count);
cl_int CL_API_CALL GetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t room, void* value,
                                   size_t* needed);
cl_int CL_API_CALL GetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room,
                                cl_device_id* devices, cl_uint* count);
cl_int CL_API_CALL GetDeviceInfo(cl_device_id device, cl_device_info what, size_t room, void* value,
                                 size_t* needed);
cl_int CL_API_CALL CreateSubDevices(cl_device_id, const cl_device_partition_property*, cl_uint, cl_device_id*,
                                    cl_uint*);
cl_int CL_API_CALL RetainDevice(cl_device_id device);
cl_int CL_API_CALL ReleaseDevice(cl_device_id device);
cl_context CL_API_CALL CreateContext(const cl_context_properties* properties, cl_uint count,
                                     const cl_device_id* devices,
                                     void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*),
                                     void* user, cl_int* code);
cl_context CL_API_CALL CreateContextFromType(const cl_context_properties* properties, cl_device_type type,
                                             void(CL_CALLBACK* notify)(const char*, const void*, size_t,
                                                                       void*),
                                             void* user, cl_int* code);
cl_int CL_API_CALL RetainContext(cl_context context);
cl_int CL_API_CALL ReleaseContext(cl_context context);
cl_int CL_API_CALL GetContextInfo(cl_context context, cl_context_info what, size_t room, void* value,
                                  size_t* needed);
cl_program CL_API_CALL CreateProgramWithSource(cl_context context, cl_uint count, const char** texts,
                                               const size_t* lengths, cl_int* code);
cl_program CL_API_CALL CreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                               const size_t* lengths, const unsigned char** binaries,
                                               cl_int* status, cl_int* code);
cl_program CL_API_CALL CreateProgramWithBuiltInKernels(cl_context, cl_uint, const cl_device_id*, const char*,
                                                       cl_int* code);
cl_int CL_API_CALL RetainProgram(cl_program program);
cl_int CL_API_CALL ReleaseProgram(cl_program program);
cl_int CL_API_CALL BuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                                const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                                void* user);
cl_int CL_API_CALL CompileProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                                  const char* options, cl_uint headers, const cl_program* texts,
                                  const char** names, void(CL_CALLBACK* notify)(cl_program, void*),
                                  void* user);
cl_program CL_API_CALL LinkProgram(cl_context context, cl_uint count, const cl_device_id* devices,
                                   const char* options, cl_uint inputs, const cl_program* programs,
                                   void(CL_CALLBACK* notify)(cl_program, void*), void* user, cl_int* code);
cl_int CL_API_CALL UnloadCompiler();
cl_int CL_API_CALL UnloadPlatformCompiler(cl_platform_id platform);
cl_int CL_API_CALL GetProgramInfo(cl_program program, cl_program_info what, size_t room, void* value,
                                  size_t* needed);
cl_int CL_API_CALL GetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what,
                                       size_t room, void* value, size_t* needed);
cl_kernel CL_API_CALL CreateKernel(cl_program program, const char* name, cl_int* code);
cl_int CL_API_CALL CreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel* kernels,
                                          cl_uint* count);
cl_int CL_API_CALL RetainKernel(cl_kernel kernel);
cl_int CL_API_CALL ReleaseKernel(cl_kernel kernel);
cl_int CL_API_CALL SetKernelArg(cl_kernel kernel, cl_uint number, size_t size, const void* value);
cl_int CL_API_CALL GetKernelInfo(cl_kernel kernel, cl_kernel_info what, size_t room, void* value,
                                 size_t* needed);
cl_int CL_API_CALL GetKernelArgInfo(cl_kernel kernel, cl_uint number, cl_kernel_arg_info what, size_t room,
                                    void* value, size_t* needed);
cl_int CL_API_CALL GetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                          cl_kernel_work_group_info what, size_t room, void* value,
                                          size_t* needed);
cl_kernel CL_API_CALL CloneKernel(cl_kernel kernel, cl_int* code);
cl_int CL_API_CALL GetKernelSubGroupInfo(cl_kernel kernel, cl_device_id, cl_kernel_sub_group_info what,
                                         size_t in_size, const void* in, size_t room, void* value,
                                         size_t* needed);
cl_command_queue CL_API_CALL CreateCommandQueue(cl_context context, cl_device_id device,
                                                cl_command_queue_properties properties, cl_int* code);
cl_command_queue CL_API_CALL CreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                              const cl_queue_properties* properties,
                                                              cl_int* code);
cl_int CL_API_CALL RetainCommandQueue(cl_command_queue queue);
cl_int CL_API_CALL ReleaseCommandQueue(cl_command_queue queue);
cl_int CL_API_CALL GetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info what, size_t room,
                                       void* value, size_t* needed);
cl_int CL_API_CALL Flush(cl_command_queue queue);
cl_int CL_API_CALL Finish(cl_command_queue queue);
cl_event CL_API_CALL CreateUserEvent(cl_context context, cl_int* code);
cl_int CL_API_CALL SetUserEventStatus(cl_event event, cl_int status);
cl_int CL_API_CALL WaitForEvents(cl_uint count, const cl_event* events);
cl_int CL_API_CALL GetEventInfo(cl_event event, cl_event_info what, size_t room, void* value, size_t* needed);
cl_int CL_API_CALL RetainEvent(cl_event event);
cl_int CL_API_CALL ReleaseEvent(cl_event event);
cl_int CL_API_CALL SetEventCallback(cl_event event, cl_int when,
                                    void(CL_CALLBACK* function)(cl_event, cl_int, void*), void* user);
cl_int CL_API_CALL GetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t room, void* value,
                                         size_t* needed);
cl_int CL_API_CALL EnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* waits,
                                             cl_event* event);
cl_int CL_API_CALL EnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* waits,
                                              cl_event* event);
cl_int CL_API_CALL EnqueueMarker(cl_command_queue queue, cl_event* event);
cl_int CL_API_CALL EnqueueBarrier(cl_command_queue queue);
cl_int CL_API_CALL EnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event* events);
cl_mem CL_API_CALL CreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host,
                                cl_int* code);
cl_mem CL_API_CALL CreateSubBuffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type,
                                   const void* info, cl_int* code);
cl_int CL_API_CALL RetainMemObject(cl_mem memory);
cl_int CL_API_CALL ReleaseMemObject(cl_mem memory);
cl_int CL_API_CALL SetMemObjectDestructorCallback(cl_mem memory, void(CL_CALLBACK* function)(cl_mem, void*),
                                                  void* user);
cl_int CL_API_CALL GetMemObjectInfo(cl_mem memory, cl_mem_info what, size_t room, void* value,
                                    size_t* needed);
cl_mem CL_API_CALL CreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                               const cl_image_desc* desc, void* host, cl_int* code);
cl_mem CL_API_CALL CreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                                 size_t columns, size_t rows, size_t pitch, void* host, cl_int* code);
cl_mem CL_API_CALL CreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                                 size_t columns, size_t rows, size_t depth, size_t row, size_t slice,
                                 void* host, cl_int* code);
cl_int CL_API_CALL GetSupportedImageFormats(cl_context context, cl_mem_flags, cl_mem_object_type,
                                            cl_uint room, cl_image_format* formats, cl_uint* count);
cl_int CL_API_CALL GetImageInfo(cl_mem image, cl_image_info what, size_t room, void* value, size_t* needed);
cl_sampler CL_API_CALL CreateSampler(cl_context context, cl_bool normalised, cl_addressing_mode addressing,
                                     cl_filter_mode filter, cl_int* code);
cl_sampler CL_API_CALL CreateSamplerWithProperties(cl_context context,
                                                   const cl_sampler_properties* properties, cl_int* code);
cl_int CL_API_CALL RetainSampler(cl_sampler sampler);
cl_int CL_API_CALL ReleaseSampler(cl_sampler sampler);
cl_int CL_API_CALL GetSamplerInfo(cl_sampler sampler, cl_sampler_info what, size_t room, void* value,
                                  size_t* needed);
cl_int CL_API_CALL EnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                                     size_t size, void* to, cl_uint count, const cl_event* waits,
                                     cl_event* event);
cl_int CL_API_CALL EnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                                      size_t size, const void* from, cl_uint count, const cl_event* waits,
                                      cl_event* event);
cl_int CL_API_CALL EnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_at,
                                     size_t to_at, size_t size, cl_uint count, const cl_event* waits,
                                     cl_event* event);
cl_int CL_API_CALL EnqueueFillBuffer(cl_command_queue queue, cl_mem memory, const void* pattern, size_t bytes,
                                     size_t offset, size_t size, cl_uint count, const cl_event* waits,
                                     cl_event* event);
cl_int CL_API_CALL EnqueueReadBufferRect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                                         const size_t* buffer_origin, const size_t* host_origin,
                                         const size_t* region, size_t buffer_row, size_t buffer_slice,
                                         size_t host_row, size_t host_slice, void* to, cl_uint count,
                                         const cl_event* waits, cl_event* event);
cl_int CL_API_CALL EnqueueWriteBufferRect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                                          const size_t* buffer_origin, const size_t* host_origin,
                                          const size_t* region, size_t buffer_row, size_t buffer_slice,
                                          size_t host_row, size_t host_slice, const void* from, cl_uint count,
                                          const cl_event* waits, cl_event* event);
cl_int CL_API_CALL EnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                                         const size_t* from_origin, const size_t* to_origin,
                                         const size_t* region, size_t from_row, size_t from_slice,
                                         size_t to_row, size_t to_slice, cl_uint count, const cl_event* waits,
                                         cl_event* event);
void* CL_API_CALL EnqueueMapBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                                   cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                                   const cl_event* waits, cl_event* event, cl_int* code);
void* CL_API_CALL EnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags,
                                  const size_t* origin, const size_t* region, size_t* row, size_t* slice,
                                  cl_uint count, const cl_event* waits, cl_event* event, cl_int* code);
cl_int CL_API_CALL EnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void* mapped, cl_uint count,
                                         const cl_event* waits, cl_event* event);
cl_int CL_API_CALL EnqueueMigrateMemObjects(cl_command_queue queue, cl_uint number, const cl_mem* memories,
                                            cl_mem_migration_flags, cl_uint count, const cl_event* waits,
                                            cl_event* event);
cl_int CL_API_CALL EnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                    const size_t* origin, const size_t* region, size_t row, size_t slice,
                                    void* to, cl_uint count, const cl_event* waits, cl_event* event);
cl_int CL_API_CALL EnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                     const size_t* origin, const size_t* region, size_t row, size_t slice,
                                     const void* from, cl_uint count, const cl_event* waits, cl_event* event);
cl_int CL_API_CALL EnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                                    const size_t* to_origin, const size_t* region, cl_uint count,
                                    const cl_event* waits, cl_event* event);
cl_int CL_API_CALL EnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem image, cl_mem buffer,
                                            const size_t* origin, const size_t* region, size_t offset,
                                            cl_uint count, const cl_event* waits, cl_event* event);
cl_int CL_API_CALL EnqueueCopyBufferToImage(cl_command_queue queue, cl_mem buffer, cl_mem image,
                                            size_t offset, const size_t* origin, const size_t* region,
                                            cl_uint count, const cl_event* waits, cl_event* event);
cl_int CL_API_CALL EnqueueFillImage(cl_command_queue queue, cl_mem image, const void* colour,
                                    const size_t* origin, const size_t* region, cl_uint count,
                                    const cl_event* waits, cl_event* event);
cl_int CL_API_CALL EnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                        const size_t* offset, const size_t* global, const size_t* local,
                                        cl_uint count, const cl_event* waits, cl_event* event);
cl_int CL_API_CALL EnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* waits,
                               cl_event* event);

} // namespace lockstep::pocket
