// What commands that move bytes share: what may be moved, and the marks of what is written.
#pragma once

#include "host/memory.hpp"

#include <algorithm>
#include <cstring>

namespace lockstep::pocket
{

// Events belong to what is asked first: a queue, a memory object, a range of it.
inline cl_int check_buffer(cl_command_queue queue, cl_mem memory, std::size_t offset, std::size_t size)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    if (!Counted<_cl_mem>::is_alive(memory) || memory->type != CL_MEM_OBJECT_BUFFER)
        return CL_INVALID_MEM_OBJECT;
    if (memory->context.get() != queue->context.get()) return CL_INVALID_CONTEXT;
    if (size == 0 || offset > memory->size() || size > memory->size() - offset) return CL_INVALID_VALUE;
    return CL_SUCCESS;
}

inline bool host_may(cl_mem memory, bool read)
{
    const cl_mem_flags refused =
        CL_MEM_HOST_NO_ACCESS | (read ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY);
    return (memory->flags & refused) == 0;
}

inline void mark_written(cl_mem memory, std::size_t offset, std::size_t size)
{
    if (memory->object.written == nullptr) return;
    if (size < memory->size() || memory->parent || memory->has_parts) {
        std::memset(memory->object.written + offset, 1, size);
        return;
    }
    memory->object.written = nullptr; // all of it, and nobody else looks
    memory->written.reset();
}

inline void copy_marks(cl_mem from, std::size_t from_at, cl_mem to, std::size_t to_at, std::size_t size)
{
    if (from->object.written == nullptr) return mark_written(to, to_at, size);
    if (to->object.written == nullptr && to->bytes && !to->parent &&
        !to->has_parts) { // it had been written whole
        to->written = zeros<std::uint8_t>(to->size());
        to->object.written = to->written.get();
        if (to->object.written != nullptr) std::memset(to->object.written, 1, to->size());
    }
    if (to->object.written != nullptr)
        std::memmove(to->object.written + to_at, from->object.written + from_at, size);
}

// A box of bytes in memory.
struct Box
{
    std::size_t origin[3];
    std::size_t row;
    std::size_t slice;

    std::size_t at(std::size_t y, std::size_t z) const
    {
        return origin[0] + (origin[1] + y) * row + (origin[2] + z) * slice;
    }
};

Box box_of(const std::size_t* origin, std::size_t row, std::size_t slice, const std::size_t* region)
{
    Box box{{origin[0], origin[1], origin[2]}, row != 0 ? row : region[0], 0};
    box.slice = slice != 0 ? slice : box.row * region[1];
    return box;
}

inline bool box_fits(const Box& box, const std::size_t* region, std::size_t row, std::size_t slice,
                     std::size_t size)
{
    if (region[0] == 0 || region[1] == 0 || region[2] == 0 || (row != 0 && row < region[0])) return false;
    if (slice != 0 && (slice < region[1] * box.row || slice % box.row != 0)) return false;
    return box.at(region[1] - 1, region[2] - 1) + region[0] <= size;
}

inline cl_int check_image(cl_command_queue queue, cl_mem image, const std::size_t* origin,
                          const std::size_t* region)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    if (!Counted<_cl_mem>::is_alive(image) || image->type == CL_MEM_OBJECT_BUFFER)
        return CL_INVALID_MEM_OBJECT;
    if (image->context.get() != queue->context.get()) return CL_INVALID_CONTEXT;
    if (origin == nullptr || region == nullptr) return CL_INVALID_VALUE;
    const std::size_t sizes[3] = {image->picture.columns, image->picture.rows, image->picture.slices};
    for (unsigned d = 0; d < 3; ++d)
        if (region[d] == 0 || origin[d] > sizes[d] || region[d] > sizes[d] - origin[d])
            return CL_INVALID_VALUE;
    return CL_SUCCESS;
}

inline std::byte* pixel_of(cl_mem image, std::size_t x, std::size_t y, std::size_t z)
{
    return image->data() + z * image->picture.slice_pitch + y * image->picture.row_pitch +
           x * pixel_bytes(image);
}

// A box of bytes in a buffer, row for row.
inline void touch_box(Touch& touch, const Box& box, const std::size_t* region, bool reads)
{
    Ranges& ranges = reads ? touch.reads : touch.writes;
    for (std::size_t z = 0; z < region[2]; ++z)
        for (std::size_t y = 0; y < region[1]; ++y) {
            const std::size_t at = touch.origin + box.at(y, z);
            ranges.add(at, at + region[0]);
        }
}

inline bool maps_to_write(cl_map_flags flags)
{
    return (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
}

struct Region
{
    std::size_t origin[3];
    std::size_t size[3];
    Region(const std::size_t* o, const std::size_t* s) : origin{o[0], o[1], o[2]}, size{s[0], s[1], s[2]} {}
};

// The pixels of a region of an image, row for row.
inline void touch_pixels(Touch& touch, cl_mem image, const Region& region, bool reads)
{
    const std::size_t pixel = pixel_bytes(image);
    const Box box{{region.origin[0] * pixel, region.origin[1], region.origin[2]},
                  image->picture.row_pitch,
                  image->picture.slice_pitch};
    const std::size_t sizes[3] = {region.size[0] * pixel, region.size[1], region.size[2]};
    touch_box(touch, box, sizes, reads);
}

// Rows of an image from or to memory with pitches.
inline void copy_rows(cl_mem image, const Region& region, std::byte* memory, std::size_t row,
                      std::size_t slice, bool reads)
{
    const std::size_t bytes = region.size[0] * pixel_bytes(image);
    const std::size_t row_pitch = row != 0 ? row : bytes,
                      slice_pitch = slice != 0 ? slice : row_pitch * region.size[1];
    for (std::size_t z = 0; z < region.size[2]; ++z)
        for (std::size_t y = 0; y < region.size[1]; ++y) {
            std::byte* const pixel =
                pixel_of(image, region.origin[0], region.origin[1] + y, region.origin[2] + z);
            std::byte* const there = memory + z * slice_pitch + y * row_pitch;
            if (reads)
                std::memcpy(there, pixel, bytes);
            else
                std::memcpy(pixel, there, bytes);
        }
}

} // namespace lockstep::pocket
