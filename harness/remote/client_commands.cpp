// The functions that enqueue commands, and those on events. Reads and writes are done when they return; kernels, fills and
// copies give events, whose times are those of the server's device. Lists of events to wait for, callbacks and mapped
// memory, which neither the test programs of kernel exercises nor the ladders use, are refused.
#include "remote/request.hpp"

#include <vector>

namespace
{

using namespace lockstep::remote;

// Of commands that are done when they return.
bool with_events(cl_uint count, const cl_event* event)
{
    return count > 0 || event != nullptr;
}

// Sends a command off, its last word whether an event is wanted.
cl_int commanded(Request& request, cl_uint waits, cl_event* event)
{
    if (waits > 0) return CL_INVALID_OPERATION;
    request.value(std::uint8_t{event != nullptr});
    if (event == nullptr) return request.done();
    cl_int error = CL_SUCCESS;
    *event = request.made<cl_event>(&error);
    return error;
}

std::size_t pixel_bytes(cl_mem image)
{
    std::size_t bytes = 0;
    return info(Kind::image, image, CL_IMAGE_ELEMENT_SIZE, sizeof bytes, &bytes, nullptr) == CL_SUCCESS
               ? bytes
               : 0;
}

// The rows of a box in the caller's memory, which may have gaps between them.
struct Box
{
    Box(const std::size_t* region, std::size_t element, std::size_t row, std::size_t slice)
        : row_bytes(region[0] * element), rows(region[1]), slices(region[2]),
          row_pitch(row != 0 ? row : row_bytes), slice_pitch(slice != 0 ? slice : row_pitch * rows)
    {
    }
    std::size_t bytes() const { return row_bytes * rows * slices; }

    /// Calls visit(offset in the box without gaps, offset in memory) for each row.
    template <typename Visit>
    void each_row(Visit visit) const
    {
        for (std::size_t z = 0; z < slices; ++z)
            for (std::size_t y = 0; y < rows; ++y)
                visit((z * rows + y) * row_bytes, z * slice_pitch + y * row_pitch);
    }

    std::size_t row_bytes;
    std::size_t rows;
    std::size_t slices;
    std::size_t row_pitch;
    std::size_t slice_pitch;
};

} // namespace

extern "C"
{

    cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t* offset, const size_t* global, const size_t* local,
                                  cl_uint waits, const cl_event*, cl_event* event)
    {
        const std::size_t bytes = dimensions * sizeof(size_t);
        return commanded(Request{Call::enqueue_kernel}
                             .handle(queue)
                             .handle(kernel)
                             .value(dimensions)
                             .block(offset, bytes)
                             .block(global, bytes)
                             .block(local, bytes),
                         waits, event);
    }

    cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool, size_t offset, size_t bytes,
                               void* to, cl_uint waits, const cl_event*, cl_event* event)
    {
        if (with_events(waits, event)) return CL_INVALID_OPERATION;
        return Request{Call::read_buffer}
            .handle(queue)
            .handle(buffer)
            .value(std::uint64_t{offset})
            .value(std::uint64_t{bytes})
            .filled(to, bytes);
    }

    cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool, size_t offset, size_t bytes,
                                const void* from, cl_uint waits, const cl_event*, cl_event* event)
    {
        if (with_events(waits, event)) return CL_INVALID_OPERATION;
        return Request{Call::write_buffer}
            .handle(queue)
            .handle(buffer)
            .value(std::uint64_t{offset})
            .block(from, bytes)
            .done();
    }

    cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern,
                               size_t pattern_bytes, size_t offset, size_t bytes, cl_uint waits,
                               const cl_event*, cl_event* event)
    {
        return commanded(Request{Call::fill_buffer}
                             .handle(queue)
                             .handle(buffer)
                             .value(std::uint64_t{offset})
                             .value(std::uint64_t{bytes})
                             .block(pattern, pattern_bytes),
                         waits, event);
    }

    cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset_from,
                               size_t offset_to, size_t bytes, cl_uint waits, const cl_event*,
                               cl_event* event)
    {
        return commanded(Request{Call::copy_buffer}
                             .handle(queue)
                             .handle(from)
                             .handle(to)
                             .value(std::uint64_t{offset_from})
                             .value(std::uint64_t{offset_to})
                             .value(std::uint64_t{bytes}),
                         waits, event);
    }

    cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool, const size_t* origin,
                              const size_t* region, size_t row_pitch, size_t slice_pitch, void* to,
                              cl_uint waits, const cl_event*, cl_event* event)
    {
        if (with_events(waits, event)) return CL_INVALID_OPERATION;
        const Box box{region, pixel_bytes(image), row_pitch, slice_pitch};
        std::vector<std::byte> pixels(box.bytes());
        const cl_int error = Request{Call::read_image}
                                 .handle(queue)
                                 .handle(image)
                                 .block(origin, 3 * sizeof(size_t))
                                 .block(region, 3 * sizeof(size_t))
                                 .value(std::uint64_t{pixels.size()})
                                 .filled(pixels.data(), pixels.size());
        if (error == CL_SUCCESS)
            box.each_row([&](std::size_t packed, std::size_t memory) {
                std::memcpy(static_cast<std::byte*>(to) + memory, &pixels[packed], box.row_bytes);
            });
        return error;
    }

    cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool, const size_t* origin,
                               const size_t* region, size_t row_pitch, size_t slice_pitch, const void* from,
                               cl_uint waits, const cl_event*, cl_event* event)
    {
        if (with_events(waits, event)) return CL_INVALID_OPERATION;
        const Box box{region, pixel_bytes(image), row_pitch, slice_pitch};
        std::vector<std::byte> pixels(box.bytes());
        box.each_row([&](std::size_t packed, std::size_t memory) {
            std::memcpy(&pixels[packed], static_cast<const std::byte*>(from) + memory, box.row_bytes);
        });
        return Request{Call::write_image}
            .handle(queue)
            .handle(image)
            .block(origin, 3 * sizeof(size_t))
            .block(region, 3 * sizeof(size_t))
            .block(pixels.data(), pixels.size())
            .done();
    }

    cl_int clWaitForEvents(cl_uint count, const cl_event* events)
    {
        Request request{Call::wait_for_events};
        request.value(count);
        for (cl_uint i = 0; i < count; ++i) request.handle(events[i]);
        return request.done();
    }

    cl_int clGetEventProfilingInfo(cl_event of, cl_profiling_info what, size_t room, void* value,
                                   size_t* size)
    {
        return Request{Call::profiling_info}.handle(of).value(what).answered(room, value, size);
    }
    cl_int clFinish(cl_command_queue queue)
    {
        return Request{Call::finish}.handle(queue).done();
    }

} // extern "C"
