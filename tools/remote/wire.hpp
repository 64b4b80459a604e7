// What goes between a test program and the process that runs its kernels: the calls of OpenCL, one message each way.
//
// The answers come from a process that runs code which is not trusted, so whoever reads them believes no length in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

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

/// A message that is too short, too long, or not there.
struct Broken : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// The most bytes of a message.
constexpr std::uint64_t longest = std::uint64_t{1} << 31U;

/// Puts a message together.
class Writer
{
public:
    template <typename T>
    Writer& put(const T& value)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        return raw(&value, sizeof value);
    }
    /// Bytes behind their number; a null pointer is told from no bytes.
    Writer& block(const void* bytes, std::size_t count)
    {
        put(std::uint8_t{bytes != nullptr}).put(std::uint64_t{bytes != nullptr ? count : 0});
        return bytes != nullptr ? raw(bytes, count) : *this;
    }
    const std::vector<std::byte>& bytes() const { return bytes_; }

private:
    Writer& raw(const void* from, std::size_t count)
    {
        const std::size_t at = bytes_.size();
        bytes_.resize(at + count);
        if (count > 0) std::memcpy(bytes_.data() + at, from, count);
        return *this;
    }
    std::vector<std::byte> bytes_;
};

/// Takes a message apart. @throws Broken when it holds less than is taken.
class Reader
{
public:
    explicit Reader(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

    template <typename T>
    T get()
    {
        static_assert(std::is_trivially_copyable_v<T>);
        T value{};
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    /// What block() put; nothing for a null pointer.
    std::optional<std::span<const std::byte>> block()
    {
        const bool there = get<std::uint8_t>() != 0;
        const auto count = get<std::uint64_t>();
        const std::span<const std::byte> bytes = take(count);
        return there ? std::optional{bytes} : std::nullopt;
    }

private:
    std::span<const std::byte> take(std::uint64_t count)
    {
        if (count > bytes_.size() - at_) throw Broken{"a message is too short"};
        const std::span<const std::byte> part{bytes_.data() + at_, static_cast<std::size_t>(count)};
        at_ += static_cast<std::size_t>(count);
        return part;
    }
    std::vector<std::byte> bytes_;
    std::size_t at_ = 0;
};

/// Sends a message, its length first. @throws Broken.
void send(int socket, const Writer& message);

/// Waits for a message. @throws Broken when the other side has gone.
Reader receive(int socket);

} // namespace lockstep::remote
