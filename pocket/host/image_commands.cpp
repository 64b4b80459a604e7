// Commands on images.
#include "host/transfers.hpp"

namespace lockstep::pocket
{

cl_int CL_API_CALL EnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                    const size_t* origin, const size_t* region, size_t row, size_t slice,
                                    void* to, cl_uint count, const cl_event* waits, cl_event* event)
{
    if (const cl_int wrong = check_image(queue, image, origin, region); wrong != CL_SUCCESS) return wrong;
    if (to == nullptr || (row != 0 && row < region[0] * pixel_bytes(image))) return CL_INVALID_VALUE;
    return enqueue(queue, CL_COMMAND_READ_IMAGE, count, waits, event, blocking != 0,
                   [=, kept = Region{origin, region}, held = Held{image}](Touches& touched) {
                       touch_pixels(touched.add(held.get()), held.get(), kept, true);
                       copy_rows(held.get(), kept, static_cast<std::byte*>(to), row, slice, true);
                       return CL_COMPLETE;
                   });
}

cl_int CL_API_CALL EnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                     const size_t* origin, const size_t* region, size_t row, size_t slice,
                                     const void* from, cl_uint count, const cl_event* waits, cl_event* event)
{
    if (const cl_int wrong = check_image(queue, image, origin, region); wrong != CL_SUCCESS) return wrong;
    if (from == nullptr || (row != 0 && row < region[0] * pixel_bytes(image))) return CL_INVALID_VALUE;
    return enqueue(queue, CL_COMMAND_WRITE_IMAGE, count, waits, event, blocking != 0,
                   [=, kept = Region{origin, region}, held = Held{image}](Touches& touched) {
                       touch_pixels(touched.add(held.get()), held.get(), kept, false);
                       copy_rows(held.get(), kept,
                                 const_cast<std::byte*>(static_cast<const std::byte*>(from)), row, slice,
                                 false);
                       return CL_COMPLETE;
                   });
}

cl_int CL_API_CALL EnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                                    const size_t* to_origin, const size_t* region, cl_uint count,
                                    const cl_event* waits, cl_event* event)
{
    if (const cl_int wrong = check_image(queue, from, from_origin, region); wrong != CL_SUCCESS) return wrong;
    if (const cl_int wrong = check_image(queue, to, to_origin, region); wrong != CL_SUCCESS) return wrong;
    if (std::memcmp(&from->format, &to->format, sizeof from->format) != 0) return CL_IMAGE_FORMAT_MISMATCH;
    return enqueue(queue, CL_COMMAND_COPY_IMAGE, count, waits, event, false,
                   [a = Region{from_origin, region}, b = Region{to_origin, region}, source = Held{from},
                    target = Held{to}](Touches& touched) {
                       touch_pixels(touched.add(source.get()), source.get(), a, true);
                       touch_pixels(touched.add(target.get()), target.get(), b, false);
                       for (std::size_t z = 0; z < a.size[2]; ++z)
                           for (std::size_t y = 0; y < a.size[1]; ++y)
                               std::memmove(
                                   pixel_of(target.get(), b.origin[0], b.origin[1] + y, b.origin[2] + z),
                                   pixel_of(source.get(), a.origin[0], a.origin[1] + y, a.origin[2] + z),
                                   a.size[0] * pixel_bytes(source.get()));
                       return CL_COMPLETE;
                   });
}

cl_int CL_API_CALL EnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem image, cl_mem buffer,
                                            const size_t* origin, const size_t* region, size_t offset,
                                            cl_uint count, const cl_event* waits, cl_event* event)
{
    if (const cl_int wrong = check_image(queue, image, origin, region); wrong != CL_SUCCESS) return wrong;
    const std::size_t size = region[0] * region[1] * region[2] * pixel_bytes(image);
    if (const cl_int wrong = check_buffer(queue, buffer, offset, size); wrong != CL_SUCCESS) return wrong;
    return enqueue(
        queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, count, waits, event, false,
        [=, kept = Region{origin, region}, source = Held{image}, target = Held{buffer}](Touches& touched) {
            touch_pixels(touched.add(source.get()), source.get(), kept, true);
            touched.writes(target.get(), offset, size);
            copy_rows(source.get(), kept, target->data() + offset, 0, 0, true);
            mark_written(target.get(), offset, size);
            return CL_COMPLETE;
        });
}

cl_int CL_API_CALL EnqueueCopyBufferToImage(cl_command_queue queue, cl_mem buffer, cl_mem image,
                                            size_t offset, const size_t* origin, const size_t* region,
                                            cl_uint count, const cl_event* waits, cl_event* event)
{
    if (const cl_int wrong = check_image(queue, image, origin, region); wrong != CL_SUCCESS) return wrong;
    const std::size_t size = region[0] * region[1] * region[2] * pixel_bytes(image);
    if (const cl_int wrong = check_buffer(queue, buffer, offset, size); wrong != CL_SUCCESS) return wrong;
    return enqueue(
        queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, count, waits, event, false,
        [=, kept = Region{origin, region}, source = Held{buffer}, target = Held{image}](Touches& touched) {
            touched.reads(source.get(), offset, size);
            touch_pixels(touched.add(target.get()), target.get(), kept, false);
            copy_rows(target.get(), kept, source->data() + offset, 0, 0, false);
            return CL_COMPLETE;
        });
}

cl_int CL_API_CALL EnqueueFillImage(cl_command_queue queue, cl_mem image, const void* colour,
                                    const size_t* origin, const size_t* region, cl_uint count,
                                    const cl_event* waits, cl_event* event)
{
    if (const cl_int wrong = check_image(queue, image, origin, region); wrong != CL_SUCCESS) return wrong;
    if (colour == nullptr) return CL_INVALID_VALUE;
    std::vector<std::byte> kept(16);
    std::memcpy(kept.data(), colour, 16);
    return enqueue(queue, CL_COMMAND_FILL_IMAGE, count, waits, event, false,
                   [kept, where = Region{origin, region}, held = Held{image}](Touches& touched) {
                       touch_pixels(touched.add(held.get()), held.get(), where, false);
                       for (std::size_t z = 0; z < where.size[2]; ++z)
                           for (std::size_t y = 0; y < where.size[1]; ++y)
                               for (std::size_t x = 0; x < where.size[0]; ++x)
                                   put_pixel(held->picture, where.origin[0] + x, where.origin[1] + y,
                                             where.origin[2] + z, kept.data());
                       return CL_COMPLETE;
                   });
}

} // namespace lockstep::pocket
