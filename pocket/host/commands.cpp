// Commands: transfers, fills, maps, launches.
#include "host/calls.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace lockstep::pocket
{

namespace
{

// Events belong to what is asked first: a queue, a memory object, a range of it.
cl_int check_buffer(cl_command_queue queue, cl_mem memory, std::size_t offset, std::size_t size)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    if (!Counted<_cl_mem>::is_alive(memory) || memory->type != CL_MEM_OBJECT_BUFFER)
        return CL_INVALID_MEM_OBJECT;
    if (memory->context.get() != queue->context.get()) return CL_INVALID_CONTEXT;
    if (size == 0 || offset > memory->size() || size > memory->size() - offset) return CL_INVALID_VALUE;
    return CL_SUCCESS;
}

bool host_may(cl_mem memory, bool read)
{
    const cl_mem_flags refused =
        CL_MEM_HOST_NO_ACCESS | (read ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY);
    return (memory->flags & refused) == 0;
}

void mark_written(cl_mem memory, std::size_t offset, std::size_t size)
{
    if (memory->object.written != nullptr) std::memset(memory->object.written + offset, 1, size);
}

void copy_marks(cl_mem from, std::size_t from_at, cl_mem to, std::size_t to_at, std::size_t size)
{
    if (to->object.written == nullptr) return;
    if (from->object.written == nullptr)
        std::memset(to->object.written + to_at, 1, size);
    else
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

bool box_fits(const Box& box, const std::size_t* region, std::size_t row, std::size_t slice, std::size_t size)
{
    if (region[0] == 0 || region[1] == 0 || region[2] == 0 || (row != 0 && row < region[0])) return false;
    if (slice != 0 && (slice < region[1] * box.row || slice % box.row != 0)) return false;
    return box.at(region[1] - 1, region[2] - 1) + region[0] <= size;
}

cl_int check_image(cl_command_queue queue, cl_mem image, const std::size_t* origin, const std::size_t* region)
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

std::byte* pixel_of(cl_mem image, std::size_t x, std::size_t y, std::size_t z)
{
    return image->data() + z * image->picture.slice_pitch + y * image->picture.row_pitch +
           x * pixel_bytes(image);
}

struct Region
{
    std::size_t origin[3];
    std::size_t size[3];
    Region(const std::size_t* o, const std::size_t* s) : origin{o[0], o[1], o[2]}, size{s[0], s[1], s[2]} {}
};

// Rows of an image from or to memory with pitches.
void copy_rows(cl_mem image, const Region& region, std::byte* memory, std::size_t row, std::size_t slice,
               bool reads)
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

} // namespace

cl_int CL_API_CALL EnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                                     size_t size, void* to, cl_uint count, const cl_event* waits,
                                     cl_event* event)
{
    if (const cl_int wrong = check_buffer(queue, memory, offset, size); wrong != CL_SUCCESS) return wrong;
    if (to == nullptr) return CL_INVALID_VALUE;
    if (!host_may(memory, true)) return CL_INVALID_OPERATION;
    return enqueue(queue, CL_COMMAND_READ_BUFFER, count, waits, event, blocking != 0,
                   [=, held = Held{memory}] {
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
                   [=, held = Held{memory}] {
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
                   [=, source = Held{from}, target = Held{to}] {
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
    return enqueue(queue, CL_COMMAND_FILL_BUFFER, count, waits, event, false,
                   [=, kept = std::vector<std::byte>(begin, begin + bytes), held = Held{memory}] {
                       for (std::size_t i = 0; i < size; i += bytes)
                           std::memcpy(held->data() + offset + i, kept.data(), bytes);
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
                   event, blocking != 0, [=, held = Held{memory}] {
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
                   [=, source = Held{from}, target = Held{to}] {
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
        ((flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0 && !host_may(memory, false)))
        return refuse(CL_INVALID_OPERATION);
    const cl_int result =
        enqueue(queue, CL_COMMAND_MAP_BUFFER, count, waits, event, blocking != 0, [=, held = Held{memory}] {
            if ((flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0)
                mark_written(held.get(), offset, size);
            return CL_COMPLETE;
        });
    set(code, result);
    if (result != CL_SUCCESS) return nullptr;
    ++memory->maps;
    return memory->data() + offset;
}

void* CL_API_CALL EnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags,
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
    const cl_int result = enqueue(queue, CL_COMMAND_MAP_IMAGE, count, waits, event, blocking != 0, {});
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
    return enqueue(queue, CL_COMMAND_UNMAP_MEM_OBJECT, count, waits, event, false, [held = Held{memory}] {
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

cl_int CL_API_CALL EnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                    const size_t* origin, const size_t* region, size_t row, size_t slice,
                                    void* to, cl_uint count, const cl_event* waits, cl_event* event)
{
    if (const cl_int wrong = check_image(queue, image, origin, region); wrong != CL_SUCCESS) return wrong;
    if (to == nullptr || (row != 0 && row < region[0] * pixel_bytes(image))) return CL_INVALID_VALUE;
    return enqueue(queue, CL_COMMAND_READ_IMAGE, count, waits, event, blocking != 0,
                   [=, kept = Region{origin, region}, held = Held{image}] {
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
                   [=, kept = Region{origin, region}, held = Held{image}] {
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
                    target = Held{to}] {
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
    return enqueue(queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, count, waits, event, false,
                   [=, kept = Region{origin, region}, source = Held{image}, target = Held{buffer}] {
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
    return enqueue(queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, count, waits, event, false,
                   [=, kept = Region{origin, region}, source = Held{buffer}, target = Held{image}] {
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
                   [kept, where = Region{origin, region}, held = Held{image}] {
                       for (std::size_t z = 0; z < where.size[2]; ++z)
                           for (std::size_t y = 0; y < where.size[1]; ++y)
                               for (std::size_t x = 0; x < where.size[0]; ++x)
                                   put_pixel(held->picture, where.origin[0] + x, where.origin[1] + y,
                                             where.origin[2] + z, kept.data());
                       return CL_COMPLETE;
                   });
}

namespace
{

// Writes what was found to standard error: the same of the same line three times in a process, since a loop of launches finds it in each.
void say(const Finding& finding, const Texts& texts)
{
    constexpr int most = 3;
    static std::map<std::tuple<std::string, unsigned, Fault>, int>& said =
        *new std::map<std::tuple<std::string, unsigned, Fault>, int>;
    const int times = ++said[{finding.kernel, finding.place.line, finding.fault}];
    if (times > most) return;
    std::string more = finding.count > 1 ? ", and " + std::to_string(finding.count - 1) + " times more" : "";
    if (times == most) more += " (later launches find it silently)";
    std::fprintf(stderr, "Pocket: %s, line %u: %s%s\n", finding.kernel.c_str(), finding.place.line,
                 finding.sentence.c_str(), more.c_str());
    const std::string line = texts.line(finding.place);
    if (!line.empty()) std::fprintf(stderr, "    %s\n", line.c_str());
}

} // namespace

cl_int CL_API_CALL EnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                        const size_t* offset, const size_t* global, const size_t* local,
                                        cl_uint count, const cl_event* waits, cl_event* event)
{
    if (!Counted<_cl_command_queue>::is_alive(queue)) return CL_INVALID_COMMAND_QUEUE;
    if (!Counted<_cl_kernel>::is_alive(kernel)) return CL_INVALID_KERNEL;
    if (kernel->program->context.get() != queue->context.get()) return CL_INVALID_CONTEXT;
    if (dimensions < 1 || dimensions > 3) return CL_INVALID_WORK_DIMENSION;
    if (std::ranges::find(kernel->set, false) != kernel->set.end()) return CL_INVALID_KERNEL_ARGS;
    if (global == nullptr) return CL_INVALID_GLOBAL_WORK_SIZE;
    LaunchSizes sizes{.dimensions = dimensions};
    const auto& wanted = kernel->code->kernel->group;
    for (cl_uint d = 0; d < dimensions; ++d) {
        if (global[d] == 0) return CL_INVALID_GLOBAL_WORK_SIZE;
        sizes.offset[d] = offset != nullptr ? offset[d] : 0;
        sizes.global[d] = global[d];
        if (local != nullptr && local[d] == 0) return CL_INVALID_WORK_GROUP_SIZE;
        if (local != nullptr && local[d] > 1024) return CL_INVALID_WORK_ITEM_SIZE;
        if (local != nullptr && global[d] % local[d] != 0) return CL_INVALID_WORK_GROUP_SIZE;
        if (local != nullptr) sizes.group[d] = local[d];
    }
    if (local == nullptr) { // the largest that divides, up to four sub-groups in all
        std::size_t left = wanted[0] != 0 ? 1 : 128;
        for (cl_uint d = 0; d < dimensions; ++d) {
            std::size_t size = std::min(left, sizes.global[d]);
            while (sizes.global[d] % size != 0) --size;
            sizes.group[d] = wanted[0] != 0 ? wanted[d] : size;
            left /= size;
        }
    }
    if (sizes.group[0] * sizes.group[1] * sizes.group[2] > 1024) return CL_INVALID_WORK_GROUP_SIZE;
    if (wanted[0] != 0 && wanted != sizes.group) return CL_INVALID_WORK_GROUP_SIZE;
    cl_ulong local_bytes = 0;
    GetKernelWorkGroupInfo(kernel, the_device(), CL_KERNEL_LOCAL_MEM_SIZE, sizeof local_bytes, &local_bytes,
                           nullptr);
    if (local_bytes > (cl_ulong{48} << 10U)) return CL_OUT_OF_RESOURCES;
    // The arguments are those of now.
    return enqueue(
        queue, CL_COMMAND_NDRANGE_KERNEL, count, waits, event, false,
        [sizes, arguments = kernel->arguments, memories = kernel->memories, held = Held{kernel}]() mutable {
            std::vector<Argument> given = arguments;
            const Outcome outcome = execute(*held->code, sizes, given, machine_options());
            advance_clock(outcome.steps);
            std::fwrite(outcome.printed.data(), 1, outcome.printed.size(), stdout);
            std::fflush(stdout);
            for (const Finding& finding : outcome.findings) say(finding, held->built->texts);
            return outcome.stopped ? CL_OUT_OF_RESOURCES : CL_COMPLETE;
        });
}

cl_int CL_API_CALL EnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* waits,
                               cl_event* event)
{
    const size_t one = 1;
    return EnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, count, waits, event);
}

} // namespace lockstep::pocket
