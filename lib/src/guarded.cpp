// Buffers between guards.
#include "lockstep/guarded.hpp"

#include "lockstep/compare.hpp"

#include <algorithm>
#include <cstdint>

namespace lockstep
{

namespace
{

constexpr std::uint32_t guard_word = 0x6B5A4C3DU; // 2.6e26 as a float: no sum or product of it is itself
constexpr std::size_t length_of_guard = 4096; // a multiple of every device's CL_DEVICE_MEM_BASE_ADDR_ALIGN

std::vector<std::byte> filled(std::size_t bytes, std::uint32_t word)
{
    std::vector<std::byte> result(bytes);
    for (std::size_t i = 0; i < bytes; ++i) result[i] = static_cast<std::byte>(word >> (i % 4 * 8));
    return result;
}

const std::vector<std::byte>& whole_guard()
{
    static const std::vector<std::byte>& guard =
        *new std::vector<std::byte>{filled(length_of_guard, guard_word)};
    return guard;
}

} // namespace

std::vector<std::byte> poisoned(std::size_t bytes)
{
    return filled(bytes, poison_word);
}

GuardedBytes::GuardedBytes(const cl::CommandQueue& queue, std::size_t bytes,
                           std::span<const std::byte> contents, Guards guards)
    : queue_(queue), bytes_(bytes), guards_(guards)
{
    const auto context = queue.getInfo<CL_QUEUE_CONTEXT>();
    const std::size_t at_least = std::max<std::size_t>(bytes, 1); // there are no empty buffers
    if (guards == Guards::none) {
        std::vector<std::byte> copy{contents.begin(), contents.end()};
        const cl_mem_flags flags = CL_MEM_READ_WRITE | (copy.empty() ? 0U : CL_MEM_COPY_HOST_PTR);
        whole_ = cl::Buffer{context, flags, at_least, copy.empty() ? nullptr : copy.data()};
        view_ = whole_;
        return;
    }
    // Everything is written by commands, not by CL_MEM_COPY_HOST_PTR: NVIDIA's driver keeps that copy and answers reads
    // outside the sub-buffer from it, so that a dead guard would look alive.
    whole_ = cl::Buffer{context, CL_MEM_READ_WRITE, guard_bytes() + at_least + guard_bytes()};
    mend();
    const cl_buffer_region region{guard_bytes(), at_least};
    view_ = whole_.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
    write(contents);
}

std::size_t GuardedBytes::guard_bytes() const
{
    return guards_ == Guards::both ? length_of_guard : 0;
}

void GuardedBytes::read(std::span<std::byte> destination) const
{
    if (!destination.empty())
        queue_.enqueueReadBuffer(view_, CL_TRUE, 0, destination.size(), destination.data());
}

void GuardedBytes::write(std::span<const std::byte> contents) const
{
    if (!contents.empty()) queue_.enqueueWriteBuffer(view_, CL_TRUE, 0, contents.size(), contents.data());
}

void GuardedBytes::poison() const
{
    const std::size_t words = bytes_ / 4 * 4;
    if (words > 0) queue_.enqueueFillBuffer(whole_, poison_word, guard_bytes(), words);
    if (words < bytes_) {
        const std::vector<std::byte> rest = poisoned(bytes_ - words);
        queue_.enqueueWriteBuffer(whole_, CL_TRUE, guard_bytes() + words, rest.size(), rest.data());
    }
    queue_.finish();
}

std::optional<std::ptrdiff_t> GuardedBytes::damage() const
{
    if (guards_ == Guards::none) return std::nullopt;
    const std::vector<std::byte>& expected = whole_guard();
    std::vector<std::byte> found(expected.size());
    const auto first_wrong = [&](std::size_t offset) {
        queue_.enqueueReadBuffer(whole_, CL_TRUE, offset, found.size(), found.data());
        return std::ranges::mismatch(expected, found).in1 - expected.begin();
    };
    const auto length = static_cast<std::ptrdiff_t>(expected.size());
    if (const auto at = first_wrong(0); at < length) return at - length;
    if (const auto at = first_wrong(guard_bytes() + bytes_); at < length)
        return static_cast<std::ptrdiff_t>(bytes_) + at;
    return std::nullopt;
}

void GuardedBytes::mend() const
{
    if (guards_ == Guards::none) return;
    const std::vector<std::byte>& guard = whole_guard();
    queue_.enqueueWriteBuffer(whole_, CL_TRUE, 0, guard.size(), guard.data());
    queue_.enqueueWriteBuffer(whole_, CL_TRUE, guard_bytes() + bytes_, guard.size(), guard.data());
}

} // namespace lockstep
