// Which memory is accessed, and how.
#pragma once

#include <cstdint>

namespace lockstep::lens
{

/// Which memory, and how it is accessed.
enum class AccessKind : std::uint8_t
{
    global_load,
    global_store,
    local_load,
    local_store,
    global_atomic,
    local_atomic,
    image_read,
    image_write
};

constexpr bool is_global(AccessKind kind)
{
    return kind == AccessKind::global_load || kind == AccessKind::global_store ||
           kind == AccessKind::global_atomic;
}

constexpr bool is_atomic(AccessKind kind)
{
    return kind == AccessKind::global_atomic || kind == AccessKind::local_atomic;
}

constexpr bool is_image(AccessKind kind)
{
    return kind == AccessKind::image_read || kind == AccessKind::image_write;
}

} // namespace lockstep::lens
