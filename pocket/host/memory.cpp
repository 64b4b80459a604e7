// Buffers, and what all memory objects have.
#include "host/memory.hpp"

#include <algorithm>
#include <atomic>

_cl_mem::~_cl_mem()
{
    for (auto entry = destructors.rbegin(); entry != destructors.rend(); ++entry)
        entry->first(this, entry->second);
}

namespace lockstep::pocket
{

std::uint64_t place_on_device(std::size_t bytes)
{
    constexpr std::uint64_t page = 4096;
    static std::atomic<std::uint64_t> next{std::uint64_t{1}
                                           << 48U}; // beyond all pointers' numbers of objects
    return next.fetch_add((bytes + page - 1) / page * page + page);
}

cl_mem CL_API_CALL CreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* code)
{
    const auto refuse = [&](cl_int why) {
        set(code, why);
        return cl_mem{nullptr};
    };
    if (!Counted<_cl_context>::is_alive(context)) return refuse(CL_INVALID_CONTEXT);
    if (!flags_fit(flags, host)) return refuse(CL_INVALID_VALUE);
    if (size == 0 || size > most_bytes) return refuse(CL_INVALID_BUFFER_SIZE);
    if (!host_fits(flags, host)) return refuse(CL_INVALID_HOST_PTR);
    auto* memory = new _cl_mem;
    memory->context = Held{context};
    memory->flags = flags;
    if (!allocate(memory, size, host)) {
        delete memory;
        return refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE);
    }
    set(code, CL_SUCCESS);
    return memory;
}

cl_mem CL_API_CALL CreateSubBuffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type,
                                   const void* info, cl_int* code)
{
    const auto refuse = [&](cl_int why) {
        set(code, why);
        return cl_mem{nullptr};
    };
    if (!Counted<_cl_mem>::is_alive(parent) || parent->type != CL_MEM_OBJECT_BUFFER || parent->parent)
        return refuse(CL_INVALID_MEM_OBJECT);
    if (type != CL_BUFFER_CREATE_TYPE_REGION || info == nullptr || !flags_fit(flags, nullptr))
        return refuse(CL_INVALID_VALUE);
    const auto& region = *static_cast<const cl_buffer_region*>(info);
    if (region.size == 0) return refuse(CL_INVALID_BUFFER_SIZE);
    if (region.origin > parent->size() || region.size > parent->size() - region.origin)
        return refuse(CL_INVALID_VALUE);
    if (region.origin % 128 != 0) return refuse(CL_MISALIGNED_SUB_BUFFER_OFFSET);
    auto* memory = new _cl_mem;
    memory->context = parent->context;
    memory->parent = Held{parent};
    parent->has_parts = true;
    constexpr cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
    constexpr cl_mem_flags of_host = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
    constexpr cl_mem_flags pointer = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
    memory->flags = flags | (parent->flags & pointer);
    for (const cl_mem_flags some : {access, of_host}) // what is not said is as of the whole
        if ((flags & some) == 0) memory->flags |= parent->flags & some;
    memory->origin = region.origin;
    if (parent->host != nullptr) memory->host = static_cast<std::byte*>(parent->host) + region.origin;
    memory->object = {.name = "a sub-buffer",
                      .space = Space::global,
                      .data = parent->data() + region.origin,
                      .size = region.size,
                      .address = parent->object.address + region.origin,
                      .whole = &parent->object,
                      .origin = region.origin};
    memory->object.is_read_only = (memory->flags & CL_MEM_READ_ONLY) != 0;
    if (parent->object.written != nullptr) memory->object.written = parent->object.written + region.origin;
    set(code, CL_SUCCESS);
    return memory;
}

cl_int CL_API_CALL RetainMemObject(cl_mem memory)
{
    return retain(memory, CL_INVALID_MEM_OBJECT);
}
cl_int CL_API_CALL ReleaseMemObject(cl_mem memory)
{
    return release(memory, CL_INVALID_MEM_OBJECT);
}

cl_int CL_API_CALL SetMemObjectDestructorCallback(cl_mem memory, void(CL_CALLBACK* function)(cl_mem, void*),
                                                  void* user)
{
    if (!Counted<_cl_mem>::is_alive(memory)) return CL_INVALID_MEM_OBJECT;
    if (function == nullptr) return CL_INVALID_VALUE;
    memory->destructors.emplace_back(function, user);
    return CL_SUCCESS;
}

cl_int CL_API_CALL GetMemObjectInfo(cl_mem memory, cl_mem_info what, size_t room, void* value, size_t* needed)
{
    if (!Counted<_cl_mem>::is_alive(memory)) return CL_INVALID_MEM_OBJECT;
    switch (what) {
    case CL_MEM_TYPE:
        return give(memory->type, room, value, needed);
    case CL_MEM_FLAGS:
        return give(memory->flags, room, value, needed);
    case CL_MEM_SIZE:
        return give(memory->size(), room, value, needed);
    case CL_MEM_HOST_PTR:
        return give(memory->host, room, value, needed);
    case CL_MEM_MAP_COUNT:
        return give(memory->maps, room, value, needed);
    case CL_MEM_REFERENCE_COUNT:
        return give(memory->references(), room, value, needed);
    case CL_MEM_CONTEXT:
        return give(memory->context.get(), room, value, needed);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return give(memory->parent.get(), room, value, needed);
    case CL_MEM_OFFSET:
        return give(memory->origin, room, value, needed);
    case CL_MEM_USES_SVM_POINTER:
        return give(static_cast<cl_bool>(CL_FALSE), room, value, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

} // namespace lockstep::pocket
