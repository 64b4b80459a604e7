// Commands on buffers: transfers, fills, rectangles, maps.
#include "host/transfers.hpp"

namespace lockstep::pocket
{

cl_int CL_API_CALL EnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                                     size_t size, void* to, cl_uint count, const cl_event* waits,
                                     cl_event* event)
{
    if (const cl_int wrong = check_buffer(queue, memory, offset, size); wrong != CL_SUCCESS) return wrong;
    if (to == nullptr) return CL_INVALID_VALUE;
    if (!host_may(memory, true)) return CL_INVALID_OPERATION;
    return enqueue(queue, CL_COMMAND_READ_BUFFER, count, waits, event, blocking != 0,
                   [=, held = Held{memory}](Touches& touched) {
                       touched.reads(held.get(), offset, size);
                       std::memcpy(to, held->data() + offset, size);
                       advance_clock(size / 8);
                       return CL_COMPLETE;
                   });
}

cl_int CL_API_CALL EnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                                      size_t size, const void* from, cl_uint count, const cl_event* waits,
                                      cl_event* event)
{
    if (const cl_int wrong = check_buffer(queue, memory, offset, size); wrong != CL_SUCCESS) return wrong;
    if (from == nullptr) return CL_INVALID_VALUE;
    if (!host_may(memory, false)) return CL_INVALID_OPERATION;
    return enqueue(queue, CL_COMMAND_WRITE_BUFFER, count, waits, event, blocking != 0,
                   [=, held = Held{memory}](Touches& touched) {
                       touched.writes(held.get(), offset, size);
                       std::memcpy(held->data() + offset, from, size);
                       mark_written(held.get(), offset, size);
                       advance_clock(size / 8);
                       return CL_COMPLETE;
                   });
}

cl_int CL_API_CALL EnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_at,
                                     size_t to_at, size_t size, cl_uint count, const cl_event* waits,
                                     cl_event* event)
{
    if (const cl_int wrong = check_buffer(queue, from, from_at, size); wrong != CL_SUCCESS) return wrong;
    if (const cl_int wrong = check_buffer(queue, to, to_at, size); wrong != CL_SUCCESS) return wrong;
    const std::byte *a = from->data() + from_at, *b = to->data() + to_at;
    if (a < b + size && b < a + size) return CL_MEM_COPY_OVERLAP;
    return enqueue(queue, CL_COMMAND_COPY_BUFFER, count, waits, event, false,
                   [=, source = Held{from}, target = Held{to}](Touches& touched) {
                       touched.reads(source.get(), from_at, size);
                       touched.writes(target.get(), to_at, size);
                       std::memmove(target->data() + to_at, source->data() + from_at, size);
                       copy_marks(source.get(), from_at, target.get(), to_at, size);
                       advance_clock(size / 64);
                       return CL_COMPLETE;
                   });
}

cl_int CL_API_CALL EnqueueFillBuffer(cl_command_queue queue, cl_mem memory, const void* pattern, size_t bytes,
                                     size_t offset, size_t size, cl_uint count, const cl_event* waits,
                                     cl_event* event)
{
    if (const cl_int wrong = check_buffer(queue, memory, offset, size); wrong != CL_SUCCESS) return wrong;
    if (pattern == nullptr || bytes == 0 || bytes > 128 || (bytes & (bytes - 1)) != 0 ||
        offset % bytes != 0 || size % bytes != 0)
        return CL_INVALID_VALUE;
    const auto* begin = static_cast<const std::byte*>(pattern);
    return enqueue(
        queue, CL_COMMAND_FILL_BUFFER, count, waits, event, false,
        [=, kept = std::vector<std::byte>(begin, begin + bytes), held = Held{memory}](Touches& touched) {
            touched.writes(held.get(), offset, size);
            std::byte* const first = held->data() + offset;
            std::memcpy(first, kept.data(), bytes);
            for (std::size_t done = bytes; done < size; done *= 2)
                std::memcpy(first + done, first, std::min(done, size - done));
            mark_written(held.get(), offset, size);
            advance_clock(size / 64);
            return CL_COMPLETE;
        });
}

