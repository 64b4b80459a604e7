// What buffers and images share when they are made.
#pragma once

#include "host/calls.hpp"

#include <cstring>

namespace lockstep::pocket
{

inline constexpr std::size_t most_bytes = std::size_t{512} << 20U;

inline bool flags_fit(cl_mem_flags flags, const void* host)
{
    const auto count = [&](cl_mem_flags some) { return __builtin_popcountll(flags & some); };
    if (count(CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY) > 1) return false;
    if ((flags & CL_MEM_USE_HOST_PTR) != 0 && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0)
        return false;
    if (count(CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS) > 1) return false;
    (void)host;
    return true;
}

inline bool host_fits(cl_mem_flags flags, const void* host)
{
    return (host != nullptr) == ((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0);
}

/// Where a buffer of that size is on the device, for who counts: one behind another, each at a multiple of 4096.
std::uint64_t place_on_device(std::size_t bytes);

template <typename T>
Zeros<T> zeros(std::size_t count)
{
    return {static_cast<T*>(std::calloc(count, sizeof(T))), &std::free};
}

/// @return false where there is not so much memory
inline bool allocate(cl_mem memory, std::size_t size, void* host)
{
    const bool filled = (memory->flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
    if ((memory->flags & CL_MEM_USE_HOST_PTR) != 0) {
        memory->host = host;
        memory->object.data = static_cast<std::byte*>(host);
    } else {
        memory->bytes = zeros<std::byte>(size);
        if (!memory->bytes) return false;
        memory->object.data = memory->bytes.get();
        if ((memory->flags & CL_MEM_COPY_HOST_PTR) != 0) std::memcpy(memory->bytes.get(), host, size);
    }
    memory->object.size = size;
    memory->object.address = place_on_device(size);
    memory->object.space = Space::global;
    memory->object.name = "a buffer";
    memory->object.is_read_only = (memory->flags & CL_MEM_READ_ONLY) != 0;
    if (!filled) {
        memory->written = zeros<std::uint8_t>(size);
        memory->object.written = memory->written.get();
    }
    return filled || memory->written;
}

} // namespace lockstep::pocket
