// Device memory between two guards: what a kernel writes outside of its buffer is found, and where.
#pragma once

#include <CL/opencl.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace lockstep
{

/// What stands around a buffer.
enum class Guards
{
    both, ///< memory that no kernel may write to, on either side
    none ///< nothing, for simulators that see every stray access themselves: the buffer is an allocation of its own
};

/// Bytes on a device that a kernel may write to, and guards that it may not. Copies stand for the same memory.
class GuardedBytes
{
public:
    GuardedBytes() = default;

    /// Memory of `bytes` bytes; without guards exactly so many (or one, as there are no empty buffers).
    /// @param queue in order; everything here waits for it.
    /// @param contents what is in it, `bytes` long; empty: nothing that counts as written.
    GuardedBytes(const cl::CommandQueue& queue, std::size_t bytes, std::span<const std::byte> contents,
                 Guards guards);

    /// The part a kernel is given.
    const cl::Buffer& buffer() const { return view_; }
    std::size_t bytes() const { return bytes_; }

    /// Copies its first bytes out.
    void read(std::span<std::byte> destination) const;
    void write(std::span<const std::byte> contents) const;

    /// Fills it with a NaN that no arithmetic produces, `poison_word`.
    void poison() const;

    /// Where the first byte of a guard that was overwritten stands, counted from the buffer's first byte: negative
    /// before the buffer, bytes() or more behind it. Nothing when the guards are whole, or there are none.
    std::optional<std::ptrdiff_t> damage() const;

    /// Writes the guards anew.
    void mend() const;

private:
    std::size_t guard_bytes() const; ///< on either side

    cl::CommandQueue queue_;
    cl::Buffer whole_;
    cl::Buffer view_;
    std::size_t bytes_ = 0;
    Guards guards_ = Guards::none;
};

/// `bytes` bytes of poison: that many of `poison_word`, over and over.
std::vector<std::byte> poisoned(std::size_t bytes);

} // namespace lockstep