namespace
{

cl_int rectangle(cl_command_queue queue, cl_mem memory, bool reads, cl_bool blocking,
                 const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                 size_t buffer_row, size_t buffer_slice, size_t host_row, size_t host_slice, void* host,
                 cl_uint count, const cl_event* waits, cl_event* event)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    if (!Counted<_cl_mem>::is_alive(memory) || memory->type != CL_MEM_OBJECT_BUFFER)
        return CL_INVALID_MEM_OBJECT;
    if (memory->context.get() != queue->context.get()) return CL_INVALID_CONTEXT;
    if (host == nullptr || buffer_origin == nullptr || host_origin == nullptr || region == nullptr)
        return CL_INVALID_VALUE;
    const Box there = box_of(buffer_origin, buffer_row, buffer_slice, region),
              here = box_of(host_origin, host_row, host_slice, region);
    if (!box_fits(there, region, buffer_row, buffer_slice, memory->size()) ||
        !box_fits(here, region, host_row, host_slice, SIZE_MAX))
        return CL_INVALID_VALUE;
    if (!host_may(memory, reads)) return CL_INVALID_OPERATION;
    const Region kept{region, region};
    return enqueue(queue, reads ? CL_COMMAND_READ_BUFFER_RECT : CL_COMMAND_WRITE_BUFFER_RECT, count, waits,
                   event, blocking != 0, [=, held = Held{memory}](Touches& touched) {
                       touch_box(touched.add(held.get()), there, kept.size, reads);
                       for (std::size_t z = 0; z < kept.size[2]; ++z)
                           for (std::size_t y = 0; y < kept.size[1]; ++y) {
                               std::byte* const a = held->data() + there.at(y, z);
                               std::byte* const b = static_cast<std::byte*>(host) + here.at(y, z);
                               std::memcpy(reads ? b : a, reads ? a : b, kept.size[0]);
                               if (!reads) mark_written(held.get(), there.at(y, z), kept.size[0]);
                           }
                       advance_clock(kept.size[0] * kept.size[1] * kept.size[2] / 8);
                       return CL_COMPLETE;
                   });
}

} // namespace

cl_int CL_API_CALL EnqueueReadBufferRect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                                         const size_t* buffer_origin, const size_t* host_origin,
                                         const size_t* region, size_t buffer_row, size_t buffer_slice,
                                         size_t host_row, size_t host_slice, void* to, cl_uint count,
                                         const cl_event* waits, cl_event* event)
{
    return rectangle(queue, memory, true, blocking, buffer_origin, host_origin, region, buffer_row,
                     buffer_slice, host_row, host_slice, to, count, waits, event);
}

cl_int CL_API_CALL EnqueueWriteBufferRect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                                          const size_t* buffer_origin, const size_t* host_origin,
                                          const size_t* region, size_t buffer_row, size_t buffer_slice,
                                          size_t host_row, size_t host_slice, const void* from, cl_uint count,
                                          const cl_event* waits, cl_event* event)
{
    return rectangle(queue, memory, false, blocking, buffer_origin, host_origin, region, buffer_row,
                     buffer_slice, host_row, host_slice, const_cast<void*>(from), count, waits, event);
}

cl_int CL_API_CALL EnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                                         const size_t* from_origin, const size_t* to_origin,
                                         const size_t* region, size_t from_row, size_t from_slice,
                                         size_t to_row, size_t to_slice, cl_uint count, const cl_event* waits,
                                         cl_event* event)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    for (cl_mem one : {from, to}) {
        if (!Counted<_cl_mem>::is_alive(one) || one->type != CL_MEM_OBJECT_BUFFER)
            return CL_INVALID_MEM_OBJECT;
        if (one->context.get() != queue->context.get()) return CL_INVALID_CONTEXT;
    }
    if (from_origin == nullptr || to_origin == nullptr || region == nullptr) return CL_INVALID_VALUE;
    const Box a = box_of(from_origin, from_row, from_slice, region),
              b = box_of(to_origin, to_row, to_slice, region);
    if (!box_fits(a, region, from_row, from_slice, from->size()) ||
        !box_fits(b, region, to_row, to_slice, to->size()))
        return CL_INVALID_VALUE;
    const Region kept{region, region};
    return enqueue(queue, CL_COMMAND_COPY_BUFFER_RECT, count, waits, event, false,
                   [=, source = Held{from}, target = Held{to}](Touches& touched) {
                       touch_box(touched.add(source.get()), a, kept.size, true);
                       touch_box(touched.add(target.get()), b, kept.size, false);
                       for (std::size_t z = 0; z < kept.size[2]; ++z)
                           for (std::size_t y = 0; y < kept.size[1]; ++y) {
                               std::memmove(target->data() + b.at(y, z), source->data() + a.at(y, z),
                                            kept.size[0]);
                               copy_marks(source.get(), a.at(y, z), target.get(), b.at(y, z), kept.size[0]);
                           }
                       return CL_COMPLETE;
                   });
}

