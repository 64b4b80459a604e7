// The device of a ladder, its programs, and buffers with guards.
#include "workbench.hpp"

#include <lockstep/compare.hpp>
#include <lockstep/program.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace lockstep::bench
{
namespace
{

constexpr std::uint32_t guard_word = 0x6B5A4C3DU; // 2.6e26 as a float: no sum or product of it is itself
constexpr std::size_t guard_bytes = 4096; // a multiple of every device's CL_DEVICE_MEM_BASE_ADDR_ALIGN
constexpr std::size_t most_kept_bytes = 1U
                                        << 20U; // inputs up to this size are compared after each verified run

std::string lower_case(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

} // namespace

struct Guarded::State
{
    cl::CommandQueue queue;
    cl::Buffer whole;
    cl::Buffer view;
    std::size_t bytes = 0;
    std::size_t guard = 0; ///< bytes on either side; 0: none
    bool is_output = false;
    std::vector<std::byte> kept; ///< contents of a small input

    /// Length of the guard behind; guards are filled in words, so it is a little longer behind a ragged buffer.
    std::size_t tail() const { return (4 - bytes % 4) % 4 + guard_bytes; }
};

const cl::Buffer& Guarded::buffer() const
{
    return state_->view;
}

std::size_t Guarded::bytes() const
{
    return state_->bytes;
}

void Guarded::read_bytes(std::span<std::byte> destination) const
{
    if (!destination.empty())
        state_->queue.enqueueReadBuffer(state_->view, CL_TRUE, 0, destination.size(), destination.data());
}

Workbench::Workbench(std::filesystem::path source)
    : source_(std::move(source)), device_(choose_device()), context_(device_),
      queue_(context_, device_, CL_QUEUE_PROFILING_ENABLE)
{
    is_simulator_ = lockstep::is_simulator(device_); // of a GPU, though it calls itself everything at once
    is_cpu_ = !is_simulator_ && (device_.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
    is_nvidia_ = lower_case(device_.getInfo<CL_DEVICE_VENDOR>()).find("nvidia") != std::string::npos;
    compute_units_ = device_.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
}

Workbench::~Workbench() = default;

cl::Kernel Workbench::kernel(const std::string& file, const std::string& name, const std::string& options)
{
    const auto key = std::pair{file, options};
    auto found = programs_.find(key);
    if (found == programs_.end())
        found = programs_.emplace(key, build_program(context_, device_, source_ / file, options)).first;
    return find_kernel(found->second, name);
}

namespace
{

/// Writes the words that guard a buffer on both sides; the one behind begins at its last byte.
void write_guards(const Guarded::State& state)
{
    const std::vector<std::uint32_t> words((guard_bytes + 4) / 4, guard_word);
    state.queue.enqueueWriteBuffer(state.whole, CL_TRUE, 0, guard_bytes, words.data());
    state.queue.enqueueWriteBuffer(state.whole, CL_TRUE, guard_bytes + state.bytes, state.tail(),
                                   words.data());
}

/// What is wrong with one buffer; it is mended at once, so that the next rung is not blamed for it.
std::string damage_of(const Guarded::State& state)
{
    if (!state.kept.empty()) {
        std::vector<std::byte> now(state.bytes);
        state.queue.enqueueReadBuffer(state.view, CL_TRUE, 0, now.size(), now.data());
        if (now != state.kept) {
            state.queue.enqueueWriteBuffer(state.view, CL_TRUE, 0, now.size(), state.kept.data());
            return fmt::format("an input of {} bytes was overwritten", state.bytes);
        }
    }
    if (state.guard == 0) return {};
    std::vector<std::byte> guards(guard_bytes + state.tail());
    state.queue.enqueueReadBuffer(state.whole, CL_TRUE, 0, guard_bytes, guards.data());
    state.queue.enqueueReadBuffer(state.whole, CL_TRUE, guard_bytes + state.bytes, state.tail(),
                                  guards.data() + guard_bytes);
    const std::vector<std::uint32_t> words((guard_bytes + 4) / 4, guard_word);
    const bool before = std::memcmp(guards.data(), words.data(), guard_bytes) != 0;
    const bool behind = std::memcmp(guards.data() + guard_bytes, words.data(), state.tail()) != 0;
    if (!before && !behind) return {};
    write_guards(state);
    return fmt::format("the bytes {} {} of {} bytes were overwritten", before ? "before" : "behind",
                       state.is_output ? "an output" : "an input", state.bytes);
}

} // namespace

Guarded Workbench::allocate(std::size_t bytes, std::span<const std::byte> contents)
{
    auto state = std::make_shared<Guarded::State>();
    state->queue = queue_;
    state->bytes = bytes;
    state->is_output = contents.empty();
    state->guard = is_simulator_ ? 0 : guard_bytes;
    const std::size_t at_least = std::max<std::size_t>(bytes, 1); // there are no empty buffers
    state->whole = cl::Buffer{context_, CL_MEM_READ_WRITE,
                              state->guard > 0 ? guard_bytes + at_least + state->tail() : at_least};
    if (state->guard > 0) {
        write_guards(*state);
        const cl_buffer_region region{guard_bytes, at_least};
        state->view = state->whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
    } else {
        state->view = state->whole;
    }
    if (!contents.empty()) {
        queue_.enqueueWriteBuffer(state->view, CL_TRUE, 0, bytes, contents.data());
        if (bytes <= most_kept_bytes) state->kept.assign(contents.begin(), contents.end());
    }
    std::erase_if(buffers_, [](const auto& buffer) { return buffer.expired(); });
    buffers_.push_back(state);
    // Oclgrind 21.10 takes what is written to a buffer in the place of a freed one for uninitialised.
    if (is_simulator_) kept_.push_back(state);
    return Guarded{state};
}

void Workbench::poison_outputs()
{
    if (is_simulator_) return; // Oclgrind reports what is read and was never written
    for (const auto& buffer : buffers_)
        if (const auto state = buffer.lock(); state && state->is_output && state->bytes >= 4)
            queue_.enqueueFillBuffer(state->whole, poison_word, state->guard, state->bytes / 4 * 4);
    queue_.finish();
}

std::string Workbench::damage()
{
    std::string found;
    for (const auto& buffer : buffers_)
        if (const auto state = buffer.lock()) {
            const std::string what = damage_of(*state);
            if (found.empty()) found = what;
        }
    return found;
}

} // namespace lockstep::bench
