// Commands and events: every function that changes what Oclgrind keeps of them, called by the
// guard. Those that the interposer does something else for, too, stand in files of their own.
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "guard.hpp"

#include <CL/cl.h>

using lockstep::lens::guarded;
using lockstep::lens::next_function;

LOCKSTEP_INTERPOSED cl_int clWaitForEvents(cl_uint num_events, const cl_event* event_list)
{
    static auto* const next = next_function<decltype(clWaitForEvents)>("clWaitForEvents");
    return guarded(next, num_events, event_list);
}

LOCKSTEP_INTERPOSED cl_int clRetainEvent(cl_event event)
{
    static auto* const next = next_function<decltype(clRetainEvent)>("clRetainEvent");
    return guarded(next, event);
}

LOCKSTEP_INTERPOSED cl_int clReleaseEvent(cl_event event)
{
    static auto* const next = next_function<decltype(clReleaseEvent)>("clReleaseEvent");
    return guarded(next, event);
}

LOCKSTEP_INTERPOSED cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                                              void(CL_CALLBACK* pfn_notify)(cl_event event,
                                                                            cl_int event_command_status,
                                                                            void* user_data),
                                              void* user_data)
{
    static auto* const next = next_function<decltype(clSetEventCallback)>("clSetEventCallback");
    return guarded(next, event, command_exec_callback_type, pfn_notify, user_data);
}

LOCKSTEP_INTERPOSED cl_int clFlush(cl_command_queue command_queue)
{
    static auto* const next = next_function<decltype(clFlush)>("clFlush");
    return guarded(next, command_queue);
}

LOCKSTEP_INTERPOSED cl_int clFinish(cl_command_queue command_queue)
{
    static auto* const next = next_function<decltype(clFinish)>("clFinish");
    return guarded(next, command_queue);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
                                               cl_bool blocking_read, size_t offset, size_t size, void* ptr,
                                               cl_uint num_events_in_wait_list,
                                               const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer");
    return guarded(next, command_queue, buffer, blocking_read, offset, size, ptr, num_events_in_wait_list,
                   event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                                   cl_bool blocking_read, const size_t* buffer_origin,
                                                   const size_t* host_origin, const size_t* region,
                                                   size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                                   size_t host_row_pitch, size_t host_slice_pitch, void* ptr,
                                                   cl_uint num_events_in_wait_list,
                                                   const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueReadBufferRect)>("clEnqueueReadBufferRect");
    return guarded(next, command_queue, buffer, blocking_read, buffer_origin, host_origin, region,
                   buffer_row_pitch, buffer_slice_pitch, host_row_pitch, host_slice_pitch, ptr,
                   num_events_in_wait_list, event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer,
                                                cl_bool blocking_write, size_t offset, size_t size,
                                                const void* ptr, cl_uint num_events_in_wait_list,
                                                const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueWriteBuffer)>("clEnqueueWriteBuffer");
    return guarded(next, command_queue, buffer, blocking_write, offset, size, ptr, num_events_in_wait_list,
                   event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                                    cl_bool blocking_write, const size_t* buffer_origin,
                                                    const size_t* host_origin, const size_t* region,
                                                    size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                                    size_t host_row_pitch, size_t host_slice_pitch,
                                                    const void* ptr, cl_uint num_events_in_wait_list,
                                                    const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueWriteBufferRect)>("clEnqueueWriteBufferRect");
    return guarded(next, command_queue, buffer, blocking_write, buffer_origin, host_origin, region,
                   buffer_row_pitch, buffer_slice_pitch, host_row_pitch, host_slice_pitch, ptr,
                   num_events_in_wait_list, event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer,
                                               const void* pattern, size_t pattern_size, size_t offset,
                                               size_t size, cl_uint num_events_in_wait_list,
                                               const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueFillBuffer)>("clEnqueueFillBuffer");
    return guarded(next, command_queue, buffer, pattern, pattern_size, offset, size, num_events_in_wait_list,
                   event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer,
                                               cl_mem dst_buffer, size_t src_offset, size_t dst_offset,
                                               size_t size, cl_uint num_events_in_wait_list,
                                               const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueCopyBuffer)>("clEnqueueCopyBuffer");
    return guarded(next, command_queue, src_buffer, dst_buffer, src_offset, dst_offset, size,
                   num_events_in_wait_list, event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer,
                                                   cl_mem dst_buffer, const size_t* src_origin,
                                                   const size_t* dst_origin, const size_t* region,
                                                   size_t src_row_pitch, size_t src_slice_pitch,
                                                   size_t dst_row_pitch, size_t dst_slice_pitch,
                                                   cl_uint num_events_in_wait_list,
                                                   const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueCopyBufferRect)>("clEnqueueCopyBufferRect");
    return guarded(next, command_queue, src_buffer, dst_buffer, src_origin, dst_origin, region, src_row_pitch,
                   src_slice_pitch, dst_row_pitch, dst_slice_pitch, num_events_in_wait_list, event_wait_list,
                   event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image,
                                              cl_bool blocking_read, const size_t* origin,
                                              const size_t* region, size_t row_pitch, size_t slice_pitch,
                                              void* ptr, cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueReadImage)>("clEnqueueReadImage");
    return guarded(next, command_queue, image, blocking_read, origin, region, row_pitch, slice_pitch, ptr,
                   num_events_in_wait_list, event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image,
                                               cl_bool blocking_write, const size_t* origin,
                                               const size_t* region, size_t input_row_pitch,
                                               size_t input_slice_pitch, const void* ptr,
                                               cl_uint num_events_in_wait_list,
                                               const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueWriteImage)>("clEnqueueWriteImage");
    return guarded(next, command_queue, image, blocking_write, origin, region, input_row_pitch,
                   input_slice_pitch, ptr, num_events_in_wait_list, event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image,
                                              const void* fill_color, const size_t* origin,
                                              const size_t* region, cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueFillImage)>("clEnqueueFillImage");
    return guarded(next, command_queue, image, fill_color, origin, region, num_events_in_wait_list,
                   event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image,
                                              cl_mem dst_image, const size_t* src_origin,
                                              const size_t* dst_origin, const size_t* region,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueCopyImage)>("clEnqueueCopyImage");
    return guarded(next, command_queue, src_image, dst_image, src_origin, dst_origin, region,
                   num_events_in_wait_list, event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                                      cl_mem dst_buffer, const size_t* src_origin,
                                                      const size_t* region, size_t dst_offset,
                                                      cl_uint num_events_in_wait_list,
                                                      const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next =
        next_function<decltype(clEnqueueCopyImageToBuffer)>("clEnqueueCopyImageToBuffer");
    return guarded(next, command_queue, src_image, dst_buffer, src_origin, region, dst_offset,
                   num_events_in_wait_list, event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                                      cl_mem dst_image, size_t src_offset,
                                                      const size_t* dst_origin, const size_t* region,
                                                      cl_uint num_events_in_wait_list,
                                                      const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next =
        next_function<decltype(clEnqueueCopyBufferToImage)>("clEnqueueCopyBufferToImage");
    return guarded(next, command_queue, src_buffer, dst_image, src_offset, dst_origin, region,
                   num_events_in_wait_list, event_wait_list, event);
}

LOCKSTEP_INTERPOSED void* clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer,
                                             cl_bool blocking_map, cl_map_flags map_flags, size_t offset,
                                             size_t size, cl_uint num_events_in_wait_list,
                                             const cl_event* event_wait_list, cl_event* event,
                                             cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clEnqueueMapBuffer)>("clEnqueueMapBuffer");
    return guarded(next, command_queue, buffer, blocking_map, map_flags, offset, size,
                   num_events_in_wait_list, event_wait_list, event, errcode_ret);
}