void* CL_API_CALL EnqueueMapBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                                   cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                                   const cl_event* waits, cl_event* event, cl_int* code)
{
    const auto refuse = [&](cl_int why) -> void* {
        set(code, why);
        return nullptr;
    };
    if (const cl_int wrong = check_buffer(queue, memory, offset, size); wrong != CL_SUCCESS)
        return refuse(wrong);
    if (((flags & CL_MAP_READ) != 0 && !host_may(memory, true)) ||
        (maps_to_write(flags) && !host_may(memory, false)))
        return refuse(CL_INVALID_OPERATION);
    const cl_int result = enqueue(queue, CL_COMMAND_MAP_BUFFER, count, waits, event, blocking != 0,
                                  [=, held = Held{memory}](Touches& touched) {
                                      touched.maps = held->data() + offset;
                                      if (maps_to_write(flags)) {
                                          touched.writes(held.get(), offset, size);
                                          mark_written(held.get(), offset, size);
                                      } else {
                                          touched.reads(held.get(), offset, size);
                                      }
                                      return CL_COMPLETE;
                                  });
    set(code, result);
    if (result != CL_SUCCESS) return nullptr;
    ++memory->maps;
    return memory->data() + offset;
}

void* CL_API_CALL EnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                                  const size_t* origin, const size_t* region, size_t* row, size_t* slice,
                                  cl_uint count, const cl_event* waits, cl_event* event, cl_int* code)
{
    if (const cl_int wrong = check_image(queue, image, origin, region);
        wrong != CL_SUCCESS || row == nullptr) {
        set(code, wrong != CL_SUCCESS ? wrong : CL_INVALID_VALUE);
        return nullptr;
    }
    *row = image->picture.row_pitch;
    if (slice != nullptr)
        *slice = image->picture.dimensions == 3 || image->picture.is_array ? image->picture.slice_pitch : 0;
    const Region kept{origin, region};
    const cl_int result =
        enqueue(queue, CL_COMMAND_MAP_IMAGE, count, waits, event, blocking != 0,
                [=, held = Held{image}](Touches& touched) {
                    touched.maps = pixel_of(held.get(), kept.origin[0], kept.origin[1], kept.origin[2]);
                    touch_pixels(touched.add(held.get()), held.get(), kept, !maps_to_write(flags));
                    return CL_COMPLETE;
                });
    set(code, result);
    if (result != CL_SUCCESS) return nullptr;
    ++image->maps;
    return pixel_of(image, origin[0], origin[1], origin[2]);
}

cl_int CL_API_CALL EnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void* mapped, cl_uint count,
                                         const cl_event* waits, cl_event* event)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    if (!Counted<_cl_mem>::is_alive(memory)) return CL_INVALID_MEM_OBJECT;
    const auto* place = static_cast<const std::byte*>(mapped);
    if (memory->maps == 0 || place < memory->data() || place >= memory->data() + memory->size())
        return CL_INVALID_VALUE;
    return enqueue(queue, CL_COMMAND_UNMAP_MEM_OBJECT, count, waits, event, false,
                   [mapped, held = Held{memory}](Touches& touched) {
                       touched.unmaps = mapped;
                       --held->maps;
                       return CL_COMPLETE;
                   });
}

cl_int CL_API_CALL EnqueueMigrateMemObjects(cl_command_queue queue, cl_uint number, const cl_mem* memories,
                                            cl_mem_migration_flags, cl_uint count, const cl_event* waits,
                                            cl_event* event)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    if (number == 0 || memories == nullptr) return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < number; ++i)
        if (!Counted<_cl_mem>::is_alive(memories[i])) return CL_INVALID_MEM_OBJECT;
    return enqueue(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, count, waits, event, false, {});
}

} // namespace lockstep::pocket
