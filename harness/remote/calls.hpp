// The calls of OpenCL that a test program has done by the process that runs its kernels: one message each way.
#pragma once

#include "remote/wire.hpp"

#include <cstdint>

namespace lockstep::remote
{

/// The calls that are carried over.
enum class Call : std::uint32_t
{
    platform_ids,
    device_ids,
    info, ///< clGet…Info of any kind of object
    build_info,
    work_group_info,
    argument_info,
    retain,
    release,
    create_context,
    create_queue,
    create_buffer,
    create_sub_buffer,
    create_image,
    create_program,
    create_kernel,
    build_program,
    set_argument,
    enqueue_kernel,
    read_buffer,
    write_buffer,
    fill_buffer,
    copy_buffer,
    read_image,
    write_image,
    wait_for_events,
    profiling_info,
    finish
};

enum class Kind : std::uint32_t
{
    none,
    platform,
    device,
    context,
    queue,
    memory,
    image, ///< of clGetImageInfo only; an image's handle is one of memory
    program,
    kernel,
    event
};

/// A handle as the test program has it: a number that no address and hardly any other value looks like, so that an argument
/// of a kernel that is a memory object can be told from eight bytes of data.
constexpr std::uint64_t handle_of(Kind kind, std::uint32_t index)
{
    return 0x4C53'0000'0000'0000U | static_cast<std::uint64_t>(kind) << 32U | index;
}
constexpr bool is_handle(std::uint64_t value, Kind kind)
{
    return value >> 32U == handle_of(kind, 0) >> 32U;
}

} // namespace lockstep::remote
