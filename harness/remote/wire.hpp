// Messages between a test program that judges and a process that runs what is judged.
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
    /// Bytes whose number the other side knows.
    Writer& raw(const void* from, std::size_t count)
    {
        const std::size_t at = bytes_.size();
        bytes_.resize(at + count);
        if (count > 0) std::memcpy(bytes_.data() + at, from, count);
        return *this;
    }
    const std::vector<std::byte>& bytes() const { return bytes_; }

private:
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

    /// What raw() put.
    std::span<const std::byte> take(std::uint64_t count)
    {
        if (count > left().size()) throw Broken{"a message is too short"};
        const std::span<const std::byte> part{bytes_.data() + at_, static_cast<std::size_t>(count)};
        at_ += static_cast<std::size_t>(count);
        return part;
    }
    /// What was not taken yet.
    std::span<const std::byte> left() const { return std::span{bytes_}.subspan(at_); }

private:
    std::vector<std::byte> bytes_;
    std::size_t at_ = 0;
};

/// Sends a message, its length first. @throws Broken.
void send(int socket, const Writer& message);

/// Waits for a message. @throws Broken when the other side has gone, or announces more than `most` bytes.
Reader receive(int socket, std::uint64_t most = longest);

} // namespace lockstep::remote