LOCKSTEP_INTERPOSED void* clEnqueueMapImage(cl_command_queue command_queue, cl_mem image,
                                            cl_bool blocking_map, cl_map_flags map_flags,
                                            const size_t* origin, const size_t* region,
                                            size_t* image_row_pitch, size_t* image_slice_pitch,
                                            cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                            cl_event* event, cl_int* errcode_ret)
{
    static auto* const next = next_function<decltype(clEnqueueMapImage)>("clEnqueueMapImage");
    return guarded(next, command_queue, image, blocking_map, map_flags, origin, region, image_row_pitch,
                   image_slice_pitch, num_events_in_wait_list, event_wait_list, event, errcode_ret);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj,
                                                   void* mapped_ptr, cl_uint num_events_in_wait_list,
                                                   const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueUnmapMemObject)>("clEnqueueUnmapMemObject");
    return guarded(next, command_queue, memobj, mapped_ptr, num_events_in_wait_list, event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                                      const cl_mem* mem_objects, cl_mem_migration_flags flags,
                                                      cl_uint num_events_in_wait_list,
                                                      const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next =
        next_function<decltype(clEnqueueMigrateMemObjects)>("clEnqueueMigrateMemObjects");
    return guarded(next, command_queue, num_mem_objects, mem_objects, flags, num_events_in_wait_list,
                   event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                                         cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                         cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueTask)>("clEnqueueTask");
    return guarded(next, command_queue, kernel, num_events_in_wait_list, event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueNativeKernel(cl_command_queue command_queue,
                                                 void(CL_CALLBACK* user_func)(void*), void* args,
                                                 size_t cb_args, cl_uint num_mem_objects,
                                                 const cl_mem* mem_list, const void** args_mem_loc,
                                                 cl_uint num_events_in_wait_list,
                                                 const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueNativeKernel)>("clEnqueueNativeKernel");
    return guarded(next, command_queue, user_func, args, cb_args, num_mem_objects, mem_list, args_mem_loc,
                   num_events_in_wait_list, event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueMarker(cl_command_queue command_queue, cl_event* event)
{
    static auto* const next = next_function<decltype(clEnqueueMarker)>("clEnqueueMarker");
    return guarded(next, command_queue, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueBarrier(cl_command_queue command_queue)
{
    static auto* const next = next_function<decltype(clEnqueueBarrier)>("clEnqueueBarrier");
    return guarded(next, command_queue);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                                                  const cl_event* event_list)
{
    static auto* const next = next_function<decltype(clEnqueueWaitForEvents)>("clEnqueueWaitForEvents");
    return guarded(next, command_queue, num_events, event_list);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueMarkerWithWaitList(cl_command_queue command_queue,
                                                       cl_uint num_events_in_wait_list,
                                                       const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next =
        next_function<decltype(clEnqueueMarkerWithWaitList)>("clEnqueueMarkerWithWaitList");
    return guarded(next, command_queue, num_events_in_wait_list, event_wait_list, event);
}

LOCKSTEP_INTERPOSED cl_int clEnqueueBarrierWithWaitList(cl_command_queue command_queue,
                                                        cl_uint num_events_in_wait_list,
                                                        const cl_event* event_wait_list, cl_event* event)
{
    static auto* const next =
        next_function<decltype(clEnqueueBarrierWithWaitList)>("clEnqueueBarrierWithWaitList");
    return guarded(next, command_queue, num_events_in_wait_list, event_wait_list, event);
}
